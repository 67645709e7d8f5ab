import Database
import Domain

/// Calls for help. They are acknowledged, never deleted.
package struct AlertStore: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// What became of a call.
    package enum Outcome: Sendable, Equatable { case raised, added, repeated }

    private static let columns = """
        a.id, a.trip_id, a.member_id, trim(m.first_name || ' ' || m.last_name), m.phone, a.is_test, a.raised_at, a.acknowledged_at,
        a.acknowledged_by FROM alert a JOIN member m ON m.id = a.member_id
        """

    private static func alert(_ row: Row, _ calls: [Alert.Call]) -> Alert {
        Alert(
            id: row.id(0), tripID: row.id(1), memberID: row.id(2), memberName: row.text(3), phone: row.text(4), isTest: row.boolean(5),
            raisedAt: row.at(6), calls: calls, acknowledgedAt: row.optionalAt(7), acknowledgedBy: row.text(8))
    }

    private static func call(_ row: Row) -> Alert.Call {
        let coordinates = row.optionalReal(5).flatMap { latitude in
            row.optionalReal(6).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let place = coordinates.flatMap { coordinates in
            row.optionalAt(8).map { Alert.Location(coordinates: coordinates, accuracy: row.optionalReal(7), fixedAt: $0) }
        }
        return Alert.Call(
            id: row.id(0), source: Alert.Source(rawValue: row.text(1)) ?? .page, text: row.text(2), calledAt: row.at(3),
            receivedAt: row.at(4), place: place)
    }

    private static func calls(of alert: ID, _ connection: Connection) throws -> [Alert.Call] {
        try connection.all(
            """
            SELECT id, source, text, called_at, received_at, latitude, longitude, accuracy, fixed_at FROM alert_call
            WHERE alert_id = ? ORDER BY received_at, id
            """, [.id(alert)], call)
    }

    private func alerts(_ rest: String, _ values: [Value]) throws -> [Alert] {
        try database.read { connection in
            // Nearly always none.
            let bare = try connection.all("SELECT \(AlertStore.columns) \(rest)", values) { AlertStore.alert($0, []) }
            return try bare.map { $0.with(try AlertStore.calls(of: $0.id, connection)) }
        }
    }

    /// Of every trip, oldest first: who has waited longest is on top.
    package func open() throws -> [Alert] { try alerts("WHERE a.acknowledged_at IS NULL ORDER BY a.raised_at, a.id", []) }

    /// Newest first.
    package func recent(trip: ID, limit: Int) throws -> [Alert] {
        try alerts("WHERE a.trip_id = ? ORDER BY a.raised_at DESC, a.id LIMIT ?", [.id(trip), Value(limit)])
    }

    package func find(_ id: ID, trip: ID) throws -> Alert? { try alerts("WHERE a.id = ? AND a.trip_id = ?", [.id(id), .id(trip)]).first }

    package func all(of member: ID) throws -> [Alert] {
        try alerts("WHERE a.member_id = ? ORDER BY a.raised_at, a.id", [.id(member)])
    }

    package func newest(member: ID) throws -> Alert? {
        try alerts("WHERE a.member_id = ? ORDER BY a.raised_at DESC, a.id LIMIT 1", [.id(member)]).first
    }

    /// Phone number of the person who took the alert, from their entry on the trip; the alert itself keeps only their name.
    package func takerPhone(of alert: Alert) throws -> String {
        guard let at = alert.acknowledgedAt else { return "" }
        return try database.read { connection in
            try connection.one(
                """
                SELECT m.phone FROM audit u JOIN member m ON m.account_id = u.actor_id AND m.trip_id = u.trip_id
                WHERE u.subject_id = ? AND u.action = ? AND u.at = ? ORDER BY u.sequence DESC LIMIT 1
                """, [.id(alert.memberID), .text(AlertStore.acknowledged), .at(at)]
            ) { $0.text(0) } ?? ""
        }
    }

    private static let acknowledged = "SOS acknowledged"

    /// Whether this call of a phone has arrived before.
    package func isKnown(_ client: ID, of member: ID) throws -> Bool {
        try database.read { try AlertStore.isKnown(client, of: member, $0) }
    }

    /// Opens an alert, or adds the call to the one that is open.
    /// - Parameters:
    ///   - client: the phone's id of the call; a second arrival changes nothing.
    ///   - repetition: a tracker's alarm that comes again within this time only updates the position.
    package func add(
        _ call: Alert.Call, client: ID?, toOpenOr new: Alert, repetition: Duration, by author: Author
    ) async throws -> Outcome {
        try await database.change(isUrgent: true) { connection in
            if let client, try AlertStore.isKnown(client, of: new.memberID, connection) { return .repeated }
            let open = try connection.one(
                "SELECT id FROM alert WHERE member_id = ? AND is_test = ? AND acknowledged_at IS NULL ORDER BY raised_at DESC, id LIMIT 1",
                [.id(new.memberID), Value(new.isTest)]
            ) { $0.id(0) }
            if let open, let last = try AlertStore.calls(of: open, connection).last, call.source == .tracker, last.source == .tracker,
                call.receivedAt - last.receivedAt < repetition
            {
                return try AlertStore.move(last, to: call.place, connection) ? .added : .repeated
            }
            if open == nil { try AlertStore.insert(new, at: call.receivedAt, connection) }
            try AlertStore.insert(call, client: client, alert: open ?? new.id, member: new.memberID, connection)
            try AuditStore.append(
                (new.isTest ? "test SOS" : "SOS") + (open == nil ? "" : " again"), subject: .init(id: new.memberID, name: new.memberName),
                trip: new.tripID, changes: [AuditChange(field: "text", from: "", to: call.text)], by: author, at: call.receivedAt,
                on: connection)
            return open == nil ? .raised : .added
        }
    }

    private static func isKnown(_ client: ID, of member: ID, _ connection: Connection) throws -> Bool {
        try connection.one("SELECT 1 FROM alert_call WHERE member_id = ? AND client_id = ?", [.id(member), .id(client)]) { _ in true }
            ?? false
    }

    private static func move(_ call: Alert.Call, to place: Alert.Location?, _ connection: Connection) throws -> Bool {
        guard let place, place.fixedAt > call.place.map({ min($0.fixedAt, call.receivedAt) }) ?? Instant(seconds: 0) else { return false }
        try connection.run(
            "UPDATE alert_call SET latitude = ?, longitude = ?, accuracy = ?, fixed_at = ? WHERE id = ?", values(of: place) + [.id(call.id)]
        )
        return true
    }

    private static func values(of place: Alert.Location?) -> [Value] {
        [Value(place?.coordinates.latitude), Value(place?.coordinates.longitude), Value(place?.accuracy), .at(place?.fixedAt)]
    }

    /// - Parameter now: if the clock was set back since the member's last alert, the new one is dated after that: the member reads of the
    ///   newest.
    private static func insert(_ alert: Alert, at now: Instant, _ connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO alert (id, trip_id, member_id, kind, is_test, raised_at) VALUES (?, ?, ?, 'sos', ?,
                max(?, coalesce((SELECT max(o.raised_at) + 1 FROM alert o WHERE o.member_id = ? AND o.raised_at > ?), 0)))
            """,
            [
                .id(alert.id), .id(alert.tripID), .id(alert.memberID), Value(alert.isTest), .at(alert.raisedAt), .id(alert.memberID),
                .at(now),
            ])
    }

    private static func insert(_ call: Alert.Call, client: ID?, alert: ID, member: ID, _ connection: Connection) throws {
        try connection.run(
            """
            INSERT INTO alert_call
                (id, alert_id, member_id, client_id, source, text, called_at, received_at, latitude, longitude, accuracy, fixed_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .id(call.id), .id(alert), .id(member), .id(client), .text(call.source.rawValue), .text(call.text), .at(call.calledAt),
                .at(call.receivedAt),
            ] + values(of: call.place))
    }

    /// Nil for no such alert on the trip; else whether it was this call that acknowledged it.
    package func acknowledge(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> (alert: Alert, isFirst: Bool)? {
        try await database.change(isUrgent: true) { connection in
            let count = try connection.run(
                "UPDATE alert SET acknowledged_at = ?, acknowledged_by = ? WHERE id = ? AND trip_id = ? AND acknowledged_at IS NULL",
                [.at(now), .text(author.name), .id(id), .id(trip)])
            let found = try connection.one("SELECT \(AlertStore.columns) WHERE a.id = ? AND a.trip_id = ?", [.id(id), .id(trip)]) {
                AlertStore.alert($0, [])
            }
            guard let found else { return nil }
            if count == 1 {
                try AuditStore.append(
                    AlertStore.acknowledged, subject: .init(id: found.memberID, name: found.memberName), trip: trip, by: author, at: now,
                    on: connection)
            }
            return (found.with(try AlertStore.calls(of: found.id, connection)), count == 1)
        }
    }
}
