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
        let undone = try await app.send(.post, try #require(page.find(".toast form").first?["action"]), as: .host).location
        #expect(undone.hasPrefix("/trips/alpha/members/\(app.id("member"))?"))
        #expect(
            try await app.send(.get, undone, as: .host).page.text(".toast .notice") == "Ada Example: no answer, as before.")
    }

    /// The same answer, but theirs: neither does the page say that the host gave it, nor does the undo reach it.
    @Test func anAnswerOfTheirOwnSinceStands() async throws {
        let path = event + "/answers"
        let form = [("do", "going"), ("tab", "pending"), ("member", app.id("member").description)]
        let done = try await app.send(.post, path, as: .host, form: form).location
        let page = try await app.send(.get, done, as: .host).page
        let link = "/r/" + (try app.personalToken("member"))
        for answer in ["no", "yes"] { _ = try await app.send(.post, link, form: [("answer", answer)]) }
        #expect(try await undo(page) == "Kept, because they have another answer by now: Ada Example.")
        #expect(try invitation("member").rsvp == .going && invitation("member").answeredBy == "personal link")
        #expect(try await !app.send(.get, done, as: .host).page.has(".toast"))
    }

    @Test func aMadeUpAddressSaysNothingAndTakesNothingBack() async throws {
        _ = try await app.send(.post, "/r/" + (try app.personalToken("member")), form: [("answer", "yes")])
        let number = try invitation("member").number
        for was in ["\(number)pg", "\(number)pg~0", "\(number)pg~\(try #require(try invitation("member").answeredAt).microseconds)"] {
            #expect(try await !app.send(.get, event + "?was=\(was)", as: .host).page.has(".toast"))
            _ = try await app.send(.post, event + "/answers?was=\(was)", as: .host)
            #expect(try invitation("member").rsvp == .going)
        }
    }

    /// Of three places the host has one: a fourth is made for whoever would be without, and goes again with the answer.
    @Test func placesThatWereMadeGoAgain() async throws {
        func places() throws -> Int? { try app.store.events.find(app.id("event"), trip: app.id("trip alpha"))?.fields.capacity }
        _ = try await answer("going", ["member traveller", "member"])
        let raised = try await answer("going", ["member moderator"], [("fit", "raise"), ("places", "4")])
        #expect(try places() == 4)
        #expect(try await undo(raised) == "moderator Person: no answer, as before.")
        #expect(try places() == 3)
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

    // MARK: the person's own undo

    private func answerByLink(_ answer: String) async throws -> (page: String, undo: String) {
        let link = "/r/" + (try app.personalToken("member"))
        let before = try invitation("member").rsvp.rawValue
        let page = try await app.send(.post, link, form: [("answer", answer), ("before", before)]).location
        return (page, try #require(try await app.send(.get, page).page.find(".toast form").first?["action"]))
    }

    @Test func whoHasLeftTakesNothingBack() async throws {
        let given = try await answerByLink("yes")
        let form = [("do", "status"), ("status_to", "left"), ("member", app.id("member").description), ("confirm", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form).status == 303)
        #expect(try await app.send(.post, given.undo).status == 404)
        #expect(try invitation("member").rsvp == .going)
    }

    @Test func aHostsLaterAnswerStands() async throws {
        let given = try await answerByLink("yes")
        _ = try await answer("declined", ["member"])
        #expect(try await !app.send(.get, given.page).page.has(".toast"))
        #expect(try await app.send(.post, given.undo).status == 409)
        #expect(try invitation("member").rsvp == .declined)
        let plain = given.undo.prefix { $0 != "?" }
        for odd in ["?undo=none", "?undo=x&at=1", "?undo=yes&at=99999999999999999999"] {
            #expect(try await app.send(.post, plain + odd).status == 409)
        }
    }

    /// The event's own page names the event and takes the answer back, as the personal link does.
    @Test func theEventsOwnPageTakesItBack() async throws {
        let own = "/trips/alpha/my/events/\(app.id("event"))"
        let done = try await app.send(.post, own + "/answer", as: .traveller, form: [("answer", "yes")]).location
        let page = try await app.send(.get, done, as: .traveller).page
        #expect(page.text(".toast .notice") == "Glacier walk: you are going.")
        let undo = try #require(page.find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo, as: .traveller).location == own)
        #expect(try invitation("member traveller").rsvp == .pending)
        // Undone once: the same address takes nothing else back.
        _ = try await answer("going", ["member traveller"])
        #expect(try await app.send(.post, undo, as: .traveller).status == 409)
    }
}
