import Database
import Domain
import Store
import Testing

/// The same of calls for help, moderators' cases, places and bikes.
@Suite struct NotedCasesTests {
    private let people: TestPeople
    private let heard: HeardChanges
    private let now = TestPeople.noon
    private let author = Author(id: TestPeople.account("host"), name: "host")
    private let traveller = TestPeople.member("traveller")
    private var store: Stores { people.store }
    private var trip: ID { people.trip }
    private var cases: TripChange { TripChange(.cases, trip: trip) }
    private var alerts: TripChange { TripChange(.alerts, trip: trip) }

    init() async throws {
        people = try await TestPeople()
        heard = try HeardChanges(people.database)
    }

    private func id(_ number: UInt64) -> ID { ID(high: 5, low: number) }
    @Sendable private func newID() -> ID { ID(high: 6, low: .random(in: 0 ... .max)) }

    // MARK: help

    private func told(_ title: String) -> TripChange {
        .told(
            [traveller], trip,
            .object { out in
                out.add("why", "call")
                out.add("title", title)
            })
    }

    private func call(_ number: UInt64) async throws {
        let call = HelpCase.Call(id: id(number), source: .page, text: "cold", calledAt: now, receivedAt: now, place: nil)
        let help = HelpCase(
            id: id(100 + number), tripID: trip, memberID: traveller, memberName: "traveller", phone: "", isTest: false, raisedAt: now,
            calls: [])
        _ = try await store.help.add(call, client: id(number), toOpenOr: help, repetition: .seconds(60), by: author)
    }

    @Test func aCallAndEachStepOfItAreHeardByTheStaffAndByWhoCalled() async throws {
        #expect(try await heard.after { try await call(1) } == [alerts, told("")])
        #expect(try await heard.after { try await call(1) } == [], "the same call")
        #expect(try await heard.after { try await call(2) } == [alerts, told("")])
        func take() async throws { _ = try await store.help.take(id(101), trip: trip, by: author, at: now) }
        #expect(try await heard.after { try await take() } == [alerts, told("host is on it.")])
        #expect(try await heard.after { try await take() } == [], "taken already")
        func perform(_ step: HelpStep) async throws {
            _ = try await store.help.perform(step, on: id(101), trip: trip, by: author, at: now)
        }
        #expect(try await heard.after { try await perform(.phoned) } == [alerts, told("host is on it.")])
        #expect(try await heard.after { try await perform(.reopen) } == [], "it is open")
        let moderator = CaseStore.Moderator(account: TestPeople.account("host"), author: author, member: nil)
        let resolved = try await heard.after {
            try await store.cases.resolve(
                id(101), trip: trip, as: (.other, "well"), teaching: [:], by: moderator, at: now, newID: newID)
        }
        #expect(resolved == [alerts, told(""), cases])
    }

    // MARK: cases

    private var subject: CaseStore.Subject { .init(kind: .member, member: traveller, snapshot: "", place: "profile") }
    private var moderator: CaseStore.Moderator { .init(account: TestPeople.account("host"), author: author, member: nil) }

    private func report(_ text: String, isUrgent: Bool = false) async throws -> ID {
        try await store.cases.file(
            .init(reporter: TestPeople.member("other"), rule: nil, reason: "spam", text: text, isUrgent: isUrgent), on: subject, trip: trip,
            by: author, at: now, newID: newID)
    }

    private func decide(_ action: PlannedAction, on id: ID) async throws {
        let version = try #require(try store.cases.find(id, trip: trip)).version
        let plan = CaseStore.Plan(actions: [action], reason: "r", sentence: "", version: version, tripEnd: now + .days(1))
        try await store.cases.apply(plan, to: id, trip: trip, by: moderator, at: now, newID: newID)
    }

    @Test func moderatorsHearOfCasesAndMembersOfWhatTheyMayDo() async throws {
        #expect(try await heard.after { _ = try await report("a") } == [cases])
        #expect(try await heard.after { _ = try await report("a") } == [], "said already")
        #expect(try await heard.after { _ = try await report("b", isUrgent: true) } == [cases, alerts])
        let id = try await report("b", isUrgent: true)
        func claim() async throws { try await store.cases.claim(id, trip: trip, by: moderator, takesOver: false, at: now) }
        #expect(try await heard.after { try await claim() } == [cases])
        #expect(try await heard.after { try await claim() } == [], "theirs already")
        func release() async throws { try await store.cases.release(id, trip: trip, by: moderator, at: now) }
        #expect(try await heard.after { try await release() } == [cases])
        #expect(try await heard.after { try await release() } == [], "nobody's already")
        let muted = TripChange(.memberPermissions, trip: trip, ids: [traveller])
        #expect(try await heard.after { try await decide(PlannedAction(.mute, minutes: 10), on: id) } == [muted, cases])
        #expect(try await heard.after { try await decide(PlannedAction(.mute, minutes: 10), on: id) } == [], "it is closed")
        let entry = try #require(try store.moderationLog.entries(case: id).last { $0.action == .mute })
        func appeal() async throws {
            try await store.cases.appeal(entry.number, text: "no", by: traveller, author: author, trip: trip, at: now)
        }
        #expect(try await heard.after { try await appeal() } == [cases])
        #expect(try await heard.after { try await appeal() } == [], "appealed already")
        func undo() async throws {
            try await store.cases.undo(entry.number, trip: trip, reason: "", by: moderator, at: now, newID: newID)
        }
        #expect(try await heard.after { try await undo() } == [muted, cases])
        #expect(try await heard.after { try await undo() } == [], "undone already")
    }

