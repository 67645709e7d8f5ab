import Database
import Domain

/// What a case is about, also when it has gone from the conversation since.
extension CaseStore {
    /// Former texts of a message, oldest first.
    package func edits(of number: Int) throws -> [(text: String, until: Instant)] {
        try database.read {
            try $0.all("SELECT text, replaced_at FROM message_edit WHERE number = ? ORDER BY replaced_at", [Value(number)]) {
                ($0.text(0), $0.at(1))
            }
        }
    }

    package func photos(of message: Int) throws -> [ID] {
        try database.read {
            try $0.all("SELECT photo_id FROM message_photo WHERE number = ? ORDER BY position", [Value(message)]) { row in row.id(0) }
        }
    }

    /// A photo of a message or a review that a case of the trip is about.
    package func photo(_ id: ID, _ size: PhotoSize, trip: ID) throws -> [UInt8]? {
        let column = size == .large ? "large" : "small"
        return try database.read {
            try $0.one(
                """
                SELECT p.\(column) FROM photo p WHERE p.id = ?1 AND (EXISTS (SELECT 1 FROM message_photo o
                        JOIN moderation_case k ON k.message_number = o.number WHERE o.photo_id = p.id AND k.trip_id = ?2)
                    OR EXISTS (SELECT 1 FROM place_review_photo o
                        JOIN moderation_case k ON k.review_number = o.number WHERE o.photo_id = p.id AND k.trip_id = ?2))
                """, [.id(id), .id(trip)]
            ) { row in row.blob(0) }
        }
    }
}
