import Database
import Domain

/// What open pages of a conversation have to hear of.
extension MessageStore {
    /// - Parameter ids: what the kind has besides the conversation.
    static func note(
        _ kind: TripChange.Kind, _ number: Int, in conversation: ID, _ ids: [ID] = [], on connection: Connection
    ) throws {
        let trip = try connection.one("SELECT trip_id FROM conversation WHERE id = ?", [.id(conversation)]) { $0.id(0) }
        guard let trip else { return }
        connection.note(TripChange(kind, trip: trip, number: number, ids: [conversation] + ids))
    }

    /// - Parameter ids: what the kind has besides the conversation.
    static func note(_ kind: TripChange.Kind, of number: Int, _ ids: [ID] = [], on connection: Connection) throws {
        let found = try connection.one("SELECT conversation_id FROM message WHERE number = ?", [Value(number)]) { $0.id(0) }
        if let found { try note(kind, number, in: found, ids, on: connection) }
    }

    /// What rules have found: somebody who may need help is on every page of the staff, whatever trip is open there.
    static func note(_ findings: CaseStore.Findings, on connection: Connection) {
        connection.note(TripChange(.cases, trip: findings.trip))
        if findings.filings.contains(where: \.isUrgent) { connection.note(TripChange(.alerts, trip: findings.trip)) }
    }
}
