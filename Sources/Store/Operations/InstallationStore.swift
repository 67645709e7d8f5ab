import Database
import Domain

/// What whoever runs the installation sees of its database, across all trips: figures, and nothing of anybody.
package struct InstallationStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Whether the database is a server's.
    package var isServer: Bool { database.hasNodes }
    /// The number of the newest migration, which every database that is open has.
    package var schema: Int { Migration.all.map(\.number).max() ?? 0 }
    /// Bytes on its disk; nil where it does not say.
    package func size() throws -> Int64? { try database.size() }

    /// What waits and what came of the rest since a moment, of every channel.
    /// - Parameter on: the channels that are set up.
    package func channels(on: [DeliveryChannel], at now: Instant) throws -> [ChannelHealth] {
        try database.read { connection in
            let waiting = try connection.all(
                """
                SELECT channel, count(*), count(*) FILTER (WHERE due_at < ?)
                FROM delivery WHERE state IN ('queued', 'sending') GROUP BY channel
                """, [.at(now - ChannelHealth.patience)]
            ) { (channel: $0.text(0), count: $0.int(1), late: $0.int(2)) }
            let ended = try connection.all(
                """
                SELECT channel, count(*) FILTER (WHERE state = 'failed'), count(*) FILTER (WHERE state = 'accepted')
                FROM delivery WHERE at >= ? AND state IN ('failed', 'accepted') GROUP BY channel
                """, [.at(now - ChannelHealth.window)]
            ) { (channel: $0.text(0), failed: $0.int(1), accepted: $0.int(2)) }
            return DeliveryChannel.allCases.map { channel in
                let (waits, ends) = (waiting.first { $0.channel == channel.rawValue }, ended.first { $0.channel == channel.rawValue })
                return ChannelHealth(
                    channel, isOn: on.contains(channel), waiting: waits?.count ?? 0, late: waits?.late ?? 0, failed: ends?.failed ?? 0,
                    accepted: ends?.accepted ?? 0)
            }
        }
    }

    /// Of mails that are no notices.
    package func letters(isOn: Bool, at now: Instant) throws -> LetterHealth {
        try database.read { connection in
            let waiting = try connection.one("SELECT count(*) FROM letter WHERE state = 'queued'") { $0.int(0) }
            let failed = try connection.one(
                "SELECT count(*) FROM letter WHERE state = 'failed' AND made_at >= ?", [.at(now - ChannelHealth.window)]
            ) { $0.int(0) }
            return LetterHealth(isOn: isOn, waiting: waiting ?? 0, failed: failed ?? 0)
        }
    }
}
