import Domain
import Services
import Testing

/// Answers that waited in a browser for a line.
@Suite struct AnnouncementWaitedTests {
    private let app: TestApp
    private var path: String { "/trips/alpha/announcements" }

    init() async throws { app = try await TestApp.withTrips() }

    private func send(_ id: ID, _ answer: String, waited: Duration, _ more: [(String, String)] = []) async throws -> Int {
        let sure = answer == "1" ? [("sure", "yes")] : []
        let form = [("answer", answer), ("waited", String(waited.components.seconds * 1000))] + sure
        return try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: form + more).status
    }

    private func answered(_ id: ID) throws -> (answer: Int?, at: Instant?) {
        let receipt = try app.receipts(id).receipts.first { $0.member == app.id("member traveller") }
        return (receipt?.answer, receipt?.answered)
    }

    private func calls(_ id: ID) throws -> [HelpCase.Call] {
        try app.services.safety.open(app.host()).flatMap(\.calls).filter { $0.text.contains("answer to") }
    }

    @Test func itCountsFromWhenItWasGiven() async throws {
        let id = try await app.announce { $0.expiresAt = app.clock.now + .hours(2) }
        let asked = app.clock.now
        app.clock.pass(.minutes(30))
        #expect(try await send(id, "0", waited: .seconds(600)) == 303)
        #expect(try answered(id) == (0, app.clock.now - .seconds(600)))
        // None was given before it was asked, whatever a phone says.
        let other = try await app.announce("And now?")
        #expect(try await send(other, "0", waited: .seconds(86400)) == 303)
        #expect(try answered(other) == (0, app.clock.now) && asked < app.clock.now)
        // It was given in time, and arrives when the question is over.
        app.clock.pass(.hours(2))
        #expect(try await send(id, "1", waited: .zero) == 303, "a call for help is never over")
        #expect(try answered(id).answer == 0)
        #expect(try await send(id, "0", waited: .hours(1)) == 303)
        #expect(try await send(id, "0", waited: .zero) == 409)
    }

    @Test func anEarlierAnswerUndoesNoLaterOne() async throws {
        let id = try await app.announce()
        app.clock.pass(.minutes(30))
        #expect(try await send(id, "1", waited: .seconds(60), [("text", "at the Top Hut")]) == 303)
        let given = app.clock.now - .seconds(60)
        #expect(try await send(id, "0", waited: .seconds(600)) == 409)
        // Neither does one that replaced another in the browser.
        #expect(try await send(id, "0", waited: .seconds(500), [("instead", "yes")]) == 409)
        #expect(try answered(id) == (1, given))
        // The same once more changes nothing, and says nothing of a mistake.
        #expect(try await send(id, "1", waited: .seconds(61)) == 303)
        #expect(try answered(id) == (1, given))
        #expect(try app.receipts(id).receipts.first { $0.answer == 1 }?.text == "at the Top Hut")
        // An earlier call reaches the hosts all the same.
        let other = try await app.announce("And now?")
        app.clock.pass(.minutes(30))
        let before = try calls(other).count
        #expect(try await send(other, "0", waited: .zero) == 303)
        #expect(try await send(other, "1", waited: .seconds(600)) == 303)
        #expect(try answered(other).answer == 0)
        #expect(try calls(other).count == before + 1)
    }

    private func words(_ id: ID) throws -> String? {
        try app.receipts(id).receipts.first { $0.member == app.id("member traveller") }?.text
    }

    @Test func anAnswerThatTravelledLongDoesNotBeatTheOneThatReplacedIt() async throws {
        let id = try await app.announce()
        app.clock.pass(.minutes(30))
        // On its way for six seconds: it seems to be given when it arrived.
        #expect(try await send(id, "0", waited: .zero) == 303)
        let first = app.clock.now
        app.clock.pass(.seconds(1))
        #expect(try await send(id, "1", waited: .seconds(4), [("text", "at the Top Hut")]) == 303)
        #expect(try answered(id) == (1, first), "the time never goes back")
        #expect(try words(id) == "at the Top Hut" && calls(id).count == 1)
        // Newer words of the same answer.
        #expect(try await send(id, "1", waited: .seconds(5), [("text", "below the hut")]) == 303)
        #expect(try words(id) == "below the hut")
        // One that replaced nothing was given before.
        #expect(try await send(id, "0", waited: .seconds(4)) == 409)
        #expect(try answered(id).answer == 1)
        // Nor does one that asks for no help beat another such one.
        let other = try await app.announce("And now?") { $0.answers.append(.init(label: "Later", asksText: false)) }
        app.clock.pass(.minutes(30))
        #expect(try await send(other, "2", waited: .zero) == 303)
        let second = app.clock.now
        app.clock.pass(.seconds(1))
        #expect(try await send(other, "0", waited: .seconds(4)) == 409)
        #expect(try await send(other, "0", waited: .seconds(4), [("instead", "yes")]) == 303)
        #expect(try answered(other) == (0, second))
        // No answer travels that long.
        #expect(try await send(other, "1", waited: .seconds(40)) == 303, "it reaches the hosts all the same")
        #expect(try answered(other) == (0, second))
    }

    @Test func anAnswerThatTravelledLongDoesNotBeatTheCallThatOvertookIt() async throws {
        let id = try await app.announce()
        app.clock.pass(.minutes(30))
        #expect(try await send(id, "1", waited: .seconds(1), [("text", "at the Top Hut")]) == 303)
        let called = app.clock.now - .seconds(1)
        // Given before the call and on its way for longer: it seems to be given when it arrived, though its browser put it in the place
        // of another one.
        app.clock.pass(.seconds(10))
        for more in [[], [("instead", "yes")]] {
            #expect(try await send(id, "0", waited: .zero, more) == 409)
            #expect(try await send(id, "0", waited: .seconds(3), more) == 409)
        }
        #expect(try answered(id) == (1, called) && words(id) == "at the Top Hut")
        // The page says why, shows the call, and knows then that it was seen: whoever is fine answers again.
        let form = [("answer", "0")]
        let refused = try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: form)
        #expect(refused.status == 409 && refused.body.contains("You have just called for help, and your call stands."))
        #expect(refused.page.find("#own-answer input[name=seen]").first?["value"] == String(called.microseconds))
        #expect(try await send(id, "0", waited: .zero, [("seen", try app.seenAnswer(id))]) == 303)
        #expect(try answered(id) == (0, app.clock.now) && words(id) == "")
        // No answer travels longer than half a minute: what comes later was given later.
        #expect(try await send(id, "1", waited: .zero, [("text", "below the hut")]) == 303)
        app.clock.pass(.seconds(31))
        #expect(try await send(id, "0", waited: .zero) == 303)
        #expect(try answered(id) == (0, app.clock.now))
    }

    /// Their page showed a call, they took it back and called again meanwhile: what was said of the first call says nothing of the second.
    @Test func whoSawAnEarlierCallDoesNotTakeBackTheNext() async throws {
        let id = try await app.announce()
        app.clock.pass(.minutes(30))
        #expect(try await send(id, "1", waited: .zero, [("text", "at the Top Hut")]) == 303)
        let first = [("seen", try app.seenAnswer(id))]
        app.clock.pass(.minutes(5))
        #expect(try await send(id, "1", waited: .zero, [("text", "in the gully")]) == 303)
        let second = app.clock.now
        app.clock.pass(.seconds(2))
        #expect(try await send(id, "0", waited: .zero, first) == 409)
        for nonsense in ["1", "-1", "x", "99999999999999999999"] {
            #expect(try await send(id, "0", waited: .zero, [("seen", nonsense)]) == 409, "\(nonsense)")
        }
        #expect(try answered(id) == (1, second) && words(id) == "in the gully")
        #expect(try await send(id, "0", waited: .zero, [("seen", try app.seenAnswer(id))]) == 303)
    }

    @Test func aCallSaysWhereItsBrowserIs() async throws {
        let id = try await app.announce()
        app.clock.pass(.minutes(30))
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(app.clock.now.milliseconds))]
        #expect(try await send(id, "1", waited: .seconds(60), place) == 303)
        let found = try #require(try calls(id).first?.place)
        #expect((found.coordinates.latitude, found.coordinates.longitude) == (46.43, 9.24) && found.accuracy == 12)
        // What cannot be read is not in the way of the call.
        #expect(try await send(id, "1", waited: .zero, [("text", "below the hut"), ("lat", "up"), ("lon", "9.24")]) == 303)
        #expect(try calls(id).count == 2)
    }

    @Test func aCallThatABrowserKeptIsOneCallWithItsTime() async throws {
        let id = try await app.announce()
        app.clock.pass(.minutes(30))
        let client = [("client_id", app.services.system.newID().description)]
        for waited in [Duration.seconds(300), .seconds(390)] {
            #expect(try await send(id, "1", waited: waited, client) == 303)
            app.clock.pass(.seconds(90))
        }
        let found = try calls(id)
        #expect(found.count == 1)
        #expect(found.map { $0.receivedAt - $0.calledAt } == [.seconds(300)])
    }
}
