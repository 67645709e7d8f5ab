import Domain
import Services
import Testing

/// The machine's clock is set back between ticks: the later one still counts.
@Suite struct CheckInClockTests {
    @Test(arguments: ClockTests.steps) func theLaterTickCounts(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        let (member, list) = (app.id("member moderator"), "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))")
        func present() async throws -> String? { try await app.send(.get, list, as: .host).page.text("#present") }
        func tick(_ what: String) async throws {
            #expect(try await app.send(.post, list + "/scans", as: .host, form: [(what, member.description)]).status == 303)
        }
        app.clock.pass(.minutes(1))
        try await tick("in")
        #expect(try await present() == "2")
        app.clock.step(.zero - step)
        try await tick("out")
        #expect(try await present() == "1")
        // From a phone that was without a line for a minute.
        let now = app.clock.now.milliseconds
        let lines = [("scan", "\(ID(high: 5, low: 1)),\(member),in,\(now - 100),tick"), ("now", "\(now)")]
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.post, list + "/scans", as: .host, form: lines).body == "{\"new\":1,\"known\":1,\"unknown\":0}")
        #expect(try await present() == "2")
        app.clock.pass(.seconds(5))
        try await tick("out")
        #expect(try await present() == "1")
    }

    /// A phone that was without a line sends what it ticked before: it keeps its age.
    @Test(arguments: ClockTests.steps) func anOlderTickStaysOlderAfterTheClockWasSetBack(_ step: Duration) async throws {
        let app = try await TestApp.withTrips()
        let (member, list) = (app.id("member moderator"), "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))")
        func send(_ what: String, secondsAgo: Int64, _ number: UInt64) async throws {
            let now = app.clock.now.milliseconds
            let line = "\(ID(high: 5, low: number)),\(member),\(what),\(now - secondsAgo * 1000),tick"
            #expect(try await app.send(.post, list + "/scans", as: .host, form: [("scan", line), ("now", "\(now)")]).status == 200)
        }
        func present() async throws -> String? { try await app.send(.get, list, as: .host).page.text("#present") }
        app.clock.pass(.hours(1))
        try await send("in", secondsAgo: 0, 1)
        app.clock.step(.zero - step)
        app.clock.pass(.seconds(20))
        try await send("out", secondsAgo: 600, 2)
        #expect(try await present() == "2", "made before the tick that is there")
        try await send("out", secondsAgo: 0, 3)
        #expect(try await present() == "1")
    }

    /// Back by an hour, and forward again by a little less: what passed in between is what the scans are apart.
    @Test func aSecondStepAddsNothingToTheTimes() async throws {
        let app = try await TestApp.withTrips()
        let (member, list) = (app.id("member moderator"), "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))")
        func tick(_ what: String) async throws -> Scan {
            app.clock.pass(.seconds(10))
            #expect(try await app.send(.post, list + "/scans", as: .host, form: [(what, member.description)]).status == 303)
            return try #require(try app.store.checkIn.scans(of: app.id("event")).last)
        }
        app.clock.pass(.hours(2))
        let first = try await tick("in")
        app.clock.step(.zero - .hours(1))
        let second = try await tick("out")
        #expect(second.receivedAt == first.receivedAt + .microseconds(1))
        app.clock.step(.minutes(59))
        let third = try await tick("in")
        #expect(third.receivedAt == second.receivedAt + .seconds(10))
        app.clock.pass(.hours(1))
        let last = try await tick("out")
        #expect(last.receivedAt == app.clock.now && last.scannedAt == app.clock.now, "the clock has passed the newest")
    }

    /// Requests are stored in another order than they came: no time runs away from the clock, however many there are.
    @Test func crowdedTicksStayWithTheClock() async throws {
        let app = try await TestApp.withTrips()
        let (member, list) = (app.id("member moderator"), "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))")
        for number in 0..<60 {
            app.clock.step(.milliseconds(number % 4 == 3 ? -4 : 2))
            let what = number.isMultiple(of: 2) ? "in" : "out"
            #expect(try await app.send(.post, list + "/scans", as: .host, form: [(what, member.description)]).status == 303)
        }
        let newest = try #require(try app.store.checkIn.scans(of: app.id("event")).last)
        #expect(!newest.isIn && newest.receivedAt < app.clock.now + .milliseconds(5))
    }

    /// The preview says what comes of it.
    @Test func paperTicksAreShownAsTheyWillCount() async throws {
        let app = try await TestApp.withTrips()
        let list = "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))"
        // On the minute, as paper tells it.
        app.clock.pass(.hours(1) + .seconds(38))
        let form = [("in", app.id("member moderator").description)]
        #expect(try await app.send(.post, list + "/scans", as: .host, form: form).status == 303)
        app.clock.step(.zero - .hours(1))
        let guests = try app.services.events.guestList(app.services.events.find(app.id("event"), app.host()), app.host())
        let number = try #require(guests.first { $0.row.id == app.id("member moderator") }).invitation.number
        let local = try app.host().trip.zone.local(app.clock.now)
        let typed = [("numbers", "\(number)"), ("direction", "out"), ("day", local.day.description), ("time", local.clock)]
        let plan = try await app.send(.post, list + "/paper", as: .host, form: typed)
        #expect(plan.body.contains("1 tick") && !plan.body.contains("the later tick counts"))
        #expect(try await app.send(.post, list + "/paper", as: .host, form: typed + [("confirm", "yes")]).status == 303)
        #expect(try await app.send(.get, list, as: .host).page.text("#present") == "1")
    }
}
