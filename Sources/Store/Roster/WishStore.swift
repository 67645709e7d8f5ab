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
                Wish(
                    id: $0.id(0), member: $0.id(1), other: $0.id(2), kind: WishKind(rawValue: $0.text(3)) ?? .apart,
                    set: LaneSetKey(rawValue: $0.text(4)), note: $0.text(5))
            }
        }
    }

    /// In place of what was noted about the two before.
    package func set(_ wish: Wish, trip: ID, by author: Author, at now: Instant) async throws {
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
        }
    }

    package func remove(_ wish: ID, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let count = try connection.run("DELETE FROM wish WHERE id = ? AND trip_id = ?", [.id(wish), .id(trip)])
            guard count == 1 else { throw Refusal.notFound }
            try WishStore.record("wish removed", wish, trip, author, now, connection)
        }
    }

    private static func record(
        _ action: String, _ wish: ID, _ trip: ID, _ author: Author, _ now: Instant, _ connection: Connection
    ) throws {
        try AuditStore.append(action, subject: .init(id: wish, name: "two people"), trip: trip, by: author, at: now, on: connection)
        connection.note(.roster(trip))
    }
}
