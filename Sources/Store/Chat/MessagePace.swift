import Database
import Domain

/// How often one member writes, by the messages that are stored: asked in the transaction that stores another one.
package struct MessagePace: Sendable {
    package static let perMinute = 30
    /// A message dated further ahead is from before the clock was set back by more than this, and no longer counts.
    package static let drift = Duration.minutes(2)
    /// The pause between two messages of one person in this conversation.
    private let slow: Duration
    package init(slow: Duration) { self.slow = slow }

    /// - Throws: too many, with the time to wait; for a retry of a stored message nothing.
    func check(_ draft: MessageStore.Draft, at now: Instant, on connection: Connection) throws {
        // By `message_author`, which knows the order of writing.
        let newest = "SELECT sent_at FROM message WHERE member_id = ?"
        let order = "ORDER BY number DESC LIMIT 1"
        func wait(_ sent: Instant?, _ pause: Duration) -> Duration? {
            guard let sent, sent <= now + MessagePace.drift, now - sent < pause else { return nil }
            return pause - max(.zero, now - sent)
        }
        let first = try connection.one(
            "\(newest) \(order) OFFSET ?", [.id(draft.member), Value(MessagePace.perMinute - 1)]
        ) { $0.at(0) }
        let last =
            slow == .zero
            ? nil
            : try connection.one(
                "\(newest) AND conversation_id = ? \(order)", [.id(draft.member), .id(draft.conversation)]
            ) { $0.at(0) }
        guard let wait = [wait(first, .minutes(1)), wait(last, slow)].compactMap(\.self).max() else { return }
        let isRetry = try connection.one(
            "SELECT 1 FROM message WHERE member_id = ? AND client_id = ?", [.id(draft.member), .id(draft.clientID)]
        ) { _ in true }
        if isRetry == nil { throw MessagePace.refusal(wait) }
    }

    package static func refusal(_ wait: Duration) -> Refusal {
        let seconds = max(1, Int(wait.components.seconds) + 1)
        return .tooMany("Wait \(counted(seconds, "second")) before you write again.", retryAfter: seconds)
    }
}
