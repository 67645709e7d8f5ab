import Domain
import Services
import Testing

/// What the hosts announced, on the start page of whoever has not read or not answered it.
@Suite struct WaitingAnnouncementTests {
    private let app: TestApp
    private let path = "/trips/alpha/announcements"

    init() async throws { app = try await TestApp.withTrips() }

    private func home(as user: TestUser = .traveller) async throws -> TestApp.TestResponse {
        try await app.send(.get, "/trips/alpha/my", as: user)
    }
    private func answer(_ id: ID, _ value: String) async throws -> TestApp.TestResponse {
        try await app.send(.post, "\(path)/\(id)/answer", as: .traveller, form: [("answer", value), ("back", "my")])
    }

    @Test func aQuestionIsAnsweredWhereItStands() async throws {
        #expect(!(try await home().page.has("#own-announced")))
        let id = try await app.announce()
        let asked = try await home()
        #expect(asked.page.texts("#own-announced h3 a") == ["Are you back?"])
        #expect(asked.page.texts("#own-announced button") == ["I'm fine", "I need help"])
        #expect(asked.page.count("#own-announced button.danger svg") == 1 && asked.page.count("#own-announced button svg") == 1)
        let head = try #require(asked.page.find("#own-announced form").first?["aria-labelledby"])
        #expect(asked.page.text("#own-announced #\(head) a") == "Are you back?")
        #expect(!asked.page.has(".own-asked"), "no link leads back up to the card")
        #expect(!asked.body.contains("You have answered everything."))
        #expect(try #require(try app.state(id, of: "traveller")) < .opened, "looking at the start page reads nothing")
        // Opened and not answered it still waits.
        _ = try await app.send(.get, "\(path)/\(id)", as: .traveller)
        #expect(try await home().page.count("#own-announced button") == 2)
        #expect(try await answer(id, "0").location == "/trips/alpha/my?done=answered&announcement=\(id)")
        #expect(try app.receipts(id).answers == [1, 0])
        let told = try await app.send(.get, "/trips/alpha/my?done=answered&announcement=\(id)", as: .traveller).page
        let words = try #require(told.text(".toast .notice"))
        #expect(words.hasPrefix("Told the hosts: "))
        #expect(told.find(".toast a").first?["href"] == "\(path)/\(id)")
        let answered = try await home().page
        #expect(!answered.has("#own-announced") && !answered.has(".own-asked"))
    }

    @Test func anAnswerWithWordsLeadsToWhereTheyAreTyped() async throws {
        let id = try await app.announce { $0.answers = [AnnouncementAnswer(label: "Later", asksText: true)] }
        #expect(try await home().body.contains("After “Later” you can add a few words."))
        #expect(try await answer(id, "0").location == "\(path)/\(id)?done=answered&announcement=\(id)")
    }

    @Test func anAnswerThatCallsIsHeldAndNoOther() async throws {
        let id = try await app.announce()
        for (address, part) in [("/trips/alpha/my", "#own-announced"), ("\(path)/\(id)", ".announce-own")] {
            let page = try await app.send(.get, address, as: .traveller).page
            #expect(page.texts("\(part) button.hold") == ["I need help"] && page.count("\(part) button") == 2, "\(address)")
            #expect(page.texts("\(part) .only-js").contains("Hold the button for two seconds.") && page.has("\(part) .hold-said"))
        }
        let page = try await app.send(.get, "\(path)/\(id)", as: .traveller).page
        #expect(page.text("#text-hint") == "Where you are and what happened: it goes with “I need help”. Type it before you press.")
        #expect(page.count(".announce-own button.danger svg") == 1)
        // What may be left out comes after the answers.
        #expect(page.text(".announce-own label") == "A few words (optional)")
        #expect(page.find(".announce-own .form > div").map { $0.classes.first } == ["announce-answers", "field"])
    }

    @Test func aQuestionThatFindsNoRoomIsNamedBelow() async throws {
        let id = try await app.announce()
        for title in ["Second", "Third", "Fourth"] {
            app.clock.pass(.minutes(1))
            _ = try await app.announce(title) { $0.answers = [] }
        }
        let page = try await home().page
        let named = page.find("section .own-asked").filter { $0["href"] == "\(path)/\(id)" }
        #expect(named.count == 1 && page.texts(".own-asked").contains("1 question from the hosts") && page.has("#answer"))
    }

    @Test func threeStandThereTheNewestFirst() async throws {
        var ids: [ID] = []
        for title in ["First", "Second", "Third", "Fourth"] {
            ids.append(try await app.announce(title) { $0.answers = [] })
            app.clock.pass(.minutes(1))
        }
        let page = try await home().page
        #expect(page.texts("#own-announced h3 a") == ["Fourth", "Third", "Second"])
        #expect(page.texts("#own-announced .own-announced .button") == ["Open", "Open", "Open"] && !page.has("#own-announced button"))
        #expect(page.find("#own-announced .own-asked").first?["href"] == path)
        // The keyboard finds the same one again when the list is drawn anew.
        #expect(page.find("#own-announced li").map { $0["id"] } == ids.reversed().prefix(3).map { "announced-\($0)" })
        // What only wants reading waits until it is read.
        _ = try await app.send(.get, "\(path)/\(ids[3])", as: .traveller)
        let read = try await home().page
        #expect(read.texts("#own-announced h3 a") == ["Third", "Second", "First"] && !read.has("#own-announced .own-asked"))
        try await app.services.announcements.recall(ids[2], app.announcer())
        #expect(try await home().page.texts("#own-announced h3 a") == ["Second", "First"])
    }

    @Test func whatIsOverAndWhatOthersGotStandsNowhere() async throws {
        try await app.announce("For Ada alone", to: AnnouncementAudience([(.all, .people([app.id("member")]))]))
        #expect(!(try await home().page.has("#own-announced")))
        try await app.announce { $0.expiresAt = app.clock.now + .hours(2) }
        #expect(try await home().page.has("#own-announced"))
        app.clock.pass(.hours(3))
        #expect(!(try await home().page.has("#own-announced")))
    }

    /// A question that says no end.
    @Test func nobodyIsAskedPastTheDayNorPastTheTrip() async throws {
        let (trip, asked) = (try app.host().trip, app.clock.now)
        func end(_ id: ID) throws -> Instant { try #require(try app.services.announcements.find(id, app.announcer()).endsAt) }
        let first = try end(try await app.announce())
        #expect(trip.zone.local(first).clock == "23:59" && first > asked + .hours(5) && first < asked + .hours(30))
        app.clock.pass(trip.endsAt - .hours(2) - asked)
        try await app.signInAgain()
        #expect(try end(try await app.announce()) == trip.endsAt)
    }

    @Test func theWayBehindMoreSaysThatSomethingIsUnread() async throws {
        #expect(!(try await home().page.has(".more-item .news")))
        let id = try await app.announce()
        let page = try await home().page
        #expect(page.has(".more-item .news") && page.text("#more-sections .unread") == ", for you: 1")
        _ = try await app.send(.get, "\(path)/\(id)", as: .traveller)
        #expect(!(try await home().page.has(".more-item .news")))
    }
}
