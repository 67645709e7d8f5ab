import Database
import Domain

/// Columns of announcements, and the values that they become.
enum AnnouncementRows {
    static let columns = """
        a.id, a.trip_id, a.state, a.title, a.text, a.urgency, a.signed_by, a.event_id, a.place, a.latitude, a.longitude, a.audience,
        a.audience_words, a.adds_later, a.scheduled_at, a.expires_at, a.corrects_id, a.author_name, a.made_at, a.sent_at,
        a.recalled_at, a.recalled_by, a.reminded_at, a.version,
        (SELECT c.id FROM announcement c WHERE c.corrects_id = a.id AND c.state = 'sent' ORDER BY c.sent_at DESC LIMIT 1),
        a.photo_id, a.photo_words, (SELECT p.width FROM announcement_photo p WHERE p.id = a.photo_id),
        (SELECT p.height FROM announcement_photo p WHERE p.id = a.photo_id)
        """
    static let count: Int32 = 29

    static func read(_ row: Row) -> Announcement {
        var content = AnnouncementContent()
        (content.title, content.text) = (row.text(3), row.text(4))
        content.urgency = Urgency(rawValue: row.int(5)) ?? .normal
        (content.signedBy, content.event) = (row.text(6), row.optionalID(7))
        let coordinates = row.optionalReal(9).flatMap { latitude in
            row.optionalReal(10).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        if !row.text(8).isEmpty || coordinates != nil { content.place = AnnouncedPlace(name: row.text(8), coordinates: coordinates) }
        content.audience = AnnouncementAudience(row.text(11)) ?? AnnouncementAudience()
        (content.addsLater, content.scheduledAt, content.expiresAt) = (row.boolean(13), row.optionalAt(14), row.optionalAt(15))
        content.corrects = row.optionalID(16)
        content.photo = row.optionalID(25).map { photo in
            AnnouncedPhoto(picture: MessagePhoto(id: photo, width: row.int(27), height: row.int(28)), words: row.text(26))
        }
        return Announcement(
            id: row.id(0), tripID: row.id(1), state: AnnouncementState(rawValue: row.text(2)) ?? .draft, content: content,
            audienceWords: row.text(12), authorName: row.text(17), madeAt: row.at(18), sentAt: row.optionalAt(19),
            recalledAt: row.optionalAt(20), recalledBy: row.text(21), remindedAt: row.optionalAt(22), correctedBy: row.optionalID(24),
            version: row.int(23))
    }

    static func find(_ rest: String, _ values: [Value], on connection: Connection) throws -> [Announcement] {
        let bare = try connection.all("SELECT \(columns) FROM announcement a \(rest)", values, read)
        return try bare.map { try withAnswers($0, on: connection) }
    }

    static func withAnswers(_ bare: Announcement, on connection: Connection) throws -> Announcement {
        var content = bare.content
        content.answers = try answers(of: bare.id, on: connection)
        return Announcement(
            id: bare.id, tripID: bare.tripID, state: bare.state, content: content, audienceWords: bare.audienceWords,
            authorName: bare.authorName, madeAt: bare.madeAt, sentAt: bare.sentAt, recalledAt: bare.recalledAt, recalledBy: bare.recalledBy,
            remindedAt: bare.remindedAt, correctedBy: bare.correctedBy, version: bare.version)
    }

    private static func answers(of announcement: ID, on connection: Connection) throws -> [AnnouncementAnswer] {
        try connection.all(
            "SELECT label, asks_text, asks_for_help FROM announcement_answer WHERE announcement_id = ? ORDER BY position",
            [.id(announcement)]
        ) { AnnouncementAnswer(label: $0.text(0), asksText: $0.boolean(1), asksForHelp: $0.boolean(2)) }
    }

    // MARK: writing

    private static let written = [
        "state", "title", "text", "urgency", "signed_by", "event_id", "place", "latitude", "longitude", "audience", "audience_words",
        "adds_later", "scheduled_at", "expires_at", "corrects_id", "author_id", "author_name", "is_by_admin", "photo_id", "photo_words",
    ]

    private static func values(_ record: AnnouncementRecord, by author: Author) -> [Value] {
        let content = record.content
        return [
            .text(record.state.rawValue), .text(content.title), .text(content.text), Value(content.urgency.rawValue),
            .text(content.signedBy), .id(content.event), .text(content.place?.name ?? ""),
            Value(content.place?.coordinates?.latitude), Value(content.place?.coordinates?.longitude), .text(content.audience.text),
            .text(record.words), Value(content.addsLater), .at(content.scheduledAt), .at(content.expiresAt), .id(content.corrects),
            .id(author.id), .text(author.name), Value(record.isByAdmin), .id(content.photo?.id), .text(content.photo?.words ?? ""),
        ]
    }

    static func insert(_ record: AnnouncementRecord, by author: Author, at now: Instant, on connection: Connection) throws {
        let places = Array(repeating: "?", count: written.count + 3).joined(separator: ", ")
        try connection.run(
            "INSERT INTO announcement (\(written.joined(separator: ", ")), id, trip_id, made_at) VALUES (\(places))",
            values(record, by: author) + [.id(record.id), .id(record.trip), .at(now)])
        try writeAnswers(record, on: connection)
    }

    static func update(_ record: AnnouncementRecord, by author: Author, on connection: Connection) throws {
        try connection.run(
            "UPDATE announcement SET \(written.map { $0 + " = ?" }.joined(separator: ", ")), version = version + 1 WHERE id = ?",
            values(record, by: author) + [.id(record.id)])
        try connection.run("DELETE FROM announcement_answer WHERE announcement_id = ?", [.id(record.id)])
        try writeAnswers(record, on: connection)
    }

    private static func writeAnswers(_ record: AnnouncementRecord, on connection: Connection) throws {
        for (position, answer) in record.content.answers.enumerated() {
            try connection.run(
                "INSERT INTO announcement_answer (announcement_id, position, label, asks_text, asks_for_help) VALUES (?, ?, ?, ?, ?)",
                [.id(record.id), Value(position), .text(answer.label), Value(answer.asksText), Value(answer.asksForHelp)])
        }
    }
}

/// An announcement that is not sent yet, as somebody has typed it.
package struct AnnouncementRecord: Sendable {
    package let id: ID
    package let trip: ID
    package let content: AnnouncementContent
    package let state: AnnouncementState
    /// The version that it was typed over; nil for a new one.
    package let version: Int?
    package let words: String
    package let isByAdmin: Bool
    package init(
        id: ID, trip: ID, content: AnnouncementContent, state: AnnouncementState, version: Int?, words: String, isByAdmin: Bool
    ) {
        (self.id, self.trip, self.content, self.state) = (id, trip, content, state)
        (self.version, self.words, self.isByAdmin) = (version, words, isByAdmin)
    }
}

/// Whom an announcement goes to, each with the id of their notice.
package struct AnnouncementSending: Sendable {
    package let id: ID
    package let trip: ID
    package let people: [(member: ID, notice: ID)]
    package let words: String
    /// How many urgent ones the last hour may hold besides; nil for any number.
    package let urgentLimit: Int?
    package init(id: ID, trip: ID, people: [(member: ID, notice: ID)], words: String, urgentLimit: Int?) {
        (self.id, self.trip, self.people, self.words, self.urgentLimit) = (id, trip, people, words, urgentLimit)
    }
}
