import Database
import Domain

/// One request's outcome on its way to disk.
package struct FixBatch: Sendable {
    package let trackerID: ID
    package let receivedAt: Instant
    package let format: TrackerFormat
    package let fixes: [Fix]
    /// Only when there is more to say than "stored".
    package let remark: TrackerRemark?
    package init(trackerID: ID, receivedAt: Instant, format: TrackerFormat, fixes: [Fix], remark: TrackerRemark?) {
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
    package static let remarksKept = RequestLog.remarksKept
    /// Batches of this many fixes and more go straight to the table, because their fixes are close together there anyway.
    private static let directCount = 8
    private let database: AppDatabase
    private let inbox: FixInbox

    /// Make one for a database: only it knows what waits in the inbox.
    package init(_ database: AppDatabase) {
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
            if let remark = batch.remark { try RequestLog(connection).record(remark, of: batch) }
            if connection.hasOthers, !batch.fixes.isEmpty { connection.noteForOthers(FixNews.bytes(of: batch.records, batch.trackerID)) }
        }
    }

    /// Puts what was acknowledged so far into the table. Everything here that reads it does so first; who reads it elsewhere calls this.
    package func merge() async throws { try await inbox.merge() }

    /// Like `merge`, for reading only: if the disk takes nothing, the newest fixes are missing and the others are there.
    package func mergeToRead() async throws {
        do { try await merge() } catch { if storeRefusal(error) == nil { throw error } }
    }

    /// The newest fix of every tracker of members who share: what boards are rebuilt from at start. One that is ahead of now counts only
    /// where there is no other.
    package func newest(at now: Instant) async throws -> [(trip: ID, entry: BoardEntry)] {
        try await mergeToRead()
        return try database.read { connection in
            try connection.all(
                """
                SELECT m.trip_id, m.id, t.id, r.fixes
                FROM tracker t JOIN member m ON m.id = t.member_id
                JOIN fix_run r ON r.sequence = \(FixHistory.newest)
                JOIN trip p ON p.id = m.trip_id
                WHERE m.sharing_paused_at IS NULL AND p.archived_at IS NULL
                """, [.at(now + Fix.drift)]
            ) { (trip: $0.id(0), member: $0.id(1), tracker: $0.id(2), run: FixRun(bytes: $0.blob(3))) }
            .compactMap { row in
                try FixStore.entry(of: row.member, row.run.counting(at: now), row.tracker, FixHistory(connection)).map { (row.trip, $0) }
            }
        }
    }

    /// A member's own newest fix: put back on the board when sharing resumes.
    package func newest(member: ID, at now: Instant) async throws -> BoardEntry? {
        try await mergeToRead()
        return try database.read { connection in
            let newest = try connection.one(
                """
                SELECT t.id, r.fixes FROM tracker t JOIN fix_run r ON r.sequence = \(FixHistory.newest)
                WHERE t.member_id = ?2 ORDER BY r.first_at > ?1, r.last_at DESC LIMIT 1
                """, [.at(now + Fix.drift), .id(member)]
            ) { (tracker: $0.id(0), run: FixRun(bytes: $0.blob(1))) }
            return try newest.flatMap { try FixStore.entry(of: member, $0.run.counting(at: now), $0.tracker, FixHistory(connection)) }
        }
    }

    /// From a tracker's newest run, and those before it for as long as the phone was still: at most a day back.
    private static func entry(of member: ID, _ newest: FixRun, _ tracker: ID, _ history: FixHistory) throws -> BoardEntry? {
        guard let last = newest.last else { return nil }
        var (run, still) = (newest, [Fix]())
        while true {
            let part = run.records.reversed().map(\.fix).prefix { $0.isMoving == false }
            still += part
            guard part.count == run.count, last.fix.time - run.firstAt < .hours(24),
                let before = try history.run(before: run.firstAt - .microseconds(1), of: tracker)
            else { break }
            run = before
        }
        var entry = BoardEntry(memberID: member, fix: still.last ?? last.fix, lastContactAt: last.receivedAt)
        for fix in still.dropLast().reversed() { entry.move(to: fix) }
        return entry
    }

    /// The ways of members since an instant, oldest place first, one a minute: however often phones send, it costs the same.
    package func trails(
        trip: ID, of members: Set<ID>, since: Instant, steps: Int
    ) async throws -> [(member: ID, places: [Coordinates])] {
        try await mergeToRead()
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
                return (tracker.member, places)
            }.filter { $0.places.count > 1 }
        }
    }

    /// A member's way between two times, oldest first: at most `limit` points, from the newest end.
    package func track(member: ID, from start: Instant, to end: Instant, limit: Int) async throws -> [Fix] {
        try await mergeToRead()
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

    /// What a tracker sent since an instant.
    package func day(tracker: ID, since: Instant, _ filter: TrackerDayFilter, limit: Int) async throws -> TrackerDay {
        try await mergeToRead()
        return try database.read { try RequestLog($0).day(tracker, since: since, filter, limit: limit) }
    }

    package func forgetRequests(before limit: Instant) async throws {
        try await database.append { try RequestLog.forget(before: limit, on: $0) }
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
            let count = try FixHistory(connection).delete(trip: trip, before: limit, runs: 1_500)
            if count > 0 { try TrackerStore.noteForgotten(trip: trip, isForAll: false, on: connection) }
            return count
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

    package func forgetReport(job: String) async throws {
        try await database.change { _ = try $0.run("DELETE FROM job_report WHERE name = ?", [.text(job)]) }
    }

    package func report(job: String) throws -> (at: Instant, summary: String)? {
        try database.read { connection in
            try connection.one("SELECT ran_at, summary FROM job_report WHERE name = ?", [.text(job)]) {
                ($0.at(0), $0.text(1))
            }
        }
    }
}
