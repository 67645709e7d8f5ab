import Domain
import Store
import Synchronization

/// Limits how often one member writes. Counts are in memory; a member without one, as after a restart, is looked up in the stored messages
/// once, so that a restart lifts no limit and later messages cost no query.
final class MessageLimiter: Sendable {
    private static let perMinute = 30
    private static let memberLimit = 100_000
    /// Slow mode has no longer pause.
    private static let longest = Duration.hours(1)
    /// A line dated further ahead is from before the clock was set back by more than this, and no longer counts.
    private static let drift = Duration.minutes(2)
    private typealias Line = MessageStore.Recent
    private let state = Mutex<[ID: [Line]]>([:])
    private let reactions = Mutex<[ID: [Instant]]>([:])
    private let store: MessageStore
    private let isOn: Bool

    /// - Parameter isOn: false only where sending itself is measured.
    init(store: MessageStore, isOn: Bool) {
        self.store = store
        self.isOn = isOn
    }

    /// Counts a message, unless it is a retry of one that was counted.
    /// - Returns: what the member wrote in the conversation within the last minute.
    /// - Throws: too many, with the time to wait.
    func admit(
        _ member: ID, in conversation: Conversation, text: String, clientID: ID, isStaff: Bool, at now: Instant
    ) throws -> [String] {
        guard isOn else { return [] }
        try remember(member, at: now)
        let wait: Duration? = state.withLock { state in
            let slow = Duration.seconds(isStaff ? 0 : conversation.slowSeconds)
            let lines = (state[member] ?? []).compactMap { MessageLimiter.line($0, at: now) }
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
            throw Refusal.tooMany("Wait \(counted(seconds, "second")) before you write again.", retryAfter: seconds)
        }
        return state.withLock { state in
            (state[member] ?? []).filter { $0.conversation == conversation.id && $0.client != clientID && $0.at > now - .minutes(1) }.map(
                \.text)
        }
    }

    /// Counts a reaction or a vote that is added or taken back, by a clock of their own: as many a minute as messages.
    /// - Throws: too many, with the time to wait.
    func admitReaction(of member: ID, isVote: Bool = false, at now: Instant) throws {
        guard isOn else { return }
        let wait: Duration? = reactions.withLock { reactions in
            if reactions.count > MessageLimiter.memberLimit { reactions.removeAll() }
            let recent = (reactions[member] ?? []).filter { $0 > now - .minutes(1) && $0 <= now }
            guard recent.count < MessageLimiter.perMinute else { return .minutes(1) - (now - recent[0]) }
            reactions[member] = recent + [now]
            return nil
        }
        guard let wait else { return }
        let seconds = max(1, Int(wait.components.seconds) + 1)
        let time = counted(seconds, "second")
        throw Refusal.tooMany(
            isVote ? "Wait \(time) before you vote again." : "Wait \(time) before you react again.", retryAfter: seconds)
    }

    /// The line if it still counts. A line dated in the future is taken as written now, so it keeps nobody waiting longer than a new line
    /// would.
    private static func line(_ line: Line, at now: Instant) -> Line? {
        guard line.at > now - longest, line.at <= now + drift else { return nil }
        return Line(conversation: line.conversation, client: line.client, text: line.text, at: min(line.at, now))
    }

    private func remember(_ member: ID, at now: Instant) throws {
        guard state.withLock({ $0[member] == nil }) else { return }
        let lines = try store.recent(by: member, since: now - MessageLimiter.longest)
        state.withLock { state in
            if state.count > MessageLimiter.memberLimit { state.removeAll() }
            if state[member] == nil { state[member] = lines }
        }
    }

    /// What was refused does not count.
    func forget(_ clientID: ID, of member: ID) { state.withLock { $0[member]?.removeAll { $0.client == clientID } } }
}
