import Database
import Domain
import Synchronization

/// Fixes on their way into the table. Each of six hundred phones has its own page there, so a commit of single fixes writes a
/// page for each of them; the inbox takes all that a commit brings as one row, and `merge` puts thousands in the table's
/// order at once (bare SQLite: 5 instead of 17 µs a fix, and a twentieth of the bytes). Acknowledged is what is in the inbox;
/// whoever reads the table merges first.
final class FixInbox: Sendable {
    typealias Done = @Sendable ((any Error)?) -> Void

    /// So many that most phones have dozens: beyond it a merge begins by itself.
    private static let mergeCount = 40_000
    /// A commit costs as much as forty fixes, and no phone notices a few milliseconds: the first waits so long for others, or
    /// until there are enough. A proxy that sends over 64 connections never waits for more than those.
    private static let patience = Duration.milliseconds(5)
    private static let enoughCount = 64
    /// Rows for which a merge holds the writer at a time, about 3 ms.
    private static let chunkCount = 500

    private struct Waiting {
        var bytes: [UInt8] = []
        var requests: [Done] = []
    }
    private struct State {
        var waiting = Waiting()
        /// Fixes that are in the inbox or have been. Starts above `merged`: what a crash left behind is found by the first merge.
        var stored = 1
        var merged = 0
        var merging: Task<Void, any Error>?
    }
    /// What a commit took along, until it is known how that ended.
    private final class Taken: Sendable {
        let waiting = Mutex<Waiting?>(nil)
    }
    /// They stay where they are: forgetting them is nobody's to decide but an admin's.
    struct Unreadable: Error, CustomStringConvertible {
        var description: String { "the table fix_inbox holds positions in a form that this version does not know" }
    }

    private let database: Database
    private let state = Mutex(State())
    init(_ database: Database) { self.database = database }

    /// Requests that wait for a commit.
    var waitingCount: Int { state.withLock { $0.waiting.requests.count } }

    /// Joins the next group commit; `done` runs after it, on the writer's thread.
    func add(_ batch: FixBatch, done: @escaping Done) {
        let count = state.withLock { state in
            for record in batch.records { record.append(to: &state.waiting.bytes) }
            state.waiting.requests.append(done)
            return state.waiting.requests.count
        }
        if count == 1 { commit() }
        if count == FixInbox.enoughCount { database.commitNow() }
    }

    private func commit() {
        let taken = Taken()
        database.writeAtomic(patience: FixInbox.patience) { [self] connection in
            let waiting = take()
            taken.waiting.withLock { $0 = waiting }
            try connection.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob(waiting.bytes)])
        } done: { [self] error in
            // A transaction that could not even begin took nothing along yet.
            let waiting = taken.waiting.withLock { $0 } ?? take()
            if error == nil { noteStored(waiting.bytes.count / FixRecord.byteCount) }
            waiting.requests.forEach { $0(error) }
        }
    }

    private func take() -> Waiting {
        state.withLock { state in
            let waiting = state.waiting
            state.waiting = Waiting()
            state.waiting.bytes.reserveCapacity(waiting.bytes.count)
            state.waiting.requests.reserveCapacity(waiting.requests.count)
            return waiting
        }
    }

    private func noteStored(_ count: Int) {
        let isFull = state.withLock { state in
            state.stored += count
            return state.stored - state.merged >= FixInbox.mergeCount && state.merging == nil
        }
        // What fails here is met again by whoever reads the table.
        if isFull { _ = merging() }
    }

    // MARK: into the table

    /// Returns when everything acknowledged before the call is in the table.
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
        let stored = state.withLock { $0.stored }
        let (bytes, last) = try read()
        let keys = FixInbox.keys(bytes)
        for start in stride(from: 0, to: keys.count, by: FixInbox.chunkCount) {
            let chunk = keys[start..<min(start + FixInbox.chunkCount, keys.count)]
            try await database.append { try FixInbox.insert(chunk, of: bytes, on: $0) }
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
        guard bytes.count % FixRecord.byteCount == 0 else { throw Unreadable() }
        return (bytes, last)
    }

    /// In the table's order.
    private static func keys(_ bytes: [UInt8]) -> [FixKey] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: FixRecord.byteCount).map { FixKey(bytes, at: $0) }
        }.sorted()
    }

    /// Positions of people who asked to be deleted meanwhile are left out.
    private static func insert(_ keys: ArraySlice<FixKey>, of bytes: [UInt8], on connection: Connection) throws {
        var isReadable = true
        for keys in keys.chunked(by: \.trackerID) {
            let isWanted = try connection.one(
                """
                SELECT 1 FROM tracker t WHERE t.id = ?
                AND NOT EXISTS (SELECT 1 FROM deletion_request d WHERE d.member_id = t.member_id)
                """, [.id(keys[keys.startIndex].trackerID)]
            ) { _ in true }
            guard isWanted == true else { continue }
            let records = bytes.withUnsafeBytes { bytes in keys.map { FixRecord(bytes, at: $0.start) } }.compactMap(\.self)
            isReadable = isReadable && records.count == keys.count
            try connection.run(FixRecord.insertion, for: records) { $0.bind(to: $1) }
        }
        guard isReadable else { throw Unreadable() }
    }
}

extension ArraySlice {
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
