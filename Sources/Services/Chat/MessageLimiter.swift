import Domain
import Synchronization

/// How often one person writes. In memory: a restart forgives.
final class MessageLimiter: Sendable {
    private static let perMinute = 30
    private static let memberLimit = 100_000
    private struct Line {
        let conversation: ID
        let client: ID
        let text: String
        let at: Instant
    }
    private let state = Mutex<[ID: [Line]]>([:])
    private let isOn: Bool

    /// - Parameter isOn: false only where sending itself is measured.
    init(isOn: Bool) { self.isOn = isOn }

    /// Counts a message, unless it is a retry of one that was counted.
    /// - Returns: what the member wrote in the conversation within the last minute.
    /// - Throws: too many, with the time to wait.
    func admit(
        _ member: ID, in conversation: Conversation, text: String, clientID: ID, isStaff: Bool, at now: Instant
    ) throws(Refusal) -> [String] {
        guard isOn else { return [] }
        let wait: Duration? = state.withLock { state in
            if state.count > MessageLimiter.memberLimit { state.removeAll() }
            let slow = Duration.seconds(isStaff ? 0 : conversation.slowSeconds)
            let lines = (state[member] ?? []).filter { $0.at > now - max(.minutes(1), slow) }
            state[member] = lines
            if lines.contains(where: { $0.client == clientID }) { return nil }
            let recent = lines.filter { $0.at > now - .minutes(1) }
            if recent.count >= MessageLimiter.perMinute { return .minutes(1) - (now - recent[0].at) }
            if let last = lines.last(where: { $0.conversation == conversation.id }), now - last.at < slow { return slow - (now - last.at) }
            state[member]?.append(Line(conversation: conversation.id, client: clientID, text: text, at: now))
            return nil
        }
        if let wait {
            let seconds = max(1, Int(wait.components.seconds) + 1)
            throw .tooMany("Wait \(seconds) seconds before you write again.", retryAfter: seconds)
        }
        return state.withLock { state in
            (state[member] ?? []).filter { $0.conversation == conversation.id && $0.client != clientID && $0.at > now - .minutes(1) }.map(
                \.text)
        }
    }

    /// What was refused does not count.
    func forget(_ clientID: ID, of member: ID) { state.withLock { $0[member]?.removeAll { $0.client == clientID } } }
}
