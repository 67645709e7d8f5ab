import Database
import Domain
import Synchronization

/// Fixes on their way into the history. Each of six hundred phones has its own page there, so a commit of single fixes would write a page
/// for each phone. The inbox stores all fixes of a commit as one row, and `merge` puts thousands into runs at once. A fix is acknowledged
/// once it is in the inbox; every reader of the history merges first.
final class FixInbox: Sendable {
    typealias Done = @Sendable ((any Error)?) -> Void

    /// So many that most phones have dozens: beyond it a merge begins by itself.
    private static let mergeCount = 40_000
    /// A commit costs as much as forty fixes, and no phone notices a few milliseconds: the first fix waits this long for others, or until
    /// there are enough. Enough is half of the active senders, so that one half is stored while the other half sends; a proxy that sends
    /// over 64 connections never waits for more than that.
    private static let maxDelay = Duration.milliseconds(5)
    private static let minimumFullBatchCount = 64

    private struct Waiting {
        /// Of the commit that is to take it along.
        var number = 1
        var bytes: [UInt8] = []
        var requestCount = 0
        var isBatchFull = false
        var collectors: [any FixCollector] = []
        var others: [Done] = []

        func tell(_ error: (any Error)?) {
            collectors.forEach { $0.commitDidFinish(number, error) }
            others.forEach { $0(error) }
        }
    }
    private struct State {
        var waiting = Waiting()
        /// How many senders lately waited at once; falls slowly.
        var senderCount = 0
        var fullBatchCount: Int { max(minimumFullBatchCount, senderCount / 2) }
        /// Fixes that are in the inbox or have been. Starts above `merged`: what a crash left behind is found by the first merge.
        var stored = 1
        var merged = 0
        var merging: Task<Void, any Error>?
    }
    /// Fixes that a commit took along, kept until its result is known: after a conflict with another node it is run again.
    private final class Drained: Sendable {
        private let waiting = Mutex<Waiting?>(nil)

        func take(or drain: () -> Waiting) -> Waiting {
            waiting.withLock { waiting in
                let taken = waiting ?? drain()
                waiting = taken
                return taken
            }
        }
    }
    private let database: AppDatabase
    private let state = Mutex(State())
    init(_ database: AppDatabase) { self.database = database }

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
        let (answer, isFirst, isBatchFull) = state.withLock { state in
            for record in batch.records {
                batch.trackerID.append(to: &state.waiting.bytes)
                record.append(to: &state.waiting.bytes)
            }
            state.waiting.requestCount += 1
            let count = state.waiting.requestCount
            let isBatchFull = count >= state.fullBatchCount && !state.waiting.isBatchFull
            if isBatchFull { state.waiting.isBatchFull = true }
            return (join(&state.waiting), count == 1, isBatchFull)
        }
        if isFirst { commit() }
        if isBatchFull { database.commitNow() }
        return answer
    }

    private func commit() {
        let drained = Drained()
        database.appendStatement(maxDelay: FixInbox.maxDelay, isForMany: true) { [self] connection in
            let waiting = drained.take(or: drain)
            _ = try connection.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob(waiting.bytes)])
            if connection.hasOthers { connection.noteForOthers(waiting.bytes) }
        } done: { [self] result in
            // A transaction that could not even begin took nothing along yet.
            let waiting = drained.take(or: drain)
            switch result {
            case .success:
                noteStored(waiting)
                waiting.tell(nil)
            case .failure(let error):
                // Lost at the commit, they may be stored all the same: the next reader looks.
                if (error as? DatabaseFailure)?.isUnreachable == true { noteStored(waiting) }
                waiting.tell(error)
            }
        }
    }

    private func drain() -> Waiting {
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
        // A failure here comes up again when somebody reads the history.
        if isFull { _ = merging() }
    }

    // MARK: into the history

    /// Returns when everything acknowledged before the call is in the history, by other nodes too.
    func merge() async throws {
        let wanted = state.withLock { $0.stored }
        let last = try database.read { try $0.one("SELECT max(sequence) FROM fix_inbox") { $0.optionalInteger(0) } } ?? nil
        while state.withLock({ $0.merged < wanted }) { try await merging().value }
        guard let last else { return }
        while try isAnythingLeft(upTo: last) { try await merging().value }
    }

    private func isAnythingLeft(upTo last: Int64) throws -> Bool {
        try database.read { try $0.one("SELECT 1 FROM fix_inbox WHERE sequence <= ? LIMIT 1", [.integer(last)]) { _ in true } } ?? false
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
        try await LegacyFixes.move(in: database)
        let stored = state.withLock { $0.stored }
        try await InboxMerge(database).run()
        state.withLock { $0.merged = stored }
    }
}

extension ID {
    func append(to bytes: inout [UInt8]) {
        bytes.append(high)
        bytes.append(low)
    }
}
