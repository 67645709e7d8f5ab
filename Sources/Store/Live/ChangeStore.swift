import Database
import Domain

/// What was stored since the last time, by this node and by others.
package struct TripNews: Sendable {
    /// Each with its place in the order that all nodes share.
    package let changes: [(place: UInt64, change: TripChange, isOwn: Bool)]
    /// What phones sent to other nodes.
    package let fixes: [(tracker: ID, fix: Fix, receivedAt: Instant)]
    /// Of the last of them, also of one that only a newer version of the program knows.
    package let lastPlace: UInt64?
    /// Changes may have been missed.
    package let isIncomplete: Bool
    package let missesPositions: Bool
}

/// What stores have noted, in the order of commits.
package struct ChangeStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Hears of everything that is stored from now on, on a thread of its own.
    /// - Parameter begin: called before, with what tells the numbers of this database from others' (nil where they are the program's own),
    ///   and the place of the last change that is not heard. Called again if the numbers begin anew.
    package func follow(
        begin: @escaping @Sendable (_ epoch: String?, _ place: UInt64) -> Void, _ hear: @escaping @Sendable (TripNews) -> Void
    ) throws {
        try database.follow {
            begin($0.epoch, UInt64(clamping: $0.place))
        } _: { [weak database] news in
            // Whoever hears of it must not be shown what was kept from before.
            if news.changes.contains(where: { !$0.isOwn }) { database?.raiseGeneration() }
            hear(TripNews(news))
        }
    }

    /// Waits, but not long, until open pages were told of what this node has stored so far. Blocks its thread.
    /// - Parameter others: also of what other nodes have.
    package func settle(others: Bool = false) { database.settle(others: others) }

    /// Notes what no store has noted with the thing itself: whoever misses it hears it with the next.
    package func note(_ changes: [TripChange]) async throws {
        guard !changes.isEmpty else { return }
        try await database.append { connection in changes.forEach(connection.note) }
    }
}

extension TripChange {
    /// Nil for a kind that only a newer version of the program knows.
    fileprivate init?(_ change: Change) {
        guard let kind = Kind(rawValue: change.kind), let trip = ID(bytes: change.trip) else { return nil }
        let ids = stride(from: 0, to: change.ids.count, by: 16).compactMap { ID(bytes: change.ids[$0..<min($0 + 16, change.ids.count)]) }
        self.init(
            kind, trip: trip, number: Int(clamping: change.number), ids: ids,
            data: change.data.isEmpty ? nil : JSON(stored: change.data))
    }
}

extension TripNews {
    fileprivate init(_ news: News) {
        changes = news.changes.compactMap { numbered in
            TripChange(numbered.change).map { (UInt64(clamping: numbered.place), $0, numbered.isOwn) }
        }
        fixes = news.fromOthers.flatMap { FixNews.read($0) }
        lastPlace = news.changes.last.map { UInt64(clamping: $0.place) }
        (isIncomplete, missesPositions) = (news.isIncomplete, news.missesPositions)
    }
}
