import Database
import Domain
import Store
import Synchronization
import Testing

/// What stores have noted, as whoever follows the database hears it.
final class HeardChanges: Sendable {
    private let heard = Mutex<[TripChange]>([])
    private let store: ChangeStore
    private let marks = Mutex(0)
    /// Of no trip: a change of a test's own, which says that all before it is heard.
    private let mark = ID(high: 0xFFFF, low: 0xFFFF)

    init(_ database: AppDatabase) throws {
        store = ChangeStore(database)
        try store.follow { _, _ in
        } _: { [weak self] news in
            self?.heard.withLock { $0 += news.changes.map(\.change) }
        }
    }

    /// What was stored since the last call, in the order of commits.
    func next() async throws -> [TripChange] {
        let number = marks.withLock { marks in
            marks += 1
            return marks
        }
        let end = TripChange(.cases, trip: mark, number: number)
        try await store.note([end])
        for _ in 0..<4000 {
            let found: [TripChange]? = heard.withLock { heard in
                guard let index = heard.firstIndex(of: end) else { return nil }
                defer { heard.removeFirst(index + 1) }
                return Array(heard[..<index])
            }
            if let found { return found }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw Refusal.unavailable("Nothing was heard.", retryAfter: 0)
    }

    /// What is noted while something is done that goes through.
    func during(_ body: () async throws -> Void) async throws -> [TripChange] {
        _ = try await next()
        try await body()
        return try await next()
    }

    /// What a write notes, whether it goes through or is refused.
    func after(_ write: () async throws -> Void) async throws -> [TripChange] {
        _ = try await next()
        do { try await write() } catch is Refusal {}
        return try await next()
    }
}
