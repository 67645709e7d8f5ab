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
        app.clock.pass(.zero - step)
        try await tick("out")
        #expect(try await present() == "1")
        // From a phone that was without a line for a minute.
        let now = app.clock.now.milliseconds
        let lines = [("scan", "\(ID(high: 5, low: 1)),\(member),in,\(now - 100),tick"), ("now", "\(now)")]
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.post, list + "/scans", as: .host, form: lines).body == "{\"new\":1,\"known\":1}")
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
        app.clock.pass(.zero - step)
        app.clock.pass(.seconds(20))
        try await send("out", secondsAgo: 600, 2)
        #expect(try await present() == "2", "made before the tick that is there")
        try await send("out", secondsAgo: 0, 3)
        #expect(try await present() == "1")
    }
}
