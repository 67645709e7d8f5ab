import Domain
import Services
import Store
import TestDatabases
import Testing

@Suite struct TrackerDirectoryTests {
    private let now = Instant(seconds: 1_767_621_802)

    /// A store with one member, who has a tracker.
    private func newStore(_ database: TestDatabase, token: String) async throws -> Stores {
        let store = Stores(try database.open())
        let (trip, member) = (ID(high: 0, low: 1), ID(high: 0, low: 2))
        var (fields, person, batch) = (TripFields(), MemberFields(), RosterStore.Batch())
        (fields.name, fields.slug) = ("T", "tt")
        (person[.firstName], person[.status]) = ("Ada", "arrived")
        try await store.trips.add(fields, id: trip, by: .commandLine, at: now)
        batch.added = [.init(id: member, fields: person)]
        _ = try await store.roster.apply(batch, trip: trip, by: .commandLine, at: now, newID: { ID(high: 0, low: 99) })
        let tracker = Tracker(
            id: ID(high: 0, low: 3), memberID: member, label: "P", token: token, createdAt: now, revokedAt: nil, lastContactAt: nil)
        try await store.trackers.addMany([tracker], at: now)
        return store
    }

    /// What was read of the database before it ended does not bring it back.
    @Test func aTrackerThatEndsWhileAllAreReadAnewHasEnded() async throws {
        let (database, token) = (try TestDatabase(), String(repeating: "t", count: 22))
        let directory = TrackerDirectory(store: try await newStore(database, token: token).trackers)
        try directory.reload { [] }
        #expect(directory.find(token) != nil)
        try directory.reload {
            directory.remove(token)
            return []
        }
        #expect(directory.find(token) == nil)
        // Afterwards it is as it is stored.
        try directory.reload { [] }
        #expect(directory.find(token) != nil)
        _ = database
    }
}
