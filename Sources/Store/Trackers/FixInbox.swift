import Database
import Domain
import Synchronization

/// Fixes on their way into the history. Each of six hundred phones has its own page there, so a commit of single fixes writes a
/// page for each of them; the inbox takes all that a commit brings as one row, and `merge` puts thousands into runs at once.
/// Acknowledged is what is in the inbox; whoever reads the history merges first.
final class FixInbox: Sendable {
    typealias Done = @Sendable ((any Error)?) -> Void

    /// So many that most phones have dozens: beyond it a merge begins by itself.
    private static let mergeCount = 40_000
    /// A commit costs as much as forty fixes, and no phone notices a few milliseconds: the first waits so long for others, or
    /// until there are enough. Those are half of the senders at work, so that one half is stored while the other half sends;
    /// a proxy that sends over 64 connections never waits for more than those.
    private static let patience = Duration.milliseconds(5)
    private static let leastEnoughCount = 64
    /// How long a merge holds the writer at a time, about 4 ms: a tracker costs as much as five fixes.
    private static let (chunkCost, trackerCost) = (2_000, 5)

    private struct Waiting {
        /// Of the commit that is to take it along.
        var number = 1
        var bytes: [UInt8] = []
        var requestCount = 0
        var isEnough = false
        var collectors: [any FixCollector] = []
        var others: [Done] = []

        func tell(_ error: (any Error)?) {
            collectors.forEach { $0.commitIsOver(number, error) }
            others.forEach { $0(error) }
        }
    }
    private struct State {
        var waiting = Waiting()
        /// How many lately waited at once; forgotten slowly.
        var senderCount = 0
        var enoughCount: Int { max(leastEnoughCount, senderCount / 2) }
        /// Fixes that are in the inbox or have been. Starts above `merged`: what a crash left behind is found by the first merge.
        var stored = 1
        var merged = 0
        var merging: Task<Void, any Error>?
    }
    /// What a commit took along, until it is known how that ended.
    private final class Taken: Sendable {
        let waiting = Mutex<Waiting?>(nil)
    }
    private let database: Database
    private let state = Mutex(State())
    init(_ database: Database) { self.database = database }

    /// Requests that wait for a commit.
    var waitingCount: Int { state.withLock { $0.waiting.requestCount } }

    /// Joins the next group commit; `done` runs after it, on the writer's thread.
    func add(_ batch: FixBatch, done: @escaping Done) {
        add(batch) { $0.others.append(done) }
    }

    /// The number of the commit that it joins.
    func add(_ batch: FixBatch, by collector: any FixCollector) -> Int {
        add(batch) { waiting in
            if !waiting.collectors.contains(where: { $0 === collector }) { waiting.collectors.append(collector) }
            return waiting.number
        }
    }

    private func add<Answer>(_ batch: FixBatch, _ join: (inout Waiting) -> Answer) -> Answer {
        let (answer, isFirst, isEnough) = state.withLock { state in
            for record in batch.records {
                batch.trackerID.append(to: &state.waiting.bytes)
                record.append(to: &state.waiting.bytes)
            }
            state.waiting.requestCount += 1
            let count = state.waiting.requestCount
            let isEnough = count >= state.enoughCount && !state.waiting.isEnough
            if isEnough { state.waiting.isEnough = true }
            return (join(&state.waiting), count == 1, isEnough)
        }
        if isFirst { commit() }
        if isEnough { database.commitNow() }
        return answer
    }

    private func commit() {
        let taken = Taken()
        database.appendStatement(patience: FixInbox.patience) { [self] connection in
            let waiting = take()
            taken.waiting.withLock { $0 = waiting }
            _ = try connection.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob(waiting.bytes)])
        } done: { [self] result in
            // A transaction that could not even begin took nothing along yet.
            let waiting = taken.waiting.withLock { $0 } ?? take()
            switch result {
            case .success:
                noteStored(waiting)
                waiting.tell(nil)
            case .failure(let error): waiting.tell(error)
            }
        }
    }

    private func take() -> Waiting {
        state.withLock { state in
            let waiting = state.waiting
            state.waiting = Waiting(number: waiting.number + 1)
            state.waiting.bytes.reserveCapacity(waiting.bytes.count)
            return waiting
        }
    }

    private func noteStored(_ waiting: Waiting) {
        let isFull = state.withLock { state in
            state.stored += waiting.bytes.count / FixKey.entryByteCount
            state.senderCount = max(waiting.requestCount + state.waiting.requestCount, state.senderCount * 99 / 100)
            return state.stored - state.merged >= FixInbox.mergeCount && state.merging == nil
        }
        // What fails here is met again by whoever reads the history.
        if isFull { _ = merging() }
    }

    // MARK: into the history

    /// Returns when everything acknowledged before the call is in the history.
    func merge() async throws {
        let wanted = state.withLock { $0.stored }
        while state.withLock({ $0.merged < wanted }) { try await merging().value }
    }

    /// The merge under way, or a new one.
    private func merging() -> Task<Void, any Error> {
        state.withLock { state in
            if let merging = state.merging { return merging }
            let task = Task { [self] in
                defer { self.state.withLock { $0.merging = nil } }
                try await mergeAll()
            }
            state.merging = task
            return task
        }
    }

    private func mergeAll() async throws {
        try await FixesBeforeRuns.move(in: database)
        let stored = state.withLock { $0.stored }
        let (bytes, last) = try read()
        var trackers = FixInbox.keys(bytes).chunked(by: \.trackerID)[...]
        while !trackers.isEmpty {
            let chunk = FixInbox.takeChunk(of: &trackers)
            try await database.append { connection in
                for keys in chunk { try FixInbox.add(keys, of: bytes, on: connection) }
            }
        }
        if let last {
            // After a crash before this commit the same fixes are merged again, which changes nothing.
            try await database.append { _ = try $0.run("DELETE FROM fix_inbox WHERE sequence <= ?", [.integer(last)]) }
        }
        state.withLock { $0.merged = stored }
    }

    /// Everything in the inbox, and the last row's number; nil if there is none.
    private func read() throws -> (bytes: [UInt8], last: Int64?) {
        var (bytes, last): ([UInt8], Int64?) = ([], nil)
        try database.read { connection in
            try connection.each("SELECT sequence, fixes FROM fix_inbox ORDER BY sequence") { row in
                last = row.integer(0)
                row.withBlob(1) { bytes.append(contentsOf: $0) }
            }
        }
        guard bytes.count % FixKey.entryByteCount == 0 else { throw UnreadableFixes(table: "fix_inbox") }
        return (bytes, last)
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

    /// And when those came that are in it already.
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

/// Whoever puts in the positions of many phones. Told once of a commit, however many it took along: a message for each of them,
/// made by one thread and freed by another, lets both wait for memory.
package protocol FixCollector: AnyObject, Sendable {
    /// After the commit with this number, on the writer's thread.
    func commitIsOver(_ commit: Int, _ error: (any Error)?)
}

extension ID {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(high)
        bytes.append(low)
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
