import Domain
import Services
import Testing

/// A host answers for others: the page names who and what, and takes it back as far as it still stands.
@Suite struct AnswerUndoTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    private var event: String { "/trips/alpha/events/\(app.id("event"))" }

    private func post(_ address: String, _ form: [(String, String)] = []) async throws -> HTMLPage {
        let done = try await app.send(.post, address, as: .host, form: form)
        #expect(done.status == 303)
        return try await app.send(.get, done.location, as: .host).page
    }

    private func answer(_ action: String, _ names: [String], _ more: [(String, String)] = []) async throws -> HTMLPage {
        try await post(event + "/answers", [("do", action), ("tab", "pending")] + more + names.map { ("member", app.id($0).description) })
    }

    private func undo(_ page: HTMLPage) async throws -> String? {
        try await post(try #require(page.find(".toast form").first?["action"])).text(".toast .notice")
    }

    private func invitation(_ name: String) throws -> Invitation {
        let member = app.id(name)
        return try #require(try app.store.events.invitations(of: app.id("event")).first { $0.memberID == member })
    }

    @Test func oneIsNamedAndTakenBack() async throws {
        let page = try await answer("going", ["member traveller"])
        #expect(page.text(".toast .notice") == "traveller Person: going")
        #expect(try invitation("member traveller").rsvp == .going)
        #expect(try await undo(page) == "traveller Person: no answer, as before.")
        #expect(try invitation("member traveller").rsvp == .pending)
        let former = try await answer("declined", ["member traveller"])
        _ = try await answer("going", ["member traveller"])
        // Another answer since stands.
        #expect(try await undo(former) == "Kept, because they have another answer by now: traveller Person.")
        #expect(try invitation("member traveller").rsvp == .going)
        // What was so already is no change, and has no way back.
        #expect(try await !answer("going", ["member traveller"]).has(".toast form"))
    }

    @Test func severalAreCounted() async throws {
        let page = try await answer("declined", ["member traveller", "member"])
        #expect(page.text(".toast .notice") == "2 answers saved: not going")
        #expect(try await undo(page) == "2 answers are as before.")
        #expect(try invitation("member").rsvp == .pending)
    }

    /// Of three places the host has one.
    @Test func aPlaceThatIsGoneMeanwhileIsSaid() async throws {
        _ = try await answer("going", ["member traveller", "member"])
        let declined = try await answer("declined", ["member traveller"])
        _ = try await answer("going", ["member moderator"])
        #expect(try await undo(declined) == "On the waitlist, because the place is gone: traveller Person.")
        #expect(try invitation("member traveller").rsvp == .waitlisted)
    }

    @Test func aPlaceInLineIsTheSameAgain() async throws {
        _ = try await answer("going", ["member traveller", "member"])
        _ = try await answer("going", ["member moderator"], [("fit", "waitlist")])
        let before = try invitation("member moderator")
        #expect(before.rsvp == .waitlisted)
        let page = try await answer("declined", ["member moderator"])
        #expect(try await undo(page) == "moderator Person: waitlist, as before.")
        #expect(try invitation("member moderator").queue == before.queue)
    }

    @Test func thePersonsPageTakesItBackToo() async throws {
        let form = [("do", "going"), ("back", "member"), ("member", app.id("member").description)]
        let page = try await post(event + "/answers", form)
        #expect(page.text(".toast .notice") == "Glacier walk: Going")
        #expect(try await undo(page) == "Ada Example: no answer, as before.")
    }

    @Test func whoeverMayNotAnswerTakesNothingBack() async throws {
        let done = try await app.send(
            .post, event + "/answers", as: .host, form: [("do", "going"), ("member", app.id("member").description)])
        #expect(try await !app.send(.get, done.location, as: .moderator).page.has(".toast form"))
        #expect(try await app.send(.post, event + "/answers?was=1pg", as: .moderator).status == 403)
        for odd in ["x", "0pg", "1", "1zz", "99999999999999999999pg"] {
            #expect(try await app.send(.post, event + "/answers?was=\(odd)", as: .host).status == 409)
        }
    }
}
