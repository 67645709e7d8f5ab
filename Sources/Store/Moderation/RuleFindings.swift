import Database
import Domain

extension CaseStore {
    /// What a rule found in a message, unless it found the same there before, whether that case is open or closed: a message that
    /// is changed again is not reported again.
    package static func fileOnce(
        _ filing: Filing, on subject: Subject, trip: ID, at now: Instant, newID: @Sendable () -> ID, on connection: Connection
    ) throws {
        let isKnown = try connection.one(
            """
            SELECT 1 FROM report r JOIN moderation_case k ON k.id = r.case_id
            WHERE k.message_number = ? AND r.reporter_id IS NULL AND r.text = ?
            """, [subject.message.map { Value($0) } ?? .null, .text(filing.text)]
        ) { _ in true }
        guard isKnown == nil else { return }
        try file(filing, on: subject, trip: trip, by: Author(id: nil, name: "Sotravel"), at: now, newID: newID, on: connection)
    }
}
