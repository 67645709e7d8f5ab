import Database
import Domain

/// What stands in a trip's own columns: read and written with the members whom it is about.
extension RosterStore {
    private static let columnFields = "id, name, kind, choices, is_listed, is_seen_by_self, version"

    private static func column(_ row: Row) -> OwnColumn {
        OwnColumn(
            id: row.id(0), name: row.text(1), kind: OwnColumn.Kind(rawValue: row.text(2)) ?? .text,
            choices: row.text(3).split(separator: "\n").map(String.init), isListed: row.boolean(4), isSeenBySelf: row.boolean(5),
            version: row.int(6))
    }

    /// In their order; deleted ones are not among them.
    static func ownColumns(trip: ID, on connection: Connection) throws -> [OwnColumn] {
        try connection.all(
            "SELECT \(columnFields) FROM own_column WHERE trip_id = ? AND deleted_at IS NULL ORDER BY place, id", [.id(trip)], column)
    }

    /// Of everybody who has any, in one query.
    static func ownValues(trip: ID, on connection: Connection) throws -> [ID: OwnValues] {
        var values: [ID: OwnValues] = [:]
        try connection.each(
            """
            SELECT v.member_id, v.column_id, v.value FROM own_column c JOIN own_value v ON v.column_id = c.id
            WHERE c.trip_id = ? AND c.deleted_at IS NULL
            """, [.id(trip)]
        ) { values[$0.id(0), default: OwnValues()][$0.id(1)] = $0.text(2) }
        return values
    }

    static func ownValues(of member: ID, on connection: Connection) throws -> OwnValues {
        var values = OwnValues()
        try connection.each(
            """
            SELECT v.column_id, v.value FROM own_value v JOIN own_column c ON c.id = v.column_id
            WHERE v.member_id = ? AND c.deleted_at IS NULL
            """, [.id(member)]
        ) { values[$0.id(0)] = $0.text(1) }
        return values
    }

    /// Writes what differs. Values of columns that are deleted meanwhile are nobody's any more.
    static func setOwn(_ new: OwnValues, from old: OwnValues, of member: ID, trip: ID, on connection: Connection) throws {
        for column in old.differences(to: new) {
            guard !new[column].isEmpty else {
                try connection.run("DELETE FROM own_value WHERE column_id = ? AND member_id = ?", [.id(column), .id(member)])
                continue
            }
            try connection.run(
                """
                INSERT INTO own_value (column_id, member_id, value)
                SELECT id, ?, ? FROM own_column WHERE id = ? AND trip_id = ? AND deleted_at IS NULL
                ON CONFLICT (column_id, member_id) DO UPDATE SET value = excluded.value
                """, [.id(member), .text(new[column]), .id(column), .id(trip)])
        }
    }

    /// What differs in own columns, for the trail.
    static func ownChanges(from old: OwnValues, to new: OwnValues, trip: ID, on connection: Connection) throws -> [AuditChange] {
        let different = Set(old.differences(to: new))
        guard !different.isEmpty else { return [] }
        return try ownColumns(trip: trip, on: connection).filter { different.contains($0.id) }
            .map { AuditChange(field: $0.trailName, from: old[$0], to: new[$0]) }
    }
}
