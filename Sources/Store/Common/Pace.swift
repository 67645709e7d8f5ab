import Database
import Domain

/// How often somebody may do something: so many times from the first on until the window is over, whichever nodes they do it on. It counts
/// in one row of theirs and in one statement, so that two at once are counted one after the other.
package struct Pace: Sendable {
    package enum Kind: String, Sendable {
        /// Signs under messages and votes in polls.
        case reaction
        case review, helperTick
        case bikeFeed
        /// Changes of an event by the traveller who made it.
        case eventChange
    }
    /// A window that began further ahead was begun by a wrong clock, and would keep its owner waiting until that time.
    private static let drift = Duration.minutes(2)
    private let kind: Kind
    private let owner: ID
    private let limit: Int
    private let window: Duration
    private let refusal: @Sendable (_ seconds: Int) -> Refusal

    /// - Parameters:
    ///   - owner: who does it: a member, an account, a link.
    ///   - window: an hour at most.
    ///   - refusal: for a number of seconds to wait.
    package init(
        _ kind: Kind, of owner: ID, _ limit: Int, within window: Duration, _ refusal: @escaping @Sendable (_ seconds: Int) -> Refusal
    ) {
        (self.kind, self.owner, self.limit, self.window, self.refusal) = (kind, owner, limit, window, refusal)
    }

    /// Whole seconds after which a wait is over.
    package static func seconds(of wait: Duration) -> Int {
        max(1, Int(wait.components.seconds) + (wait.components.attoseconds > 0 ? 1 : 0))
    }

    /// Counts one act, in the transaction that does it.
    /// - Throws: too many; nothing is written then.
    func take(at now: Instant, on connection: Connection) throws {
        let (ended, latest): (Value, Value) = (.at(now - window), .at(now + Pace.drift))
        let isOver = "(pace.began_at <= ? OR pace.began_at > ?)"
        let count = try connection.run(
            """
            INSERT INTO pace (owner_id, kind, began_at, acts) VALUES (?, ?, ?, 1) ON CONFLICT (owner_id, kind) DO UPDATE SET
                began_at = CASE WHEN \(isOver) THEN excluded.began_at ELSE pace.began_at END,
                acts = CASE WHEN \(isOver) THEN 1 ELSE pace.acts + 1 END
            WHERE \(isOver) OR pace.acts < ?
            """,
            [.id(owner), .text(kind.rawValue), .at(now), ended, latest, ended, latest, ended, latest, Value(limit)])
        guard count == 0 else { return }
        let began = try connection.one(
            "SELECT began_at FROM pace WHERE owner_id = ? AND kind = ?", [.id(owner), .text(kind.rawValue)]
        ) { $0.at(0) }
        let wait = min(window, (began ?? now) + window - now)
        throw refusal(Pace.seconds(of: wait))
    }
}
