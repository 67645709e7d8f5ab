import Database
import Domain

/// Hosts' notes about two people. The trail says that there was one, and of whom not a word: moderators read it.
package struct WishStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package func list(trip: ID) throws -> [Wish] {
        try database.read { connection in
            try connection.all(
                "SELECT id, member_id, other_id, kind, lane_set, note FROM wish WHERE trip_id = ? ORDER BY id", [.id(trip)]
            ) {
                WishStore.wish($0)
            }
        }
    }

    private static func wish(_ row: Row) -> Wish {
        Wish(
            id: row.id(0), member: row.id(1), other: row.id(2), kind: WishKind(rawValue: row.text(3)) ?? .apart,
            set: LaneSetKey(rawValue: row.text(4)), note: row.text(5))
    }

    /// In place of what was noted about the two before.
    /// - Returns: the wish's id: of two people there is one wish.
    @discardableResult
    package func set(_ wish: Wish, trip: ID, by author: Author, at now: Instant) async throws -> ID {
        try await database.change { connection in
            let known = try connection.one(
                "SELECT count(*) FROM member WHERE trip_id = ? AND id IN (?, ?)", [.id(trip), .id(wish.member), .id(wish.other)]
            ) { $0.int(0) }
            guard known == 2 else { throw Refusal.notFound }
            try connection.run(
                """
                INSERT INTO wish (id, trip_id, member_id, other_id, kind, lane_set, note) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (member_id, other_id) DO UPDATE SET kind = excluded.kind, lane_set = excluded.lane_set, note = excluded.note
                """,
                [
                    .id(wish.id), .id(trip), .id(wish.member), .id(wish.other), .text(wish.kind.rawValue),
                    .text(wish.set?.rawValue ?? ""), .text(wish.note),
                ])
            try WishStore.record("wish noted", wish.id, trip, author, now, connection)
            return try connection.one(
                "SELECT id FROM wish WHERE member_id = ? AND other_id = ?", [.id(wish.member), .id(wish.other)]
            ) { $0.id(0) } ?? wish.id
        }
    }

    package func remove(_ wish: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            try connection.run("DELETE FROM removed_wish WHERE id = ?", [.id(wish)])
            try connection.run(
                """
                INSERT INTO removed_wish (id, trip_id, member_id, other_id, kind, lane_set, note, removed_at)
                SELECT id, trip_id, member_id, other_id, kind, lane_set, note, ? FROM wish WHERE id = ? AND trip_id = ?
                """, [.at(now), .id(wish), .id(trip)])
            let count = try connection.run("DELETE FROM wish WHERE id = ? AND trip_id = ?", [.id(wish), .id(trip)])
            guard count == 1 else { throw Refusal.notFound }
            try WishStore.record("wish removed", wish, trip, author, now, connection)
        }
    }

    /// One that was removed a moment ago; nil where nothing is kept of it.
    package func removed(_ wish: ID, trip: ID, at now: Instant) throws -> Wish? {
        try database.read { connection in
            try connection.one(
                """
                SELECT id, member_id, other_id, kind, lane_set, note FROM removed_wish WHERE id = ? AND trip_id = ? AND removed_at > ?
                """, [.id(wish), .id(trip), .at(now - PassingState.undoLasts)]
            ) { WishStore.wish($0) }
        }
    }

    /// After a second press, or where something else was noted about the two since, there is nothing to do.
    package func restore(_ wish: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run(
                """
                INSERT INTO wish (id, trip_id, member_id, other_id, kind, lane_set, note)
                SELECT id, trip_id, member_id, other_id, kind, lane_set, note FROM removed_wish
                WHERE id = ? AND trip_id = ? AND removed_at > ? ON CONFLICT DO NOTHING
                """, [.id(wish), .id(trip), .at(now - PassingState.undoLasts)])
            guard count == 1 else {
                let isThere = try connection.one("SELECT 1 FROM wish WHERE id = ? AND trip_id = ?", [.id(wish), .id(trip)]) { _ in true }
                guard isThere == true else { throw Refusal.conflict("This wish can no longer be brought back. Add it again.") }
                return
            }
            try connection.run("DELETE FROM removed_wish WHERE id = ?", [.id(wish)])
            try WishStore.record("wish restored", wish, trip, author, now, connection)
        }
    }

    private static func record(
        _ action: String, _ wish: ID, _ trip: ID, _ author: Author, _ now: Instant, _ connection: Connection
    ) throws {
        try AuditStore.append(action, subject: .init(id: wish, name: "two people"), trip: trip, by: author, at: now, on: connection)
        connection.note(.roster(trip))
    }
}
