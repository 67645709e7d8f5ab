import Database
import Domain

/// What open pages hear of events, noted in the transaction of the change.
extension EventStore {
    /// - Parameter told: whom it concerns, and how.
    static func note(_ event: ID, _ trip: ID, title: String, told: [ID: EventHint] = [:], on connection: Connection) {
        connection.note(.event(event, trip))
        for (hint, members) in Dictionary(grouping: told.keys, by: { told[$0] ?? .own }) {
            connection.note(.told(members.sorted(), hint, of: event, title: title, trip))
        }
    }

    /// The same where the caller has not read the event. Nothing where it is no longer there.
    static func note(_ event: ID, told: [ID: EventHint], on connection: Connection) throws {
        let found = try connection.one("SELECT trip_id, title FROM event WHERE id = ?", [.id(event)]) {
            (trip: $0.id(0), title: $0.text(1))
        }
        if let found { note(event, found.trip, title: found.title, told: told, on: connection) }
    }

    /// Everybody who is invited hears why they should look at it, but for the person who makes the change.
    static func noteToInvited(
        _ hint: EventHint, of event: ID, _ trip: ID, title: String, but author: Author, on connection: Connection
    ) throws {
        let members = try connection.all(
            """
            SELECT member_id FROM invitation
            WHERE event_id = ? AND member_id NOT IN (SELECT id FROM member WHERE account_id = ?) ORDER BY number
            """, [.id(event), .id(author.id)]
        ) { $0.id(0) }
        if !members.isEmpty { connection.note(.told(members, hint, of: event, title: title, trip)) }
    }
}
