import Domain
import Store
import Synchronization

/// Limits how often one member writes. What they wrote is in memory; a member of whom nothing is, as after a restart, is looked up in the
/// stored messages, and once more after other nodes have written. Later messages cost no query. Whoever comes near a limit is counted by
/// what is stored, in the transaction that stores the next message: so several nodes count one limit.
final class MessageLimiter: Sendable {
    private static let memberLimit = 100_000
    /// Slow mode has no longer pause.
    private static let longest = Duration.hours(1)
    /// So few in a minute are far from the limit, even if some other nodes have taken as many that this one has not heard of.
    private static let few = 7
    /// How many newest ones are looked up after others have written.
    private static let renewed = 60
    private typealias Line = MessageStore.Recent
    private struct Written {
        var lines: [Line]
        /// `MessageStore.noticedWrites`, before they were read.
        var noticed: Int
    }
    private let state = Mutex<[ID: Written]>([:])
    private let store: MessageStore
    private let isOn: Bool

    /// - Parameter isOn: false only where sending itself is measured.
    init(store: MessageStore, isOn: Bool) {
        self.store = store
        self.isOn = isOn
    }

    struct Admission {
        /// What the member wrote in the conversation within the last minute.
        var recent: [String] = []
        /// What is asked once more where the message is stored.
        var pace: MessagePace?
    }

    /// Counts a message, unless it is a retry of one that was counted.
    /// - Throws: too many, with the time to wait.
    func admit(
        _ member: ID, in conversation: Conversation, text: String, clientID: ID, isStaff: Bool, at now: Instant
    ) throws -> Admission {
        guard isOn else { return Admission() }
        try remember(member, at: now)
        let slow = Duration.seconds(isStaff ? 0 : conversation.slowSeconds)
        let (wait, count): (Duration?, Int) = state.withLock { state in
            let lines = (state[member]?.lines ?? []).compactMap { MessageLimiter.line($0, at: now) }
            state[member]?.lines = lines
            let recent = lines.filter { $0.at > now - .minutes(1) }
            if lines.contains(where: { $0.client == clientID }) { return (nil, recent.count) }
            if recent.count >= MessagePace.perMinute { return (.minutes(1) - (now - recent[0].at), recent.count) }
            if let last = lines.last(where: { $0.conversation == conversation.id }), now - last.at < slow {
                return (slow - (now - last.at), recent.count)
            }
            state[member]?.lines.append(Line(conversation: conversation.id, client: clientID, text: text, at: now))
            return (nil, recent.count)
        }
        if let wait { throw MessagePace.refusal(wait) }
        return Admission(
            recent: state.withLock { state in
                (state[member]?.lines ?? []).filter {
                    $0.conversation == conversation.id && $0.client != clientID && $0.at > now - .minutes(1)
                }.map(\.text)
            }, pace: count >= MessageLimiter.few || slow > .zero ? MessagePace(slow: slow) : nil)
    }

    /// Of signs and votes that are added or taken back, by a clock of their own: as many a minute as messages.
    func reactions(of member: ID, isVote: Bool = false) -> Pace? {
        guard isOn else { return nil }
        return Pace(.reaction, of: member, MessagePace.perMinute, within: .minutes(1)) { seconds in
            let time = counted(seconds, "second")
            return .tooMany(isVote ? "Wait \(time) before you vote again." : "Wait \(time) before you react again.", retryAfter: seconds)
        }
    }

    /// The line if it still counts. A line dated in the future is taken as written now, so it keeps nobody waiting longer than a new line
    /// would.
    private static func line(_ line: Line, at now: Instant) -> Line? {
        guard line.at > now - longest, line.at <= now + MessagePace.drift else { return nil }
        return Line(conversation: line.conversation, client: line.client, text: line.text, at: min(line.at, now))
    }

    private func remember(_ member: ID, at now: Instant) throws {
        let noticed = store.noticedWrites
        let known = state.withLock { $0[member]?.noticed }
        guard known != noticed else { return }
        let stored = try store.recent(
            by: member, since: now - MessageLimiter.longest, limit: known == nil ? 500 : MessageLimiter.renewed)
        state.withLock { state in
            if state.count > MessageLimiter.memberLimit { state.removeAll() }
            guard let own = state[member]?.lines else { return state[member] = Written(lines: stored, noticed: noticed) }
            // Those of this node that are being stored are in memory alone.
            let clients = Set(stored.map(\.client))
            let lines = (own.filter { !clients.contains($0.client) } + stored).sorted { $0.at < $1.at }
            state[member] = Written(lines: lines, noticed: noticed)
        }
    }

    /// What was refused does not count.
    func forget(_ clientID: ID, of member: ID) { state.withLock { $0[member]?.lines.removeAll { $0.client == clientID } } }
}
