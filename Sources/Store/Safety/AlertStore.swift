import Database
import Domain

/// Calls for help. They are acknowledged, never deleted.
package struct AlertStore: Sendable {
    private let database: Database
    package init(_ database: Database) { self.database = database }

    private static let columns = """
        a.id, a.trip_id, a.member_id, trim(m.first_name || ' ' || m.last_name), m.phone, a.source, a.text, a.is_test, a.raised_at,
        a.latitude, a.longitude, a.accuracy, a.fixed_at, a.acknowledged_at, a.acknowledged_by
        FROM alert a JOIN member m ON m.id = a.member_id
        """

    private static func alert(_ row: Row) -> Alert {
        let coordinates = row.optionalReal(9).flatMap { latitude in
            row.optionalReal(10).flatMap { Coordinates(latitude: latitude, longitude: $0) }
        }
        let place = coordinates.flatMap { coordinates in
            row.optionalAt(12).map { Alert.Place(coordinates: coordinates, accuracy: row.optionalReal(11), fixedAt: $0) }
        }
        return Alert(
            id: row.id(0), tripID: row.id(1), memberID: row.id(2), memberName: row.text(3), phone: row.text(4),
            source: Alert.Source(rawValue: row.text(5)) ?? .page, text: row.text(6), isTest: row.boolean(7), raisedAt: row.at(8),
            place: place, acknowledgedAt: row.optionalAt(13), acknowledgedBy: row.text(14))
    }

    /// Oldest first: who has waited longest is on top.
    package func open(trip: ID) throws -> [Alert] {
        try database.read {
            try $0.all(
                "SELECT \(AlertStore.columns) WHERE a.trip_id = ? AND a.acknowledged_at IS NULL ORDER BY a.raised_at, a.id", [.id(trip)],
                AlertStore.alert)
        }
    }

    /// Newest first.
    package func recent(trip: ID, limit: Int) throws -> [Alert] {
        try database.read {
            try $0.all(
                "SELECT \(AlertStore.columns) WHERE a.trip_id = ? ORDER BY a.raised_at DESC, a.id LIMIT ?", [.id(trip), Value(limit)],
                AlertStore.alert)
        }
    }

    package func all(of member: ID) throws -> [Alert] {
        try database.read {
            try $0.all("SELECT \(AlertStore.columns) WHERE a.member_id = ? ORDER BY a.raised_at, a.id", [.id(member)], AlertStore.alert)
        }
    }

    package func newest(member: ID) throws -> Alert? {
        try database.read {
            try $0.one(
                "SELECT \(AlertStore.columns) WHERE a.member_id = ? ORDER BY a.raised_at DESC, a.id LIMIT 1", [.id(member)],
                AlertStore.alert)
        }
    }

    /// Stores the call unless the same member's is open already, which a phone that repeats itself must not multiply.
    /// - Parameter since: an older open call does not count; nil stores in any case.
    /// - Returns: false for a repetition.
    package func add(_ alert: Alert, unlessOpenSince since: Instant?, by author: Author) async throws -> Bool {
        try await database.change { connection in
            if let since {
                let isOpen = try connection.one(
                    "SELECT 1 FROM alert WHERE member_id = ? AND acknowledged_at IS NULL AND is_test = ? AND raised_at > ?",
                    [.id(alert.memberID), Value(alert.isTest), .at(since)]
                ) { _ in true }
                if isOpen == true { return false }
            }
            try connection.run(
                """
                INSERT INTO alert (id, trip_id, member_id, kind, source, text, is_test, raised_at, latitude, longitude, accuracy, fixed_at)
                VALUES (?, ?, ?, 'sos', ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    .id(alert.id), .id(alert.tripID), .id(alert.memberID), .text(alert.source.rawValue), .text(alert.text),
                    Value(alert.isTest), .at(alert.raisedAt), Value(alert.place?.coordinates.latitude),
                    Value(alert.place?.coordinates.longitude), Value(alert.place?.accuracy), .at(alert.place?.fixedAt),
                ])
            try AuditStore.append(
                alert.isTest ? "test SOS" : "SOS", subject: .init(id: alert.memberID, name: alert.memberName), trip: alert.tripID,
                changes: [AuditChange(field: "text", from: "", to: alert.text)], by: author, at: alert.raisedAt, on: connection)
            return true
        }
    }

    /// Nil for no such alert on the trip; else whether it was this call that acknowledged it.
    package func acknowledge(_ id: ID, trip: ID, by author: Author, at now: Instant) async throws -> (alert: Alert, isFirst: Bool)? {
        try await database.change { connection in
            let count = try connection.run(
                "UPDATE alert SET acknowledged_at = ?, acknowledged_by = ? WHERE id = ? AND trip_id = ? AND acknowledged_at IS NULL",
                [.at(now), .text(author.name), .id(id), .id(trip)])
            let found = try connection.one(
                "SELECT \(AlertStore.columns) WHERE a.id = ? AND a.trip_id = ?", [.id(id), .id(trip)], AlertStore.alert)
            guard let found else { return nil }
            if count == 1 {
                try AuditStore.append(
                    "SOS acknowledged", subject: .init(id: found.memberID, name: found.memberName), trip: trip, by: author, at: now,
                    on: connection)
            }
            return (found, count == 1)
        }
    }
}
