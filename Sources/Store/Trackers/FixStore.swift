import Database
import Domain

/// One request's outcome on its way to disk.
package struct FixBatch: Sendable {
    package let trackerID: ID
    package let receivedAt: Instant
    package let format: TrackerFormat
    package let fixes: [Fix]
    /// Only when there is more to say than "stored": refusals, other messages, alarms.
    package let remark: (summary: String, excerpt: String)?
    package init(
        trackerID: ID, receivedAt: Instant, format: TrackerFormat, fixes: [Fix],
        remark: (summary: String, excerpt: String)?
    ) {
        self.trackerID = trackerID
        self.receivedAt = receivedAt
        self.format = format
        self.fixes = fixes
        self.remark = remark
    }

    var records: some Sequence<FixRecord> {
        fixes.lazy.map { FixRecord(receivedAt: receivedAt, format: format, fix: $0) }
    }
}

package struct FixStore: Sendable {
    /// How many remarks the tracker doctor keeps of each tracker.
    package static let requestsKept = 50
    /// Batches from here on lie together in the table anyway: they go there at once.
    private static let directCount = 8
    private let database: Database
    private let inbox: FixInbox

    /// One for a database: what waits in the inbox is known to it alone.
    package init(_ database: Database) {
        self.database = database
        inbox = FixInbox(database)
    }

    package var pendingWrites: Int { database.pendingWrites + inbox.waitingCount }

    /// Whether a batch is what phones send all day: few fixes and nothing to remark.
    package func isPlain(_ batch: FixBatch) -> Bool {
        (1..<FixStore.directCount).contains(batch.fixes.count) && batch.remark == nil && database.isGrouping
    }

    /// Puts a plain batch into the next group commit, whose number it returns; the collector is told when that is over.
    package func addPlain(_ batch: FixBatch, by collector: any FixCollector) -> Int { inbox.add(batch, by: collector) }

    /// Joins the next group commit and returns after it. Duplicates by (tracker, time) are dropped silently.
    package func add(_ batch: FixBatch) async throws {
        if isPlain(batch) {
            return try await withCheckedThrowingContinuation { continuation in
                inbox.add(batch) { error in
                    if let error { continuation.resume(throwing: error) } else { continuation.resume() }
                }
            }
        }
        try await database.append { connection in
            try FixHistory(connection).add(FixRun(batch.records), of: batch.trackerID)
            if let remark = batch.remark { try FixStore.record(remark, batch, on: connection) }
        }
    }

    /// Puts what was acknowledged so far into the table. Everything here that reads it does so first; who reads it elsewhere calls this.
    package func merge() async throws { try await inbox.merge() }

    private static func record(
        _ remark: (summary: String, excerpt: String), _ batch: FixBatch, on connection: Connection
    ) throws {
        try connection.run(
            """
            INSERT INTO tracker_request (tracker_id, received_at, format, stored, summary, excerpt) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (tracker_id, received_at) DO NOTHING
            """,
            [
                .id(batch.trackerID), .at(batch.receivedAt), .text(batch.format.rawValue), Value(batch.fixes.count),
                .text(remark.summary), .text(remark.excerpt),
            ])
        try connection.run(
            """
            DELETE FROM tracker_request WHERE tracker_id = ? AND received_at < (
                SELECT received_at FROM tracker_request WHERE tracker_id = ? ORDER BY received_at DESC LIMIT 1 OFFSET ?)
            """, [.id(batch.trackerID), .id(batch.trackerID), Value(requestsKept - 1)])
    }

    /// The newest fix of every tracker of members who share: what boards are rebuilt from at start.
    package func newest() async throws -> [(trip: ID, entry: BoardEntry)] {
        try await merge()
        return try database.read { connection in
            try connection.all(
                """
                SELECT m.trip_id, m.id, r.fixes
                FROM tracker t JOIN member m ON m.id = t.member_id
                JOIN fix_run r ON r.sequence = \(FixHistory.newest)
                JOIN trip p ON p.id = m.trip_id
                WHERE m.sharing_paused_at IS NULL AND p.archived_at IS NULL
                """
            ) { row in FixStore.entry(of: row.id(1), FixRun(bytes: row.blob(2))).map { (row.id(0), $0) } }.compactMap(\.self)
        }
    }

    /// A member's own newest fix: put back on the board when sharing resumes.
    package func newest(member: ID) async throws -> BoardEntry? {
        try await merge()
        return try database.read { connection in
            try connection.one(
                """
                SELECT r.fixes FROM tracker t JOIN fix_run r ON r.sequence = \(FixHistory.newest)
                WHERE t.member_id = ? ORDER BY r.last_at DESC LIMIT 1
                """, [.id(member)]
            ) { FixStore.entry(of: member, FixRun(bytes: $0.blob(0))) }
        } ?? nil
    }

    private static func entry(of member: ID, _ run: FixRun) -> BoardEntry? {
        run.last.map { BoardEntry(memberID: member, fix: $0.fix, lastContactAt: $0.receivedAt) }
    }

    /// The ways of members since an instant, oldest place first, one a minute: however often phones send, it costs the same.
    package func trails(trip: ID, of members: Set<ID>, since: Instant, steps: Int) async throws -> [[Coordinates]] {
        try await merge()
        return try database.read { connection in
            let trackers = try connection.all(
                "SELECT t.id, t.member_id FROM tracker t JOIN member m ON m.id = t.member_id WHERE m.trip_id = ? AND t.revoked_at IS NULL",
                [.id(trip)]
            ) { (id: $0.id(0), member: $0.id(1)) }
            let history = FixHistory(connection)
            return try trackers.filter { members.contains($0.member) }.map { tracker in
                var (places, from): ([Coordinates], Instant) = ([], since)
                while places.count <= steps, let next = try history.first(from: from, of: tracker.id) {
                    places.append(next.coordinates)
                    from = next.time + .minutes(1)
                }
                return places
            }.filter { $0.count > 1 }
        }
    }

    /// A member's way between two times, oldest first: at most `limit` points, from the newest end.
    package func track(member: ID, from start: Instant, to end: Instant, limit: Int) async throws -> [Fix] {
        try await merge()
        let runs = try database.read { connection in
            try connection.all(
                """
                SELECT r.fixes FROM tracker t JOIN fix_run r ON r.tracker_id = t.id
                WHERE t.member_id = ? AND r.first_at <= ? AND r.last_at >= ? ORDER BY r.last_at DESC LIMIT ?
                """, [.id(member), .at(end), .at(start), Value(limit)]
            ) { FixRun(bytes: $0.blob(0)) }
        }
        // Each run holds at least one, and none that is left out is newer than the newest of each of these.
        return runs.flatMap(\.records).map(\.fix).filter { start <= $0.time && $0.time <= end }
            .sorted { $0.time < $1.time }.suffix(limit)
    }

    /// The newest requests of a tracker: those with a remark as they were noted, the others from the fixes that
    /// came in together.
    package func requests(tracker: ID) async throws -> [TrackerRequest] {
        try await merge()
        return try database.read { connection in
            let noted = try connection.all(
                """
                SELECT received_at, format, stored, summary, excerpt FROM tracker_request
                WHERE tracker_id = ? ORDER BY received_at DESC
                """, [.id(tracker)]
            ) { row in
                TrackerRequest(
                    receivedAt: row.at(0), format: TrackerFormat(rawValue: row.text(1)) ?? .unknown, stored: row.int(2),
                    summary: row.text(3), excerpt: row.text(4))
            }
            let stored = try connection.all(
                "SELECT fixes FROM fix_run WHERE tracker_id = ? ORDER BY first_at DESC LIMIT 100", [.id(tracker)]
            ) { FixRun(bytes: $0.blob(0)).records }.flatMap(\.self)
            let known = Set(noted.map(\.receivedAt))
            return Array(
                (noted + FixStore.requests(of: stored).filter { !known.contains($0.receivedAt) })
                    .sorted { $0.receivedAt > $1.receivedAt }.prefix(FixStore.requestsKept))
        }
    }

    private static func requests(of records: [FixRecord]) -> [TrackerRequest] {
        Dictionary(grouping: records, by: \.receivedAt).map { receivedAt, records in
            TrackerRequest(
                receivedAt: receivedAt, format: records.map(\.format).min { $0.rawValue < $1.rawValue } ?? .unknown,
                stored: records.count,
                summary: records.count == 1 ? "1 position stored" : "\(records.count) positions stored", excerpt: "")
        }
    }

    // MARK: keeping history

    /// Deletes the fixes and requests of a trip's members that are older than `limit`; of 1,500 runs at a time so that
    /// the writer stays free for phones. Returns how many fixes went; 0 when none is left.
    package func deleteHistory(trip: ID, before limit: Instant) async throws -> Int {
        try await merge()
        return try await database.change { connection in
            try connection.run(
                """
                DELETE FROM tracker_request WHERE received_at < ?
                AND tracker_id IN (SELECT t.id FROM tracker t JOIN member m ON m.id = t.member_id WHERE m.trip_id = ?)
                """, [.at(limit), .id(trip)])
            return try FixHistory(connection).delete(trip: trip, before: limit, runs: 1_500)
        }
    }

    package func report(job: String, summary: String, at now: Instant) async throws {
        try await database.change { connection in
            _ = try connection.run(
                """
                INSERT INTO job_report (name, ran_at, summary) VALUES (?, ?, ?)
                ON CONFLICT (name) DO UPDATE SET ran_at = excluded.ran_at, summary = excluded.summary
                """, [.text(job), .at(now), .text(summary)])
        }
    }

    package func report(job: String) throws -> (at: Instant, summary: String)? {
        try database.read { connection in
            try connection.one("SELECT ran_at, summary FROM job_report WHERE name = ?", [.text(job)]) {
                ($0.at(0), $0.text(1))
            }
        }
    }
}
