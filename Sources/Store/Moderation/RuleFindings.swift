import Database
import Domain

extension CaseStore {
    /// What rules found in a message: filed in the transaction that stores it.
    package struct Findings: Sendable {
        package let trip: ID
        /// Nil where it is about none.
        package let conversation: ID?
        /// Where it was written, in words.
        package let place: String
        package let filings: [Filing]
        /// For cases and reports.
        package let newID: @Sendable () -> ID
        package init(trip: ID, conversation: ID?, place: String, filings: [Filing], newID: @escaping @Sendable () -> ID) {
            self.trip = trip
            self.conversation = conversation
            self.place = place
            self.filings = filings
            self.newID = newID
        }
    }

    /// Files each, unless a rule found the same in the message before, whether that case is open or closed: a message that is changed
    /// again is not reported again.
    static func file(
        _ findings: Findings, in message: Int, by member: ID, text: String, at now: Instant, on connection: Connection
    ) throws {
        let subject = Subject(
            kind: .message, message: message, member: member, conversation: findings.conversation, snapshot: text, place: findings.place)
        let rules = Author(id: nil, name: "Sotravel")
        for filing in findings.filings where try !isKnown(filing, in: message, on: connection) {
            try file(filing, on: subject, trip: findings.trip, by: rules, at: now, newID: findings.newID, on: connection)
        }
    }

    private static func isKnown(_ filing: Filing, in message: Int, on connection: Connection) throws -> Bool {
        try connection.one(
            """
            SELECT 1 FROM report r JOIN moderation_case k ON k.id = r.case_id
            WHERE k.message_number = ? AND r.reporter_id IS NULL AND r.text = ?
            """, [Value(message), .text(filing.text)]
        ) { _ in true } ?? false
    }
}
