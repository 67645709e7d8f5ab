import Database
import Domain

/// Puts what is in the inbox into the histories of the trackers, a few trackers at a time.
struct InboxMerge: Sendable {
    /// How long a merge holds the writer at a time, about 4 ms: a tracker costs as much as five fixes.
    private static let (chunkCost, trackerCost) = (2_000, 5)
    private let database: AppDatabase
    init(_ database: AppDatabase) { self.database = database }

    func run() async throws {
        let (bytes, rows) = try read()
        var trackers = InboxMerge.keys(bytes).chunked(by: \.trackerID)[...]
        while !trackers.isEmpty {
            let chunk = InboxMerge.takeChunk(of: &trackers)
            try await database.append(concernsOthers: false) { connection in
                for keys in chunk { try InboxMerge.add(keys, of: bytes, on: connection) }
            }
        }
        guard !rows.isEmpty else { return }
        // Exactly what was read: a row of another node may come later with a number between these. After a crash before this commit the
        // same fixes are merged again, which changes nothing.
        try await database.append(concernsOthers: false) { connection in
            for range in rows.ranges {
                try connection.run(
                    "DELETE FROM fix_inbox WHERE sequence BETWEEN ? AND ?", [Value(range.lowerBound), Value(range.upperBound - 1)])
            }
        }
    }

    /// Everything in the inbox, and the numbers of its rows.
    private func read() throws -> (bytes: [UInt8], rows: RangeSet<Int>) {
        var (bytes, rows): ([UInt8], RangeSet<Int>) = ([], RangeSet())
        try database.read { connection in
            try connection.each("SELECT sequence, fixes FROM fix_inbox ORDER BY sequence") { row in
                rows.insert(contentsOf: row.int(0)..<row.int(0) + 1)
                row.withBlob(1) { bytes.append(contentsOf: $0) }
            }
        }
        guard bytes.count % FixKey.entryByteCount == 0 else { throw UnreadableFixes(table: "fix_inbox") }
        return (bytes, rows)
    }

    /// In the history's order.
    private static func keys(_ bytes: [UInt8]) -> [FixKey] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: FixKey.entryByteCount).map { FixKey(bytes, at: $0) }
        }.sorted()
    }

    /// The next trackers, taken out of those that are left.
    private static func takeChunk(of trackers: inout ArraySlice<ArraySlice<FixKey>>) -> ArraySlice<ArraySlice<FixKey>> {
        var cost = 0
        let chunk = trackers.prefix { keys in
            defer { cost += keys.count + trackerCost }
            return cost < chunkCost
        }
        trackers = trackers[chunk.endIndex...]
        return chunk
    }

    /// One tracker's. Positions of people who asked to be deleted meanwhile are left out.
    private static func add(_ keys: ArraySlice<FixKey>, of bytes: [UInt8], on connection: Connection) throws {
        let tracker = keys[keys.startIndex].trackerID
        let isWanted = try connection.one(
            """
            SELECT 1 FROM tracker t WHERE t.id = ?
            AND NOT EXISTS (SELECT 1 FROM deletion_request d WHERE d.member_id = t.member_id)
            """, [.id(tracker)]
        ) { _ in true }
        guard isWanted == true else { return }
        let (run, repeats) = try run(keys, of: bytes)
        try FixHistory(connection).add(run, of: tracker)
        if !repeats.isEmpty { try RequestLog(connection).countRepeats(repeats, of: tracker) }
    }

    /// The run, and the arrival times of fixes that are in it already.
    private static func run(_ keys: ArraySlice<FixKey>, of bytes: [UInt8]) throws -> (run: FixRun, repeats: [Instant]) {
        try bytes.withUnsafeBytes { bytes in
            var (run, repeats, last, lastArrival) = (FixRun(), [Instant](), Instant?.none, Instant?.none)
            for key in keys {
                let arrival = FixRecord.receivedAt(bytes, at: key.recordStart)
                guard key.time != last else {
                    if arrival != lastArrival { repeats.append(arrival) }
                    continue
                }
                guard FixRecord(bytes, at: key.recordStart) != nil else { throw UnreadableFixes(table: "fix_inbox") }
                run.append(bytes, at: key.recordStart)
                (last, lastArrival) = (key.time, arrival)
            }
            return (run, repeats)
        }
    }
}

extension Array {
    /// Neighbours with the same key together.
    fileprivate func chunked<Key: Equatable>(by key: (Element) -> Key) -> [ArraySlice<Element>] {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        while start < endIndex {
            let end = self[start...].firstIndex { key($0) != key(self[start]) } ?? endIndex
            chunks.append(self[start..<end])
            start = end
        }
        return chunks
    }
}
