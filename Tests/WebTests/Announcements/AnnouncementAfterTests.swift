import Domain
import Services
import Store
import Testing

/// What is done with an announcement that is out, and what people do with it.
@Suite struct AnnouncementAfterTests {
    private let app: TestApp
    private var path: String { "/trips/alpha/announcements" }

    init() async throws { app = try await TestApp.withTrips() }

    // MARK: answers

    @Test func anAnswerMayChangeUntilItEnds() async throws {
        let id = try await app.announce { $0.expiresAt = app.clock.now + .hours(2) }
        func answer(_ value: String, _ text: String = "") async throws -> Int {
            let form = [("answer", value), ("text", text), ("sure", "yes"), ("seen", try app.seenAnswer(id))]
            return try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: form).status
        }
        #expect(try app.state(id, of: "traveller") == .waiting)
        #expect(try await answer("1", "by the lift") == 303)
        #expect(try app.receipts(id).answers == [0, 1])
        #expect(try app.receipts(id).receipts.first { $0.answer == 1 }?.text == "by the lift")
        // The first answer asks for no words, so none are kept.
        #expect(try await answer("0", "by the lift") == 303)
        #expect(try app.receipts(id).receipts.first { $0.answer == 0 }?.text == "")
        #expect(try await answer("2") == 422)
        #expect(try await answer("") == 422)
        #expect(try await answer("1", String(repeating: "x", count: 201)) == 422)
        app.clock.pass(.hours(3))
        #expect(try await answer("0") == 409)
        #expect(try app.receipts(id).answers == [1, 0])
    }

    @Test func whoAsksForHelpStandsFirst() async throws {
        let id = try await app.announce()
        try await app.services.announcements.answer(id, position: 1, text: "", app.member(.traveller))
        let page = try await app.send(.get, "\(path)/\(id)", as: .host).page
        #expect(page.texts(".receipt-list tbody th a").first?.hasPrefix("traveller") == true, "before who was not reached")
        #expect(page.count(".receipt-list .is-urgent") == 1 && page.count(".receipt-tabs .bad") == 1)
        // From there to who has it: the case of this answer, not of another call of theirs.
        let help = try #require(try app.services.safety.open(app.host()).first { $0.memberID == app.id("member traveller") })
        #expect(page.find(".receipt-list .is-urgent td a.small").map { $0["href"] }.contains("/trips/alpha/help/\(help.id)"))
        #expect(try app.receipts(id).calls == [help.memberID: help.id])
        let other = try await app.announce("And now?")
        try await app.services.announcements.answer(other, position: 0, text: "", app.member(.traveller))
        #expect(try app.receipts(other).calls.isEmpty)
    }

    @Test func oneTapAsksForHelpOfNobodyYet() async throws {
        let id = try await app.announce()
        func tap(_ more: [(String, String)]) async throws -> TestApp.TestResponse {
            try await app.send(
                .post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", "1"), ("text", "at the Top Hut"), ("back", "my")] + more)
        }
        func calls() throws -> Int { try app.database.read { try $0.one("SELECT count(*) FROM help_call") { $0.int(0) } ?? 0 } }
        let before = try calls()
        let asked = try await tap([])
        #expect(asked.status == 200 && asked.page.text("h1") == "I need help" && asked.body.contains("Nobody is called yet."))
        #expect(asked.page.has(".life a") && asked.page.find("#text").first?["value"] == "at the Top Hut")
        #expect(try calls() == before && app.receipts(id).answers == [0, 0])
        // Its form is the second step; from there one reads how the call stands.
        let hidden = asked.page.find(".sos input").filter { $0["type"] == "hidden" }.map { ($0["name"] ?? "", $0["value"] ?? "") }
        #expect(hidden.map(\.0) == ["answer", "sure"])
        let sent = try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: hidden + [("text", "at the Top Hut")])
        #expect(sent.status == 303 && sent.location == "/trips/alpha/my/sos")
        #expect(try calls() == before + 1 && app.receipts(id).answers == [0, 1])
        let own = try await app.send(.get, sent.location, as: .traveller)
        #expect(own.body.contains("Nobody has responded yet") && own.page.has(".life a") && own.page.has(".says-ok"))
        #expect(own.body.contains("I need help: at the Top Hut"))
        // In the list it is an alarm, by its colour and its sign.
        let list = try await app.send(.get, path, as: .traveller).page
        #expect(list.texts(".announce-row .chip.bad") == ["I need help"] && list.has(".announce-row .chip.bad svg"))
        #expect(!list.has(".announce-row .chip.ok"))
        // What calls nobody is one tap.
        let fine = try await app.send(
            .post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", "0"), ("seen", try app.seenAnswer(id))])
        #expect(fine.status == 303 && fine.location == "\(path)/\(id)?done=answered&announcement=\(id)")
    }

    @Test func anAnswerThatAsksForHelpIsACallToTheHosts() async throws {
        let id = try await app.announce { $0.expiresAt = app.clock.now + .hours(2) }
        var calls: [String] {
            get throws { try app.services.safety.open(app.host()).flatMap { $0.calls.map(\.text) }.filter { $0.contains("answer to") } }
        }
        try await app.services.announcements.answer(id, position: 0, text: "", app.member(.traveller))
        #expect(try calls == [])
        for _ in 1...2 {
            try await app.services.announcements.answer(id, position: 1, text: "at the Top Hut", app.member(.traveller))
        }
        #expect(try calls == ["I need help: at the Top Hut (answer to “Are you back?”)"], "a double tap is one call")
        app.clock.pass(.hours(3))
        let late = try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", "1"), ("sure", "yes")])
        #expect(late.status == 303 && late.location == "/trips/alpha/my/sos", "who called reads how the call stands")
        #expect(try calls.count == 2 && app.receipts(id).answers == [0, 1])
    }

    @Test func aCallForHelpIsNeverLostToARuleOfAnnouncements() async throws {
        var calls: Int {
            get throws {
                try app.services.safety.open(app.host()).flatMap(\.calls).count { $0.text.contains("answer to") || $0.text.count == 300 }
            }
        }
        func tap(_ id: ID, _ text: String) async throws -> TestApp.TestResponse {
            try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", "1"), ("text", text), ("sure", "yes")])
        }
        let id = try await app.announce()
        #expect(try await tap(id, String(repeating: "x", count: 400)).status == 422)
        #expect(try calls == 1)
        #expect(try await app.send(.post, "\(path)/\(id)/recall", as: .host).status == 303)
        app.clock.pass(.minutes(2))
        let late = try await tap(id, "")
        #expect(late.status == 303 && late.location == "/trips/alpha/my/sos")
        #expect(try calls == 2)
        #expect(try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", "0")]).status == 409)
        #expect(try calls == 2, "the good answer calls nobody")
    }

    @Test func wordsThatFollowACallReachTheHostsToo() async throws {
        let id = try await app.announce()
        var calls: [String] {
            get throws { try app.services.safety.open(app.host()).flatMap { $0.calls.map(\.text) }.filter { $0.contains("answer to") } }
        }
        // Within one minute: from the start page, without words, and then with them.
        for text in ["", "", "at the Top Hut", "at the Top Hut"] {
            try await app.services.announcements.answer(id, position: 1, text: text, app.member(.traveller))
        }
        let both = ["I need help (answer to “Are you back?”)", "I need help: at the Top Hut (answer to “Are you back?”)"]
        #expect(try calls.sorted() == both, "the same words twice are one call, others are another")
    }

    @Test func typedWordsComeBackWithARefusal() async throws {
        let id = try await app.announce { $0.expiresAt = app.clock.now + .hours(2) }
        func tap(_ answer: String, _ text: String) async throws -> TestApp.TestResponse {
            try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", answer), ("text", text), ("sure", "yes")])
        }
        let words = String(repeating: "x", count: 201)
        let fine = try await tap("0", words)
        #expect(fine.status == 422 && fine.page.find("#text").first?["value"] == words && !fine.body.contains("Your hosts now know"))
        #expect(fine.page.find("#text").first?["maxlength"] == "200")
        let call = try await tap("1", words)
        #expect(call.status == 422 && call.page.find("#text").first?["value"] == words)
        #expect(call.page.text("#text-error")?.hasPrefix("Your hosts now know that you need help.") == true)
        app.clock.pass(.hours(3))
        let late = try await tap("0", "by the lift")
        #expect(late.status == 409 && late.body.contains("You typed: “by the lift”."))
    }

    @Test func onlyWhoGotItMayOpenAndAnswerIt() async throws {
        let id = try await app.announce(to: AnnouncementAudience([(.all, .people([app.id("member")]))]))
        for user in [TestUser.traveller, .travellerOfAnotherTrip, .hostOfAnotherTrip, .withoutTrip] {
            #expect(try await app.send(.get, "\(path)/\(id)", as: user).status == 404, "\(user)")
            #expect(try await app.send(.post, "\(path)/\(id)/answer", as: user, form: [("answer", "0")]).status == 404, "\(user)")
        }
        #expect(try await app.send(.get, "/trips/beta/announcements/\(id)", as: .hostOfAnotherTrip).status == 404)
        #expect(try await app.send(.get, path, as: .traveller).page.texts(".announce-row strong") == [])
    }

    @Test func openingItIsAReceiptAndEmptiesTheBell() async throws {
        let actor = try app.access(.traveller).actor
        let before = try app.services.notices.unreadCount(actor)
        let id = try await app.announce()
        try await app.services.notices.outbox.runDue()
        #expect(try app.state(id, of: "traveller") == .sent && app.state(id, of: "Ada") == .unreached)
        #expect(try app.services.notices.unreadCount(actor) == before + 1)
        #expect(try await app.send(.get, "/notices", as: .traveller).status == 200)
        #expect(try app.state(id, of: "traveller") == .shown)
        let page = try await app.send(.get, "\(path)/\(id)", as: .traveller).page
        #expect(page.text("h1")?.hasPrefix("Are you back?") == true)
        #expect(page.texts(".announce-own button") == ["I'm fine", "I need help"])
        #expect(page.find(".announce-text a").map { $0["href"] ?? "" } == ["https://walk.example/map"])
        #expect(try app.state(id, of: "traveller") == .opened && app.services.notices.unreadCount(actor) == before)
    }

    @Test func theTripsChatShowsItAsWhatItIs() async throws {
        let id = try await app.announce()
        try await app.announce("For Ada alone", to: AnnouncementAudience([(.all, .people([app.id("member")]))]))
        let chat = "/trips/alpha/chat/\(app.id("trip alpha"))"
        let page = try await app.send(.get, chat, as: .traveller).page
        #expect(page.texts(".announced-line strong") == ["Are you back?"])
        #expect(page.find(".announced-line a").first?["href"] == "\(path)/\(id)" && !page.texts(".message-text").contains("Are you back?"))
        #expect(!page.has(".announced-to"))
        // Hosts read all of them, and of one that not everybody got for whom it is.
        let hosts = try await app.send(.get, chat, as: .host).page
        #expect(hosts.count(".announced-line") == 2)
        #expect(hosts.texts(".announced-to").count == 1 && hosts.texts(".announced-to").allSatisfy { $0.hasSuffix(" · 1 person") })
        try await app.services.announcements.recall(id, app.announcer())
        #expect(try await app.send(.get, chat, as: .traveller).page.count(".announced-line") == 0)
    }

    @Test func countsAreWhatTheReceiptsSay() async throws {
        let ids = [try await app.announce("First"), try await app.announce("Second")]
        try await app.services.notices.outbox.runDue()
        _ = try await app.send(.get, "\(path)/\(ids[0])", as: .traveller)
        try await app.services.announcements.answer(ids[1], position: 1, text: "", app.member(.moderator))
        let counts = try app.store.announcements.counts(trip: app.id("trip alpha"))
        for id in ids {
            let said = try app.receipts(id).counts
            #expect(counts[id] == said)
        }
    }

    // MARK: what hosts do

    @Test func remindingReachesThoseWhoHaveNotOpenedIt() async throws {
        let id = try await app.announce()
        try await app.services.notices.outbox.runDue()
        _ = try await app.send(.get, "\(path)/\(id)", as: .traveller)
        #expect(try await app.services.announcements.remind(id, app.announcer()) == 1, "Ada has neither an inbox nor a channel")
        #expect(try app.inboxes(id) == 3, "one for each, not two")
        let titles = try app.database.read { connection in
            try connection.all("SELECT title FROM notice WHERE subject_id = ? AND ended_at IS NULL", [.blob(id.bytes)]) { $0.text(0) }
        }
        #expect(titles.count { $0 == "Reminder: Are you back?" } == 1)
        #expect(try await app.send(.post, "\(path)/\(id)/remind", as: .host).status == 409, "not again at once")
        app.clock.pass(.minutes(11))
        let again = try await app.send(.post, "\(path)/\(id)/remind", as: .host)
        let said = try await app.send(.get, again.location, as: .host).page
        #expect(said.texts(".toast").contains { $0.contains("Reminded 1 person; 1 person has to be called.") }, "\(said.texts(".toast"))")
    }

    @Test func whereAReminderReachesNobodyOnlyCallsAreLeft() async throws {
        let id = try await app.announce()
        for user in [TestUser.traveller, .moderator] { _ = try await app.send(.get, "\(path)/\(id)", as: user) }
        let page = try await app.send(.get, "\(path)/\(id)", as: .host).page
        #expect(!page.has(".announce-acts > form") && page.texts(".announce-acts .primary") == ["Whom to call"])
        let refused = try await app.send(.post, "\(path)/\(id)/remind", as: .host)
        #expect(refused.status == 409 && refused.body.contains("Call them."))
    }

    @Test func aCorrectionStandsForTheOldOne() async throws {
        let old = try await app.announce("Bus at 18:40")
        let form = try await app.send(.get, "\(path)/\(old)/correct", as: .host).page
        #expect(form.find("#title").first?["value"] == "Bus at 18:40")
        let new = try await app.announce("Bus at 19:10", to: AnnouncementAudience([(.all, .got(old))])) { $0.corrects = old }
        #expect(try app.inboxes(old) == 0 && app.inboxes(new) == 3)
        #expect(try app.services.announcements.find(old, app.staff(.host)).correctedBy == new)
        let page = try await app.send(.get, "\(path)/\(old)", as: .traveller).page
        #expect(page.find("#received-state a").first?["href"] == "\(path)/\(new)")
        let answered = try await app.send(.post, "\(path)/\(old)/answer", as: .traveller, form: [("answer", "0")])
        #expect(answered.status == 409 && answered.body.contains("no longer takes answers"))
        await #expect(throws: Refusal.self) { try await app.announce("Again") { $0.corrects = old } }
        #expect(try await app.send(.get, "\(path)/\(old)/correct", as: .host).status == 409)
    }

    @Test func recallingTakesItOutOfEveryInboxAndIsHonest() async throws {
        let id = try await app.announce()
        _ = try await app.send(.get, "\(path)/\(id)", as: .traveller)
        let asked = try await app.send(.get, "\(path)/\(id)/recall", as: .host)
        #expect(asked.body.contains("Phones may have shown it") && asked.body.contains("1 person has"))
        #expect(try await app.send(.post, "\(path)/\(id)/recall", as: .host).status == 303)
        #expect(try await app.send(.post, "\(path)/\(id)/recall", as: .host).status == 409)
        #expect(try app.inboxes(id) == 0)
        let page = try await app.send(.get, "\(path)/\(id)", as: .traveller)
        #expect(page.status == 200 && !page.body.contains("Are you back?") && page.body.contains("took this announcement back"))
        #expect(try await app.send(.get, path, as: .traveller).page.texts(".announce-row strong") == [])
        #expect(try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", "0")]).status == 409)
        #expect(try await app.send(.get, "\(path)/\(id)", as: .host).body.contains("It is gone from every inbox"))
    }

    @Test func receiptsOutliveTheInboxes() async throws {
        let id = try await app.announce()
        try await app.services.notices.outbox.runDue()
        _ = try await app.send(.get, "/notices", as: .traveller)
        app.clock.pass(.days(29) + .hours(1))
        try await app.store.announcements.keepSeen(before: app.clock.now - .days(29))
        _ = try await app.store.notices.sweep(before: app.clock.now + .days(1), limit: 500)
        try await app.signInAgain()
        #expect(try app.state(id, of: "traveller") == .shown)
    }

    @Test func erasingAMemberLeavesTheAnswerAndNoWords() async throws {
        let id = try await app.announce()
        try await app.services.announcements.answer(id, position: 1, text: "SECRET-WORDS", app.member(.traveller))
        let own = try await app.ownData(app.member(.traveller)).first { $0.name == "announcements.csv" }?.text ?? ""
        #expect(own.contains("Are you back?") && own.contains("SECRET-WORDS"))
        try await app.store.deletion.erase(app.id("member traveller"), trip: app.id("trip alpha"), at: app.clock.now)
        let receipt = try #require(try app.receipts(id).receipts.first { $0.answer == 1 })
        #expect(receipt.name == "Former traveller" && receipt.text == "")
        // They have no account any more, and answered: nobody has to call them.
        let page = try await app.send(.get, "\(path)/\(id)", as: .host).page
        let row = try #require(page.texts(".receipt-list tbody tr").first { $0.hasPrefix("Former traveller") })
        #expect(row.contains("Answered") && !row.contains("phone only"))
    }
}
