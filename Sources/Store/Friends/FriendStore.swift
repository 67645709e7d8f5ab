import Database
import Domain

/// The others of a trip as travellers see them: only the fields that are for friends are ever read.
package struct FriendStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    private static let stored = MemberField.seenByFriends
    private static let columns = stored.map(\.rawValue).joined(separator: ", ")

    private static func friend(_ row: Row) -> Friend {
        var fields = MemberFields()
        for (index, field) in stored.enumerated() { fields[field] = row.text(Int32(index + 3)) }
        return Friend(id: row.id(0), role: Role(row, 1), fields: fields, photo: row.optionalID(2))
    }

    /// Everybody on the trip, in order of name.
    package func list(trip: ID) throws -> [Friend] {
        try database.read { connection in
            try connection.all(
                """
                SELECT id, \(Role.column), photo_id, \(FriendStore.columns) FROM member
                WHERE trip_id = ? AND status NOT IN ('cancelled', 'left') ORDER BY sort_name, id
                """, [.id(trip)], FriendStore.friend)
        }
    }

    package func find(_ id: ID, trip: ID) throws -> Friend? {
        try database.read { connection in
            try connection.one(
                """
                SELECT id, \(Role.column), photo_id, \(FriendStore.columns) FROM member
                WHERE id = ? AND trip_id = ? AND status NOT IN ('cancelled', 'left')
                """, [.id(id), .id(trip)], FriendStore.friend)
        }
    }
}
