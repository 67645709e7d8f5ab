import Database
import Store
import Synchronization
import TestDatabases
import Testing

struct ReadCacheTests {
    /// Open pages are told of a write, and ask, before whoever wrote goes on.
    @Test func aValueIsReadAnewWhileAWriteChangesIt() async throws {
        let file = try TestDatabase()
        let database = try file.open()
        defer { try? database.close() }
        let cache = ReadCache<Int, Int>(database, limit: 10)
        let stored = Mutex(1)
        func value(_ key: Int = 1) -> Int { cache.value(for: key) { stored.withLock { $0 } } }
        func store(_ value: Int) { stored.withLock { $0 = value } }
        #expect(value() == 1 && value(2) == 1)
        store(2)
        #expect(value() == 1, "it is kept")
        await cache.whileChanging([1]) {
            #expect(value() == 2 && value(2) == 1)
            await cache.whileChanging([1]) { store(3) }
            #expect(value() == 3)
            store(4)
            #expect(value() == 4, "one of the two is still under way")
        }
        #expect(value() == 4)
        store(5)
        #expect(value() == 4 && value(2) == 1, "it is kept again")
        _ = try? await cache.whileChanging([1]) { throw CancellationError() }
        #expect(value() == 5)
    }
}
