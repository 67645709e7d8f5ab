import Domain
import Services
import Testing

/// What pages say once of what was just done: they name the thing, and offer the way back where there is one.
@Suite struct EventToastTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    private var event: String { "/trips/alpha/events/\(app.id("event"))" }
    private var list: String { event + "/check-in/\(app.id("list"))" }

    private func toast(_ address: String, _ form: [(String, String)], as user: TestUser = .host) async throws -> HTMLPage {
        let done = try await app.send(.post, address, as: user, form: form)
        #expect(done.status == 303)
        return try await app.send(.get, done.location, as: user).page
    }

    @Test func aTickNamesThePersonAndIsUndoneFromThere() async throws {
        let member = app.id("member moderator").description
        let page = try await toast(list + "/scans", [("in", member)])
        #expect(page.text(".toast .notice") == "moderator Person has arrived.")
        let undo = try #require(page.find(".toast form").first?["action"])
        let undone = try await toast(undo, [])
        #expect(undone.text(".toast .notice") == "The tick of moderator Person is undone." && !undone.has(".toast form"))
        // Somebody of another trip is nobody here.
        let foreign = app.id("member hostOfAnotherTrip").description
        #expect(try await toast(list + "/scans", [("in", foreign)]).text(".toast .notice") == "Nobody new was ticked.")
    }

    @Test func listsAreNamed() async throws {
        let added = try await toast(event + "/check-in", [("name", "Bus 1 out\nBus 2 out")])
        #expect(added.text(".toast .notice") == "Bus 1 out, Bus 2 out added to check-in.")
        let renamed = try await toast(list + "/rename", [("name", "Bus 9 out")])
        #expect(renamed.text(".toast .notice") == "The list is now called Bus 9 out.")
        let archived = try await toast(list + "/archive", [("archived", "yes")])
        #expect(archived.text(".toast .notice") == "Bus 9 out is archived.")
        let undo = try #require(archived.find(".toast form").first?["action"])
        #expect(try await toast(undo, []).text(".toast .notice") == "Bus 9 out is in use again.")
    }

    @Test func aListThatWasRemovedIsBackInItsPlace() async throws {
        _ = try await toast(event + "/check-in", [("name", "One\nTwo\nThree"), ("exclusive", "on")])
        let before = try app.store.checkIn.lists(of: app.id("event"))
        let two = try #require(before.first { $0.name == "Two" })
        let removed = try await toast(event + "/check-in/\(two.id)/remove", [])
        #expect(removed.text(".toast .notice") == "Two is removed.")
        #expect(try app.store.checkIn.lists(of: app.id("event")).count == before.count - 1)
        let undo = try #require(removed.find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo, as: .moderator).status == 403)
        #expect(try await toast(undo, []).text(".toast .notice") == "Two is back.")
        #expect(try app.store.checkIn.lists(of: app.id("event")).map(\.id) == before.map(\.id))
        #expect(try app.store.checkIn.lists(of: app.id("event")).map(\.exclusiveSet) == before.map(\.exclusiveSet))
        // A second press finds it back, and says the same.
        #expect(try await toast(undo, []).text(".toast .notice") == "Two is back.")
        #expect(try app.store.checkIn.lists(of: app.id("event")).map(\.id) == before.map(\.id))
        // Meanwhile somebody made another of that name.
        _ = try await toast(event + "/check-in/\(two.id)/remove", [])
        _ = try await toast(event + "/check-in", [("name", "Two")])
        #expect(try await app.send(.post, undo, as: .host).status == 409)
    }

    /// For ten minutes, and by whoever may bring it back.
    @Test func aRemovedListIsOfferedToHostsForMinutes() async throws {
        _ = try await toast(event + "/check-in", [("name", "Two")])
        let two = try #require(try app.store.checkIn.lists(of: app.id("event")).first { $0.name == "Two" })
        let removed = try await app.send(.post, event + "/check-in/\(two.id)/remove", as: .host).location
        let undo = try #require(try await app.send(.get, removed, as: .host).page.find(".toast form").first?["action"])
        let moderators = try await app.send(.get, removed, as: .moderator).page
        #expect(moderators.text(".toast .notice") == "The list is removed." && !moderators.has(".toast form"))
        app.clock.pass(.minutes(10))
        #expect(try await !app.send(.get, removed, as: .host).page.has(".toast form"))
        let late = try await app.send(.post, undo, as: .host)
        #expect(late.status == 409 && late.body.contains("This list can no longer be brought back. Add it again."))
    }

    /// Who is invited already, or is on another trip, is not counted.
    @Test func onlyWhoWasInvitedIsCounted() async throws {
        var fields = MemberFields()
        (fields[.firstName], fields[.status]) = ("Nova", "arrived")
        let nova = try await app.services.roster.add(fields, app.host())
        let known = ["member moderator", "member hostOfAnotherTrip"].map { ("member", app.id($0).description) }
        let before = try app.store.events.invitations(of: app.id("event")).count
        let page = try await toast(event + "/invitations", known + [("member", nova.description), ("member", nova.description)])
        let title = try app.services.events.find(app.id("event"), app.host()).fields.title
        #expect(page.text(".toast .notice") == "1 person invited to \(title).")
        #expect(try await toast(event + "/invitations", known).text(".toast .notice") == "Nobody new was invited.")
        let invited = try app.store.events.invitations(of: app.id("event"))
        #expect(invited.count == before + 1 && invited.last?.memberID == nova)
    }

    @Test func calendarsNameWhoseTheyAre() async throws {
        let calendars = "/trips/alpha/events/calendars"
        #expect(try await toast(calendars, [("member", "")]).text(".toast .notice") == "New address for the whole trip.")
        let member = app.id("member moderator").description
        #expect(try await toast(calendars, [("member", member)]).text(".toast .notice") == "New address for moderator Person.")
    }

    @Test func anAddressNamesNothingThatIsNotThere() async throws {
        for query in ["?done=ticked&scan=\(ID(high: 1, low: 1))", "?done=ticked&number=-1", "?done=lists&list=x"] {
            #expect(try await app.send(.get, list + query, as: .host).page.count(".toast") <= 1)
        }
    }
}
