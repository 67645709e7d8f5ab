import Database
import Domain

/// The table of runs. A tracker's runs never overlap: each begins after the one before has ended.
struct FixHistory {
    /// SQL: the newest run of the tracker `t` that begins by the first parameter, else the newest one: the phone's clock, or the server's,
    /// may have been ahead for a while.
    static let newest = """
        coalesce(
            (SELECT n.sequence FROM fix_run n WHERE n.tracker_id = t.id AND n.first_at <= ?1 ORDER BY n.first_at DESC LIMIT 1),
            (SELECT n.sequence FROM fix_run n WHERE n.tracker_id = t.id ORDER BY n.first_at DESC LIMIT 1))
        """

    private let connection: Connection
    init(_ connection: Connection) { self.connection = connection }

    /// Adds fixes whose time is not known yet; counts the others for the tracker doctor.
    func add(_ run: FixRun, of tracker: ID) throws {
        var (rest, repeats) = (run, [Instant]())
        while !rest.isEmpty {
            let known = try self.run(before: rest.firstAt, of: tracker)
            let (own, later) = try start(after: rest.firstAt, of: tracker).map(rest.split) ?? (rest, FixRun())
            rest = later
            // Fixes that follow a row and do not fit into it begin the next row, so that a long way is written once.
            if let known, known.count + own.count <= FixRun.rowCount || own.firstAt <= known.lastAt {
                let merged = known.merged(with: own)
                if merged.count > known.count { try put(merged, of: tracker) }
                if merged.count < known.count + own.count { repeats += own.arrivals(repeating: known) }
            } else {
                try put(own, of: tracker)
            }
        }
        if !repeats.isEmpty { try RequestLog(connection).countRepeats(repeats, of: tracker) }
    }

    /// The run that begins at an instant, or the last one before it.
    func run(before instant: Instant, of tracker: ID) throws -> FixRun? {
        try connection.one(
            "SELECT fixes FROM fix_run WHERE tracker_id = ? AND first_at <= ? ORDER BY first_at DESC LIMIT 1", [.id(tracker), .at(instant)]
        ) { FixRun(bytes: $0.blob(0)) }
    }

    /// Where the next begins.
    private func start(after instant: Instant, of tracker: ID) throws -> Instant? {
        try connection.one(
            "SELECT first_at FROM fix_run WHERE tracker_id = ? AND first_at > ? ORDER BY first_at LIMIT 1", [.id(tracker), .at(instant)]
        ) { $0.at(0) }
    }

    private func put(_ run: FixRun, of tracker: ID) throws {
        for row in run.rows {
            try connection.run(
                """
                INSERT INTO fix_run (tracker_id, first_at, last_at, received_at, fixes) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (tracker_id, first_at) DO UPDATE
                SET last_at = excluded.last_at, received_at = excluded.received_at, fixes = excluded.fixes
                """, [.id(tracker), .at(row.firstAt), .at(row.lastAt), .at(row.lastReceivedAt), .blob(row.bytes)])
        }
    }

    /// The first fix at an instant or later.
    func first(from instant: Instant, of tracker: ID) throws -> Fix? {
        try connection.one(
            """
            SELECT fixes FROM fix_run WHERE tracker_id = ? AND last_at >= ? AND first_at >= coalesce(
                (SELECT max(first_at) FROM fix_run WHERE tracker_id = ? AND first_at <= ?), 0)
            ORDER BY first_at LIMIT 1
            """, [.id(tracker), .at(instant), .id(tracker), .at(instant)]
        ) { FixRun(bytes: $0.blob(0)).first(from: instant)?.fix } ?? nil
    }

    /// Takes a trip's fixes before an instant out of `limit` runs. Returns how many went. Runs that are over by then go unread.
    func delete(trip: ID, before instant: Instant, runs limit: Int) throws -> Int {
        let trackers = try connection.all(
            """
            SELECT t.id FROM tracker t JOIN member m ON m.id = t.member_id
            WHERE m.trip_id = ? AND EXISTS (SELECT 1 FROM fix_run r WHERE r.tracker_id = t.id AND r.first_at < ?)
            """, [.id(trip), .at(instant)]
        ) { $0.id(0) }
        var (runs, fixes) = (0, 0)
        for tracker in trackers where runs < limit {
            let whole = try deleteWhole(of: tracker, before: instant, runs: limit - runs)
            (runs, fixes) = (runs + whole.runs, fixes + whole.fixes)
            // The run that goes on after the instant.
            guard runs < limit, let run = try run(before: instant - .microseconds(1), of: tracker) else { continue }
            try connection.run("DELETE FROM fix_run WHERE tracker_id = ? AND first_at = ?", [.id(tracker), .at(run.firstAt)])
            let (before, from) = run.split(at: instant)
            try put(from, of: tracker)
            (runs, fixes) = (runs + 1, fixes + before.count)
        }
        return fixes
    }

    private func deleteWhole(of tracker: ID, before instant: Instant, runs limit: Int) throws -> (runs: Int, fixes: Int) {
        let old = try connection.one(
            """
            SELECT count(*), coalesce(sum(bytes), 0), max(first_at) FROM (
                SELECT first_at, length(fixes) AS bytes FROM fix_run WHERE tracker_id = ? AND last_at < ? ORDER BY first_at LIMIT ?) old
            """, [.id(tracker), .at(instant), Value(limit)]
        ) { (runs: $0.int(0), fixes: $0.int(1) / FixRecord.byteCount, last: $0.at(2)) }
        guard let old, old.runs > 0 else { return (0, 0) }
        try connection.run("DELETE FROM fix_run WHERE tracker_id = ? AND first_at <= ?", [.id(tracker), .at(old.last)])
        return (old.runs, old.fixes)
    }
}