    @Test func readersHearOfAMessageThatModeratorsRemoveAndShowAgain() async throws {
        let message = try await store.messages.send(
            .init(conversation: trip, trip: trip, member: traveller, clientID: id(1), text: "spam", replyTo: nil, state: .visible), at: now)
        let changed = TripChange.changed(message.number, in: trip, trip)
        let subject = CaseStore.Subject(
            kind: .message, message: message.number, member: traveller, conversation: trip, snapshot: "spam", place: "")
        let plan = CaseStore.Plan(actions: [PlannedAction(.remove)], reason: "", sentence: "", version: 0, tripEnd: now + .days(1))
        var log = 0
        let removed = try await heard.after {
            log = try await store.cases.decideAtOnce(plan, on: subject, trip: trip, by: moderator, at: now, newID: newID)
        }
        #expect(removed == [changed, cases])
        let shown = try await heard.after {
            try await store.cases.undo(log, trip: trip, reason: "", by: moderator, at: now, newID: newID)
        }
        #expect(shown == [changed, cases])
    }

    // MARK: places and bikes

    @Test func whatPeopleSayOfPlacesIsHeardWhereItIsRead() async throws {
        let own = TripChange.places(trip, isForAll: false)
        let place = KnownPlace(id: .added(id(9)), name: "Hut", coordinates: Coordinates(clampedLatitude: 46, longitude: 9))
        var number = 0
        func save(isForAll: Bool) async throws {
            number = try await store.placeReviews.save(
                .init(place: place, trip: trip, member: traveller, stars: 4, text: "good", isForAll: isForAll, state: .visible), at: now,
                newID: newID)
        }
        #expect(try await heard.after { try await save(isForAll: false) } == [own])
        #expect(try await heard.after { try await save(isForAll: true) } == [.places(trip, isForAll: true)])
        #expect(try await heard.after { try await save(isForAll: false) } == [.places(trip, isForAll: true)], "it was until now")
        #expect(try await heard.after { try await store.placeReviews.delete(number, by: traveller) } == [own])
        #expect(try await heard.after { try await store.placeReviews.delete(number, by: traveller) } == [])
        #expect(try await heard.after { try await store.placeReviews.restore(number, by: traveller) } == [own])
        let report = PlaceReport(
            id: id(2), kind: .open, memberID: traveller, name: "t", minute: nil, wrongPhone: "", phone: "", madeAt: now,
            endsAt: now + .hours(1),
            withdrawnBy: nil)
        #expect(try await heard.after { try await store.placeReports.add(report, of: place, trip: trip, newID: newID) } == [own])
        func withdraw() async throws { try await store.placeReports.withdraw(id(2), trip: trip, by: "t", at: now) }
        #expect(try await heard.after { try await withdraw() } == [own])
        #expect(try await heard.after { try await withdraw() } == [])
        #expect(try await heard.after { try await store.placeReports.restore(id(2), trip: trip) } == [own])
    }

    @Test func bikesAreHeardWithWhatIsStoredOfThem() async throws {
        let source = BikeSource(kind: .gbfs, url: "https://x.example/gbfs.json", key: "")
        try await store.bikes.add(BikeFeedFields(), source, id: id(1), nextAt: nil, trip: trip, by: author, at: now)
        let data = JSON.object { $0.add("again", true) }
        var changes = BikeStore.Changes()
        func record(_ feed: UInt64) async throws {
            _ = try await store.bikes.record(changes, telling: data, feed: id(feed), at: now)
        }
        #expect(try await heard.after { try await record(1) } == [], "nothing changed")
        changes.new = [BikeStation(key: "a", name: "A", place: Coordinates(clampedLatitude: 46, longitude: 9))]
        #expect(try await heard.after { try await record(1) } == [TripChange(.bikes, trip: trip, data: data)])
        #expect(try await heard.after { try await record(2) } == [], "there is no such feed")
    }
}
