import Database
import Domain

/// Reviews of places: who reads which, and the stars that are made of them.
package struct PlaceReviewStore: Sendable {
    let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// Who reads: of held reviews their author sees their own, and staff those of their trip.
    package struct Reader: Sendable {
        package let trip: ID
        package let member: ID?
        package let isStaff: Bool
        package init(trip: ID, member: ID?, isStaff: Bool) { (self.trip, self.member, self.isStaff) = (trip, member, isStaff) }
    }

    static let columns = """
        r.number, t.shown_at, t.name, r.trip_id, r.member_id, m.first_name, m.last_name, m.photo_id, r.stars, r.text, r.is_for_all,
        r.state, r.written_at, r.edited_at
        """
    /// SQL: binds the trip.
    static let tables = """
        place_review r JOIN member m ON m.id = r.member_id JOIN place p ON p.id = r.place_id
        LEFT JOIN place_attachment a ON a.place_id = p.id AND a.trip_id = ? JOIN place t ON t.id = coalesce(a.target_id, p.id)
        """
    /// SQL: of the trip, or for all trips, unless its trip is in the bin. Binds the trip.
    static let isOfTrip = """
        (r.trip_id = ? OR (r.is_for_all = 1 AND EXISTS (SELECT 1 FROM trip x WHERE x.id = r.trip_id AND x.\(TripStore.isListed))))
        """
    /// SQL: somebody who is on two trips has one review of a place there: of this trip, else the newest. Binds the trip.
    private static let rank = """
        row_number() OVER (PARTITION BY t.shown_at, coalesce(m.account_id, m.id)
            ORDER BY r.trip_id = ? DESC, coalesce(r.edited_at, r.written_at) DESC, r.number DESC)
        """

    static func read(_ row: Row) -> PlaceReview {
        PlaceReview(
            number: row.int(0), place: PlaceID(row.text(1)), placeName: row.text(2), tripID: row.id(3),
            writer: .init(memberID: row.id(4), firstName: row.text(5), lastName: row.text(6), photo: row.optionalID(7)),
            stars: row.int(8), text: row.text(9), isForAll: row.boolean(10), state: .init(rawValue: row.text(11)) ?? .removed,
            writtenAt: row.at(12), editedAt: row.optionalAt(13))
    }

    /// SQL: visible to the reader.
    private static func isSeen(_ reader: Reader) -> (sql: String, values: [Value]) {
        (
            "\(isOfTrip) AND (r.state = 'visible' OR (r.state = 'held' AND r.trip_id = ? AND (? = 1 OR r.member_id = ?)))",
            [.id(reader.trip), .id(reader.trip), Value(reader.isStaff), .id(reader.member)]
        )
    }

    // MARK: reading

    /// What every place has got, as everybody on the trip sees it.
    package func ratings(trip: ID) throws -> PlaceRatings {
        let found = try database.read {
            try $0.all(
                """
                SELECT place, sum(stars), count(*) FROM (
                    SELECT t.shown_at AS place, r.stars AS stars, \(PlaceReviewStore.rank) AS rank FROM \(PlaceReviewStore.tables)
                    WHERE t.shown_at IS NOT NULL AND r.state = 'visible' AND \(PlaceReviewStore.isOfTrip)) ranked
                WHERE rank = 1 GROUP BY place
                """, [.id(trip), .id(trip), .id(trip)]
            ) { (PlaceID($0.text(0)), (sum: $0.int(1), count: $0.int(2))) }
        }
        return PlaceRatings(Dictionary(found.compactMap { id, stars in id.map { ($0, stars) } }, uniquingKeysWith: { first, _ in first }))
    }

    /// Newest first. One of each person.
    /// - Parameter offset: how many are left out, from the newest on.
    package func list(_ place: PlaceID, _ reader: Reader, offset: Int = 0, limit: Int) throws -> [PlaceReview] {
        let seen = PlaceReviewStore.isSeen(reader)
        return try database.read { connection in
            let found = try connection.all(
                """
                SELECT * FROM (SELECT \(PlaceReviewStore.columns), \(PlaceReviewStore.rank) AS rank FROM \(PlaceReviewStore.tables)
                    WHERE t.shown_at = ? AND \(seen.sql)) ranked
                WHERE rank = 1 ORDER BY coalesce(edited_at, written_at) DESC, number DESC LIMIT ? OFFSET ?
                """,
                [.id(reader.trip), .id(reader.trip), .text(place.description)] + seen.values + [Value(limit), Value(offset)],
                PlaceReviewStore.read)
            return try found.map { try PlaceReviewStore.withPhotos($0, on: connection) }
        }
    }

    /// Numbers of those that one of the members wrote, on their trip or as a member of another one.
    package func numbers(of reviews: [PlaceReview], by members: Set<ID>) throws -> Set<Int> {
        guard !reviews.isEmpty, !members.isEmpty else { return [] }
        func marks(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ", ") }
        return try database.read {
            Set(
                try $0.all(
                    """
                    SELECT r.number FROM place_review r JOIN member m ON m.id = r.member_id WHERE r.number IN (\(marks(reviews.count)))
                    AND EXISTS (SELECT 1 FROM member b WHERE b.id IN (\(marks(members.count)))
                        AND (b.id = m.id OR b.account_id = m.account_id))
                    """, reviews.map { Value($0.number) } + members.map { .id($0) }
                ) { $0.int(0) })
        }
    }

    package func find(_ number: Int, _ reader: Reader) throws -> PlaceReview? {
        let seen = PlaceReviewStore.isSeen(reader)
        return try database.read { connection in
            let found = try connection.one(
                "SELECT \(PlaceReviewStore.columns) FROM \(PlaceReviewStore.tables) WHERE r.number = ? AND \(seen.sql)",
                [.id(reader.trip), Value(number)] + seen.values, PlaceReviewStore.read)
            return try found.map { try PlaceReviewStore.withPhotos($0, on: connection) }
        }
    }

    /// The member's own of a place, whatever its state.
    package func own(_ place: PlaceID, of member: ID, trip: ID) throws -> PlaceReview? {
        try database.read { connection in
            let found = try connection.one(
                """
                SELECT \(PlaceReviewStore.columns) FROM \(PlaceReviewStore.tables)
                WHERE t.shown_at = ? AND r.member_id = ? ORDER BY r.state = 'deleted', coalesce(r.edited_at, r.written_at) DESC LIMIT 1
                """, [.id(trip), .text(place.description), .id(member)], PlaceReviewStore.read)
            return try found.map { try PlaceReviewStore.withPhotos($0, on: connection) }
        }
    }

    /// All of a member's that a reader sees, newest first.
    package func all(by member: ID, _ reader: Reader, limit: Int) throws -> [PlaceReview] {
        let seen = PlaceReviewStore.isSeen(reader)
        return try database.read { connection in
            let found = try connection.all(
                """
                SELECT \(PlaceReviewStore.columns) FROM \(PlaceReviewStore.tables)
                WHERE r.member_id = ? AND r.trip_id = ? AND \(seen.sql)
                ORDER BY coalesce(r.edited_at, r.written_at) DESC, r.number DESC LIMIT ?
                """, [.id(reader.trip), .id(member), .id(reader.trip)] + seen.values + [Value(limit)], PlaceReviewStore.read)
            return try found.map { try PlaceReviewStore.withPhotos($0, on: connection) }
        }
    }

    /// Everything that a member wrote, with what was deleted or removed, oldest first.
    package func kept(of member: ID, trip: ID) throws -> [PlaceReview] {
        try database.read { connection in
            try connection.all(
                "SELECT \(PlaceReviewStore.columns) FROM \(PlaceReviewStore.tables) WHERE r.member_id = ? ORDER BY r.number",
                [.id(trip), .id(member)], PlaceReviewStore.read)
        }
    }

    /// Texts of the member's newest reviews, for the rule against repetition.
    package func recent(by member: ID, since: Instant) throws -> [(text: String, at: Instant)] {
        try database.read {
            try $0.all(
                """
                SELECT text, coalesce(edited_at, written_at) AS at FROM place_review
                WHERE member_id = ? AND coalesce(edited_at, written_at) > ? ORDER BY at
                """, [.id(member), .at(since)]
            ) { (text: $0.text(0), at: $0.at(1)) }
        }
    }

    static func withPhotos(_ review: PlaceReview, on connection: Connection) throws -> PlaceReview {
        var review = review
        review.photos = try connection.all(
            """
            SELECT p.id, p.width, p.height FROM place_review_photo o JOIN photo p ON p.id = o.photo_id
            WHERE o.number = ? AND o.replaced_at IS NULL ORDER BY o.position
            """, [Value(review.number)]
        ) { MessagePhoto(id: $0.id(0), width: $0.int(1), height: $0.int(2)) }
        return review
    }

    /// Of every place the newest photo that everybody on the trip sees.
    package func photos(trip: ID) throws -> [PlaceID: ID] {
        let found = try database.read {
            try $0.all(
                """
                SELECT t.shown_at, o.photo_id FROM \(PlaceReviewStore.tables) JOIN place_review_photo o ON o.number = r.number
                WHERE t.shown_at IS NOT NULL AND r.state = 'visible' AND o.replaced_at IS NULL AND \(PlaceReviewStore.isOfTrip)
                ORDER BY coalesce(r.edited_at, r.written_at) DESC, r.number DESC, o.position
                """, [.id(trip), .id(trip)]
            ) { (place: PlaceID($0.text(0)), photo: $0.id(1)) }
        }
        return Dictionary(found.compactMap { row in row.place.map { ($0, row.photo) } }, uniquingKeysWith: { first, _ in first })
    }

    /// A photo of a review that the reader sees.
    package func photo(_ id: ID, _ size: PhotoSize, _ reader: Reader) throws -> [UInt8]? {
        let column = size == .large ? "large" : "small"
        let seen = PlaceReviewStore.isSeen(reader)
        return try database.read {
            try $0.one(
                """
                SELECT f.\(column) FROM photo f JOIN place_review_photo o ON o.photo_id = f.id JOIN place_review r ON r.number = o.number
                WHERE f.id = ? AND o.replaced_at IS NULL AND \(seen.sql)
                """, [.id(id)] + seen.values
            ) { $0.blob(0) }
        }
    }
}
