/// The changes of all nodes, in one table. They are stored with what they tell of and numbered in the order of commits: before it numbers
/// its own, each transaction waits until those that have numbered some are over. So whoever has read one has read all before it. The lock
/// is part of the statement that stores them, which goes to the server together with the COMMIT: a node that is held up holds up nobody.
enum PostgresChanges {
    /// Rows are of use for as long as a browser may come back and go on where it stopped; positions for as long as a node may be held up.
    static let kept = Duration.seconds(600)
    static let fixesKept = Duration.seconds(20)
    /// Any number that nothing else locks in this database.
    private static let lock = 7_261_930_117
    /// Rows get their numbers when they come out of the join, and so after the lock.
    private static let insert = """
        WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(\(lock)))
        INSERT INTO change (node, kind, trip_id, number, ids, data) SELECT v.* FROM turn, (VALUES 
        """
    /// Whoever had to wait for a row waits less for the rest (`Connection.hurry`), but not for this.
    private static let patience = "SET LOCAL lock_timeout = '2s'"
    /// Positions are many bytes: as a value they are sent as they are, and not as a text that the server reads letter by letter.
    private static let insertFixes = "INSERT INTO fix_news (node, fixes) VALUES ($1, $2)"
    /// How the statements below begin, which have no answer of their own.
    static let beginnings = [patience, insert, insertFixes]

    static func isStatement(_ sql: String) -> Bool { beginnings.contains { sql.utf8.starts(with: $0.utf8) } }

    /// The last statements before the COMMIT.
    static func statements(_ noted: ChangeNotes.Noted, of node: String) -> [(sql: String, values: [Value])] {
        var statements: [(String, [Value])] = []
        if !noted.forOthers.isEmpty {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(noted.forOthers.reduce(0) { $0 + $1.count })
            for part in noted.forOthers { bytes.append(contentsOf: part) }
            statements.append((insertFixes, [.text(node), .blob(bytes)]))
        }
        guard !noted.changes.isEmpty else { return statements }
        let rows = noted.changes.map { change in
            """
            ('\(node)', '\(change.kind.filter(\.isLetter))', \(literal(change.trip)), \(change.number), \(literal(change.ids)), \
            \(literal(change.data)))
            """
        }
        return statements + [(patience, []), (insert + rows.joined(separator: ", ") + ") v", [])]
    }

    private static func literal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return "'\\x"
            + String(unsafeUninitializedCapacity: bytes.count * 2) { room in
                for (index, byte) in bytes.enumerated() {
                    room[index * 2] = digits[Int(byte >> 4)]
                    room[index * 2 + 1] = digits[Int(byte & 15)]
                }
                return bytes.count * 2
            } + "'::BYTEA"
    }

    // MARK: reading

    static let newEpoch = "substr(md5(random()::TEXT || clock_timestamp()::TEXT), 1, 10)"
    /// The line of history is another one after a failover or a recovery, where numbers may be given again.
    private static let epoch = "SELECT epoch || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) FROM change_epoch LIMIT 1"

    static func start(_ connection: Connection) throws -> ChangeStart {
        let epoch = try connection.one(epoch) { $0.text(0) }
        return ChangeStart(epoch: epoch, place: try connection.one("SELECT coalesce(max(place), 0) FROM change") { $0.integer(0) } ?? 0)
    }

    /// Whether the numbers go on from those that somebody has in mind.
    static func isSame(_ known: String?, _ settled: Int64, _ connection: Connection) throws -> Bool {
        let found = try connection.one("\(epoch.replacing(" FROM", with: ", (SELECT last_value FROM fix_news_sequence_seq) FROM"))") {
            (epoch: $0.text(0), last: $0.integer(1))
        }
        return found?.epoch == known && found.map { $0.last >= settled } ?? false
    }

    static func after(_ place: Int64, limit: Int, of node: String, _ connection: Connection) throws -> [NumberedChange] {
        try connection.all(
            "SELECT place, kind, trip_id, number, ids, data, node FROM change WHERE place > ? ORDER BY place LIMIT ?",
            [.integer(place), Value(limit)]
        ) { row in
            NumberedChange(
                place: row.integer(0),
                change: Change(kind: row.text(1), trip: row.blob(2), number: row.integer(3), ids: row.blob(4), data: row.blob(5)),
                isOwn: row.text(6) == node)
        }
    }

    static func fixes(after sequence: Int64, but node: String, _ connection: Connection) throws -> [(sequence: Int64, fixes: [UInt8])] {
        try connection.all(
            "SELECT sequence, fixes FROM fix_news WHERE sequence > ? AND node <> ? ORDER BY sequence", [.integer(sequence), .text(node)]
        ) { ($0.integer(0), $0.blob(1)) }
    }

    /// The newest row stays: from its number the next one to start counts on.
    static func sweep(_ table: String, by number: String, _ kept: Duration) -> String {
        """
        DELETE FROM \(table) WHERE at < (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT - \(kept.inMicroseconds)
        AND \(number) < (SELECT max(\(number)) FROM \(table))
        """
    }
}
