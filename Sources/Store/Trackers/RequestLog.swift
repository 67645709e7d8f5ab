import Database
import Domain

/// What the tracker doctor reads: a day of a tracker's requests. Requests that brought only positions cost no storage, because the history
/// has all their values; the others are recorded, the newest `remarksKept` of each tracker.
struct RequestLog {
    static let remarksKept = 500
    /// Surplus remarks are deleted after every so many new ones.
    private static let sweep = 50

    private let connection: Connection
    init(_ connection: Connection) { self.connection = connection }

    func record(_ remark: TrackerRemark, of batch: FixBatch) throws {
        try add(remark, of: batch)
        let count = try count(batch.receivedAt, batch.trackerID, remarks: 1, repeats: 0)
        guard count % RequestLog.sweep == 0 else { return }
        try connection.run(
            """
            DELETE FROM tracker_request WHERE tracker_id = ? AND received_at < (
                SELECT received_at FROM tracker_request WHERE tracker_id = ? ORDER BY received_at DESC LIMIT 1 OFFSET ?)
            """, [.id(batch.trackerID), .id(batch.trackerID), Value(RequestLog.remarksKept - 1)])
    }

    /// Two remarks of the same time are dated a microsecond apart, so that neither replaces the other.
    private func add(_ remark: TrackerRemark, of batch: FixBatch) throws {
        var at = batch.receivedAt
        while try connection.run(
            """
            INSERT INTO tracker_request (tracker_id, received_at, format, stored, summary, is_problem, answer, refused)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (tracker_id, received_at) DO NOTHING
            """,
            [
                .id(batch.trackerID), .at(at), .text(batch.format.rawValue), Value(batch.fixes.count), .text(remark.summary),
                .integer(remark.isProblem ? 1 : 0), .text(remark.answer.rawValue), .blob(RefusedRecord.bytes(remark.refused)),
            ]) == 0
        { at = at + .microseconds(1) }
    }

    /// Positions that had come before: by when they came again. A merge that a crash cut short counts them twice.
    func countRepeats(_ arrivals: [Instant], of tracker: ID) throws {
        for (_, arrivals) in Dictionary(grouping: arrivals, by: RequestLog.hour) {
            _ = try count(arrivals[0], tracker, remarks: 0, repeats: arrivals.count)
        }
    }

    /// Returns how many remarks the hour has now.
    private func count(_ moment: Instant, _ tracker: ID, remarks: Int, repeats: Int) throws -> Int {
        try connection.one(
            """
            INSERT INTO tracker_hour (tracker_id, hour, remarks, repeats) VALUES (?, ?, ?, ?)
            ON CONFLICT (tracker_id, hour) DO UPDATE
            SET remarks = tracker_hour.remarks + excluded.remarks, repeats = tracker_hour.repeats + excluded.repeats
            RETURNING remarks
            """, [.id(tracker), .integer(RequestLog.hour(moment)), Value(remarks), Value(repeats)]
        ) { $0.int(0) } ?? 0
    }

    /// Hours since 1970.
    private static func hour(_ moment: Instant) -> Int64 { moment.seconds / 3600 }

    // MARK: reading

    /// - Parameter since: what came before is not counted either.
    func day(_ tracker: ID, since: Instant, _ filter: TrackerDayFilter, limit: Int) throws -> TrackerDay {
        let (remarks, records) = (try remarks(tracker, since), try records(tracker, since))
        let hours = try hours(tracker, since, remarks, records)
        let problems = remarks.filter(\.value.remark.isProblem).keys
        let wanted = filter.isProblemsOnly ? Set(problems) : Set(records.keys).union(remarks.keys)
        let page = wanted.filter { moment in filter.before.map { moment < $0 } ?? true }.sorted(by: >).prefix(limit + 1)
        let requests = page.prefix(limit).map { RequestLog.request($0, remarks[$0], records[$0, default: []]) }
        return TrackerDay(requests: requests, hours: hours, hasOlder: page.count > limit)
    }

    private typealias Noted = (format: TrackerFormat, stored: Int, remark: TrackerRemark)

    private func remarks(_ tracker: ID, _ since: Instant) throws -> [Instant: Noted] {
        let rows = try connection.all(
            """
            SELECT received_at, format, stored, summary, is_problem, answer, refused FROM tracker_request
            WHERE tracker_id = ? AND received_at >= ? ORDER BY received_at DESC LIMIT ?
            """, [.id(tracker), .at(since), Value(RequestLog.remarksKept)]
        ) { row -> (Instant, Noted) in
            let remark = TrackerRemark(
                summary: row.text(3), isProblem: row.int(4) == 1, answer: TrackerOutcome(rawValue: row.text(5)) ?? .taken,
                refused: RefusedRecord.read(row.blob(6)))
            return (row.at(0), (TrackerFormat(rawValue: row.text(1)) ?? .unknown, row.int(2), remark))
        }
        return Dictionary(firstOf: rows)
    }

    /// The stored positions, by the request that brought them.
    private func records(_ tracker: ID, _ since: Instant) throws -> [Instant: [FixRecord]] {
        let runs = try connection.all(
            "SELECT fixes FROM fix_run WHERE tracker_id = ? AND received_at >= ? ORDER BY first_at", [.id(tracker), .at(since)]
        ) { FixRun(bytes: $0.blob(0)) }
        return Dictionary(grouping: runs.lazy.flatMap(\.records).filter { $0.receivedAt >= since }, by: \.receivedAt)
    }

    private func hours(
        _ tracker: ID, _ since: Instant, _ remarks: [Instant: Noted], _ records: [Instant: [FixRecord]]
    ) throws -> [TrackerHour] {
        var hours: [Int64: TrackerHour] = [:]
        func change(_ hour: Int64, _ body: (inout TrackerHour) -> Void) {
            body(&hours[hour, default: TrackerHour(start: Instant(seconds: hour * 3600))])
        }
        for (moment, records) in records {
            change(RequestLog.hour(moment)) { hour in
                hour.stored += records.count
                if remarks[moment] == nil { hour.requests += 1 }
            }
        }
        try connection.each(
            "SELECT hour, remarks, repeats FROM tracker_hour WHERE tracker_id = ? AND hour >= ?",
            [.id(tracker), .integer(RequestLog.hour(since))]
        ) { row in
            change(row.integer(0)) { hour in
                (hour.remarks, hour.repeats) = (row.int(1), row.int(2))
                hour.requests += hour.remarks
            }
        }
        return hours.values.sorted { $0.start > $1.start }
    }

    private static func request(_ moment: Instant, _ noted: Noted?, _ records: [FixRecord]) -> TrackerRequest {
        TrackerRequest(
            receivedAt: moment, format: noted?.format ?? records.map(\.format).min { $0.rawValue < $1.rawValue } ?? .unknown,
            stored: noted?.stored ?? records.count, remark: noted?.remark,
            fixes: records.map(\.fix).sorted { $0.time < $1.time })
    }

    // MARK: forgetting

    /// What is older than a day, but for each tracker's newest: it says when the phone was last heard of.
    static func forget(before limit: Instant, on connection: Connection) throws {
        try connection.run(
            """
            DELETE FROM tracker_request WHERE received_at < ? AND received_at < (
                SELECT max(n.received_at) FROM tracker_request n WHERE n.tracker_id = tracker_request.tracker_id)
            """, [.at(limit)])
        try connection.run("DELETE FROM tracker_hour WHERE hour < ?", [.integer(hour(limit))])
    }
}
