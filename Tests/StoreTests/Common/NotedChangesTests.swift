import Database
import Domain
import Store
import Testing

/// What open pages hear is stored with what it tells of, and only with that.
@Suite struct NotedChangesTests {
    private let people: TestPeople
    private let heard: HeardChanges
    private let now = TestPeople.noon
    private let author = Author(id: TestPeople.account("host"), name: "host")
    private let traveller = TestPeople.member("traveller")
    private var store: Stores { people.store }
    private var trip: ID { people.trip }

    init() async throws {
        people = try await TestPeople()
        heard = try HeardChanges(people.database)
    }

    private func id(_ number: UInt64) -> ID { ID(high: 5, low: number) }
    private func of(_ kind: TripChange.Kind, _ ids: [ID] = []) -> TripChange { TripChange(kind, trip: trip, ids: ids) }
    private func version() throws -> Int { try #require(try store.trips.find(id: trip)).rosterVersion }
    private func roster() throws -> TripChange { .roster(trip, version: try version()) }

    private func rename(_ name: String, expecting version: Int? = nil) async throws {
        var batch = RosterStore.Batch()
        batch.changed = [
            .init(id: traveller, expectedVersion: version) { old in
                var new = old
                new[.firstName] = name
                return new
            }
        ]
        _ = try await store.roster.apply(batch, trip: trip, by: author, at: now, newID: { id(1) })
    }

    @Test func theRosterSaysEachOfItsVersionsAndNoOther() async throws {
        #expect(try await heard.after { try await rename("Ada") } == [roster()])
        #expect(try await heard.after { try await rename("Ada") } == [], "nothing differs")
        #expect(try await heard.after { try await rename("Eva", expecting: 0) } == [], "refused")
        let column = OwnColumn(id: id(2), name: "Boots", kind: .text, choices: [], isListed: true, isSeenBySelf: true, version: 0)
        #expect(try await heard.after { try await store.ownColumns.add(column, trip: trip, by: author, at: now) } == [roster()])
        #expect(try await heard.after { try await store.ownColumns.add(column, trip: trip, by: author, at: now) } == [])
        let group = Group(id: id(3), name: "North", leaderID: nil)
        #expect(try await heard.after { try await store.groups.add(group, trip: trip, by: author, at: now) } == [roster()])
        #expect(try await heard.after { try await store.groups.add(group, trip: trip, by: author, at: now) } == [])
    }

    @Test func wishesAreReadAgainThoughTheRosterKeepsItsVersion() async throws {
        func wish(_ other: ID) async throws {
            let wish = Wish(id: id(1), member: traveller, other: other, kind: .together, set: nil, note: "")
            try await store.wishes.set(wish, trip: trip, by: author, at: now)
        }
        #expect(try await heard.after { try await wish(TestPeople.member("other")) } == [.roster(trip)])
        #expect(try await heard.after { try await wish(id(9)) } == [], "nobody of the trip")
        #expect(try await heard.after { try await store.wishes.remove(id(1), trip: trip, by: author, at: now) } == [.roster(trip)])
        #expect(try await heard.after { try await store.wishes.remove(id(1), trip: trip, by: author, at: now) } == [])
    }

    @Test func whoIsSeenByWhomIsNotedWhoeverChangesIt() async throws {
        func set(_ level: SharingLevel, _ member: ID) async throws {
            try await store.sharing.set(level, until: nil, member: member, trip: trip, by: author, at: now)
        }
        func pause(_ isPaused: Bool) async throws {
            let member = try #require(try store.roster.member(traveller, trip: trip))
            try await store.roster.setSharingPaused(isPaused, member: member, by: author, at: now)
        }
        for level in SharingLevel.allCases {
            #expect(try await heard.after { try await set(level, traveller) } == [of(.sharing, [traveller])])
        }
        #expect(try await heard.after { try await set(.everyone, id(9)) } == [], "not on the trip")
        try await set(.everyone, traveller)
        for isPaused in [true, false] {
            #expect(try await heard.after { try await pause(isPaused) } == [roster(), of(.sharing, [traveller])])
        }
        try await set(.off, traveller)
        #expect(try await heard.after { try await pause(false) } == [], "only they can")
    }

    // MARK: trackers

    private func tracker(_ number: UInt64) -> Tracker {
        Tracker(
            id: id(number), memberID: traveller, label: "P", token: "tokenoftwentytwobytes \(number)", createdAt: now, revokedAt: nil,
            lastContactAt: nil)
    }

    private func add(_ number: UInt64, replacing old: UInt64? = nil, under own: ID? = nil) async throws {
        let member = try #require(try store.roster.member(traveller, trip: trip))
        try await store.trackers.add(tracker(number), member: member, replacing: old.map(id), under: own, by: author, at: now)
    }

    private func revoke(_ number: UInt64) async throws {
        let member = try #require(try store.roster.member(traveller, trip: trip))
        try await store.trackers.revoke(tracker(number), member: member, by: author, at: now)
    }

    @Test func secretsOfTrackersAreNotedAndAPositionWithTheLast() async throws {
        #expect(try await heard.after { try await add(1) } == [of(.trackers)])
        #expect(try await heard.after { try await add(2, replacing: 1) } == [of(.trackers)])
        #expect(try await heard.after { try await add(3) } == [of(.trackers)])
        #expect(try await heard.after { try await revoke(3) } == [of(.trackers)])
        #expect(try await heard.after { try await revoke(2) } == [of(.trackers), of(.forgotten, [traveller])])
        #expect(try await heard.after { try await revoke(2) } == [], "revoked already")
    }

    @Test func trackersOfACoHostsTimeEndWithIt() async throws {
        let coHost = CoHost(
            id: id(7), tripID: trip, memberID: traveller, name: "traveller", startsAt: now, endsAt: now + .hours(1), reason: "",
            namedBy: "host", namedByID: author.id)
        try await store.coHosts.name(coHost, under: nil, period: "", by: author, at: now)
        try await add(1, under: id(7))
        #expect(try await heard.after { try await store.coHosts.noteBegunAndEnded(at: now) } == [])
        #expect(try await heard.after { try await store.coHosts.noteBegunAndEnded(at: now + .hours(2)) } == [of(.trackers)])
    }

    @Test func whoAsksToBeDeletedIsForgotten() async throws {
        try await add(1)
        func request(_ member: String) async throws {
            let erasure = Erasure(due: now + .days(7), askedBy: "", hostName: "")
            _ = try await store.deletion.request(TestPeople.member(member), name: member, trip: trip, erasure, by: author, at: now)
        }
        #expect(try await heard.after { try await request("traveller") } == [of(.trackers), of(.forgotten, [traveller])])
        #expect(try await heard.after { try await request("host") } == [], "who has a role stays")
        let erased = try await heard.after { try await store.deletion.erase(traveller, trip: trip, at: now) }
        #expect(try erased == [roster(), of(.sharing, [traveller]), of(.forgotten, [traveller])])
    }

    @Test func aTripInTheBinHasNoTrackers() async throws {
        try await add(1)
        let found = try #require(try store.trips.find(id: trip))
        #expect(try await heard.after { try await store.trips.moveToBin(found, by: author, at: now) } == [], "it is not archived")
        try await people.run("UPDATE trip SET archived_at = 1")
        let binned = try await heard.after { try await store.trips.moveToBin(found, by: author, at: now) }
        #expect(binned == [of(.trackers), of(.forgotten, [traveller])])
        #expect(try await heard.after { _ = try await store.trips.restore(trip, by: author, at: now) } == [of(.trackers)])
        #expect(try await heard.after { _ = try await store.trips.restore(trip, by: author, at: now) } == [])
    }

    @Test func aPositionIsForgottenWithTheLastOfItsHistory() async throws {
        try await add(1)
        let fixes = (1...20).map { Fix(time: now + .minutes($0), coordinates: Coordinates(clampedLatitude: 46, longitude: 9)) }
        try await store.fixes.add(
            FixBatch(trackerID: id(1), receivedAt: now + .hours(1), format: .traccar, fixes: fixes, remark: nil))
        func delete(before limit: Instant) async throws { _ = try await store.fixes.deleteHistory(trip: trip, before: limit) }
        #expect(try await heard.after { try await delete(before: now) } == [], "nothing is that old")
        #expect(try await heard.after { try await delete(before: now + .minutes(10)) } == [], "the newest stays")
        #expect(try await heard.after { try await delete(before: now + .days(1)) } == [of(.forgotten, [traveller])])
    }
}
