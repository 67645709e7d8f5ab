import Database
import Domain

/// Positions that a version before schema 13 kept as a row each become runs, by the first merge after the upgrade: a SQL
/// migration cannot write their bytes. The table is empty ever after.
enum LegacyFixes {
    /// Rows that one transaction moves, some 10 ms.
    private static let stepCount = 5_000

    static func move(in database: AppDatabase) async throws {
        while try database.read({ try $0.one("SELECT 1 FROM fix_before_runs LIMIT 1") { _ in true } }) == true {
            try await database.append { connection in
                let rows = try rows(stepCount, on: connection)
                for (tracker, rows) in Dictionary(grouping: rows, by: \.tracker) {
                    try FixHistory(connection).add(FixRun(rows.map(\.record)), of: tracker)
                }
                guard let last = rows.last else { return }
                try connection.run(
                    "DELETE FROM fix_before_runs WHERE (tracker_id, fixed_at) <= (?, ?)", [.id(last.tracker), .at(last.record.fix.time)])
            }
        }
    }

    private static func rows(_ count: Int, on connection: Connection) throws -> [(tracker: ID, record: FixRecord)] {
        let rows = try connection.all(
            """
            SELECT tracker_id, received_at, format, fixed_at, latitude, longitude, accuracy, altitude, speed, heading, battery
            FROM fix_before_runs ORDER BY tracker_id, fixed_at LIMIT ?
            """, [Value(count)]
        ) { row -> (ID, FixRecord)? in
            guard let coordinates = Coordinates(latitude: row.real(4), longitude: row.real(5)) else { return nil }
            let fix = Fix(
                time: row.at(3), coordinates: coordinates, accuracy: row.optionalReal(6), altitude: row.optionalReal(7),
                speed: row.optionalReal(8), heading: row.optionalReal(9), battery: row.optionalInteger(10).map(Int.init))
            return (row.id(0), FixRecord(receivedAt: row.at(1), format: TrackerFormat(rawValue: row.text(2)) ?? .unknown, fix: fix))
        }
        let readable = rows.compactMap(\.self)
        guard readable.count == rows.count else { throw UnreadableFixes(table: "fix_before_runs") }
        return readable
    }
}
