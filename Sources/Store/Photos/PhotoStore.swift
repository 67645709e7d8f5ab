import Database
import Domain

/// Photos of people and in messages. What belongs to nothing any more is deleted in the same transaction.
package struct PhotoStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    static func insert(_ photo: NewPhoto, of member: ID, trip: ID, at now: Instant, on connection: Connection) throws {
        try connection.run(
            "INSERT INTO photo (id, trip_id, member_id, face, small, large, width, height, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .id(photo.id), .id(trip), .id(member), photo.face.map { .blob($0) } ?? .null, .blob(photo.small), .blob(photo.large),
                Value(photo.width), Value(photo.height), .at(now),
            ])
    }

    /// Nil takes the photo away.
    package func setFace(_ photo: NewPhoto?, of member: ID, name: String, trip: ID, by author: Author, at now: Instant) async throws {
        try await database.change { connection in
            let old = try connection.one("SELECT photo_id FROM member WHERE id = ?", [.id(member)]) { $0.optionalID(0) } ?? nil
            if let photo { try PhotoStore.insert(photo, of: member, trip: trip, at: now, on: connection) }
            try connection.run("UPDATE member SET photo_id = ? WHERE id = ?", [.id(photo?.id), .id(member)])
            if let old { try connection.run("DELETE FROM photo WHERE id = ?", [.id(old)]) }
            try AuditStore.append(
                photo == nil ? "photo removed" : "photo changed", subject: .init(id: member, name: name), trip: trip, by: author, at: now,
                on: connection)
        }
    }

    package func face(of member: ID) throws -> ID? {
        try database.read { try $0.one("SELECT photo_id FROM member WHERE id = ?", [.id(member)]) { $0.optionalID(0) } ?? nil }
    }

    /// Every photo of a member: of their profile, and of their messages and reviews in their order.
    package func owned(by member: ID) throws -> [OwnPhoto] {
        try database.read { connection in
            try connection.all(
                """
                SELECT p.id, m.photo_id IS NOT DISTINCT FROM p.id, coalesce(s.sent_at, p.created_at), s.number, o.number
                FROM photo p JOIN member m ON m.id = p.member_id
                LEFT JOIN message_photo f ON f.photo_id = p.id LEFT JOIN message s ON s.number = f.number
                LEFT JOIN place_review_photo o ON o.photo_id = p.id
                WHERE p.member_id = ? ORDER BY 2 DESC, o.number, o.position, s.number, f.position, p.id
                """, [.id(member)]
            ) { row in
                var photo = OwnPhoto(id: row.id(0), isFace: row.boolean(1), at: row.at(2), message: row.optionalInteger(3).map(Int.init))
                photo.review = row.optionalInteger(4).map(Int.init)
                return photo
            }
        }
    }

    /// The largest copy; nil for what is not theirs, or no more.
    package func large(_ id: ID, of member: ID) throws -> [UInt8]? {
        try database.read { connection in
            try connection.one("SELECT large FROM photo WHERE id = ? AND member_id = ?", [.id(id), .id(member)]) { $0.blob(0) }
        }
    }

    /// A photo that shows somebody on the trip.
    package func findFace(_ id: ID, _ size: PhotoSize, trip: ID) throws -> [UInt8]? {
        let column =
            switch size {
            case .face: "face"
            case .small: "small"
            case .large: "large"
            }
        return try database.read { connection in
            try connection.one(
                """
                SELECT p.\(column) FROM photo p JOIN member m ON m.photo_id = p.id
                WHERE p.id = ? AND p.trip_id = ? AND p.\(column) IS NOT NULL
                """, [.id(id), .id(trip)]
            ) { $0.blob(0) }
        }
    }
}
