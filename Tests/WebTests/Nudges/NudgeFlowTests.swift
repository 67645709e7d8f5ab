import Domain
import Services
import Testing

/// Hosts ask whether all is well; whoever is asked answers from a link of their own, without signing in.
@Suite struct NudgeFlowTests {
    private let app: TestApp
    private let member: ID
    init() async throws {
        app = try await TestApp.withTrips()
        member = app.id("member traveller")
    }

    private func ask(_ user: TestUser = .host) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/trips/alpha/members/\(member)/nudge", as: user)
    }

    /// The path of the newest question to somebody.
    private func link(_ member: ID? = nil) throws -> String {
        "/well/" + (try #require(try app.store.nudges.newest(of: member ?? self.member)).token)
    }

    private func answer(_ word: String, _ link: String? = nil) async throws -> TestApp.TestResponse {
        try await app.send(.post, try link ?? self.link(), form: [("answer", word)])
    }

    private func place(latitude: String = "46.4", at: Instant? = nil) async throws -> TestApp.TestResponse {
        let time = at ?? app.clock.now
        return try await app.send(
            .post, try link() + "/place",
            form: [
                ("lat", latitude), ("lon", "9.2"), ("accuracy", "12"), ("at", String(time.milliseconds)), ("battery", "41"),
                ("charging", "no"),
            ])
    }

    private func notices() throws -> [String] {
        try app.database.read { connection in
            try connection.all(
                "SELECT title FROM notice WHERE kind = 'nudge' AND member_id = ? AND ended_at IS NULL AND read_at IS NULL",
                [.blob(member.bytes)]
            ) { $0.text(0) }
        }
    }

    // MARK: asking

    @Test func somebodyIsAskedOnceInTenMinutes() async throws {
        #expect(try await ask().status == 303)
        #expect(try notices() == ["All well?"])
        let again = try await ask()
        #expect(again.status == 409 && again.body.contains("asked less than ten minutes ago"))
        app.clock.pass(.minutes(10))
        #expect(try await ask().status == 303)
        // The second stands for both.
        #expect(try notices() == ["All well?"])
        #expect(try app.store.nudges.all(of: member).count == 2)
    }

    @Test func theNoticeLeadsToTheOwnLink() async throws {
        #expect(try await ask().status == 303)
        let inbox = try await app.services.notices.inbox(app.access(.traveller).actor)
        let notice = try #require(inbox.notices.first { $0.kind == .nudge })
        #expect(notice.urgency == .high)
        let opened = try await app.send(.post, "/notices/\(notice.id)/open", as: .traveller)
        #expect(opened.location == (try link()))
    }

    @Test func onlyHostsAskAndOnlyThoseOnTheTrip() async throws {
        #expect(try await ask(.moderator).status == 403)
        #expect(try await ask(.traveller).status == 403)
        let elsewhere = app.id("member travellerOfAnotherTrip")
        #expect(try await app.send(.post, "/trips/alpha/members/\(elsewhere)/nudge", as: .host).status == 404)
        let outcome = try await app.services.nudges.ask([elsewhere, member], app.host())
        #expect(outcome.asked == 1 && outcome.tooSoon == 1)
        #expect(try app.store.nudges.newest(of: elsewhere) == nil)
    }

    @Test func allSilentOnesAreCountedBeforeTheyAreAsked() async throws {
        let none = try await app.send(.get, "/trips/alpha/nudges/new", as: .host)
        #expect(none.body.contains("Nobody is silent"))
        #expect(try await app.send(.get, "/t/\(app.trackerToken)?lat=46.4&lon=9.2&timestamp=\(app.clock.now.seconds)").status == 200)
        app.clock.pass(.minutes(31))
        let page = try await app.send(.get, "/trips/alpha/nudges/new", as: .host)
        #expect(page.page.text("#bulkbar .ask-links") == "Make links" && page.body.contains("Ada Example"))
        #expect(page.page.texts("#silent h2").map { $0.hasPrefix("Only by phone") } == [true])
        #expect(page.page.texts("#silent strong") == ["Ada Example"] && page.page.has("#silent a[href^=tel:]"))
        #expect(page.page.find("input[name=member]").map { $0["value"] } == [app.id("member").description])
        #expect(try app.store.nudges.newest(of: app.id("member")) == nil, "nobody is asked before that")
        let today = try await app.send(.get, "/trips/alpha", as: .host).body
        #expect(today.contains("1 phone is silent: ask if all is well"))
        let form = [("member", app.id("member").description)]
        #expect(try await app.send(.post, "/trips/alpha/nudges", as: .host, form: form).location.hasSuffix("/nudges?asked=1&unreached=1"))
        #expect(try await app.send(.post, "/trips/alpha/nudges", as: .host, form: form).location.hasSuffix("/nudges?asked=0&soon=1"))
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains("All well? 0 of 1 answered"))
        #expect(try await app.send(.post, "/trips/alpha/nudges", as: .host).status == 409)
    }

    /// From the roster: whom a host selected is shown, and asked with a second tap.
    @Test func thoseSelectedInTheRosterAreShownBeforeTheyAreAsked() async throws {
        let people = ["member", "member traveller"].map { app.id($0).description }
        let roster = try await app.send(.get, "/trips/alpha/roster", as: .host).page
        #expect(roster.texts("#bulkbar [formaction=/trips/alpha/nudges]") == ["All well?"])
        let form = people.map { ("member", $0) } + [("do", "ask"), ("status_to", "")]
        let page = try await app.send(.post, "/trips/alpha/nudges", as: .host, form: form).page
        #expect(page.text("h1") == "Call 2 people")
        #expect(Set(page.find("#silent input[name=member]").compactMap { $0["value"] }) == Set(people))
        #expect(page.texts("#silent .chip").contains("No position yet"))
        #expect(try app.services.nudges.overview(app.host()).isEmpty, "nobody is asked before that")
        let asked = try await app.send(.post, "/trips/alpha/nudges", as: .host, form: people.map { ("member", $0) })
        #expect(asked.location.contains("/nudges?asked=2"))
        // Nobody of another trip, and nobody at all.
        let stranger = [("member", app.id("member travellerOfAnotherTrip").description), ("do", "ask")]
        #expect(try await app.send(.post, "/trips/alpha/nudges", as: .host, form: stranger).body.contains("Nobody is silent"))
        #expect(try await app.send(.post, "/trips/alpha/nudges", as: .host, form: [("do", "ask")]).status == 409)
    }

    @Test func hostsHandTheLinkOnWhereNothingReaches() async throws {
        let asked = try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/nudge", as: .host)
        #expect(asked.location.hasSuffix("?done=unsent#nudge"))
        let page = try await app.send(.get, "/trips/alpha/nudges", as: .host).page
        // Once for all of them, not in each row.
        #expect(page.text("#nudges section .hint")?.hasPrefix("Sotravel cannot reach them: call them") == true)
        #expect(page.text("#by-phone") == "Only by phone 1" && page.texts("#nudges .chip") == ["No answer yet"])
        // Only what reaches them is offered.
        #expect(page.texts("#nudges .buttons > a").contains("Call") && !page.has("#nudges form"))
        let path = try link(app.id("member"))
        #expect(page.text("#nudges code")?.hasSuffix(path) == true)
        let sms = try #require(page.find("a[href^=sms]").first?["href"])
        #expect(sms.hasPrefix("sms:+00000001?&body=") && sms.contains(path.replacing("/", with: "%2F")))
        // A link is a secret: who may not hand it on does not see it.
        let other = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))", as: .moderator).body
        #expect(!other.contains(path))
        // Where there is no number that is said.
        try await app.database.write { [id = app.id("member")] in
            _ = try $0.run("UPDATE member SET phone = '' WHERE id = ?", [.blob(id.bytes)])
        }
        let without = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))", as: .host).page
        #expect(without.text("#nudges .buttons > span") == "No phone number" && !without.has("#nudges .buttons > a"))
    }

    // MARK: answering

    @Test func whoeverIsAskedAnswersWithoutSigningIn() async throws {
        _ = try await ask()
        let page = try await app.send(.get, try link())
        #expect(page.status == 200 && page.body.contains("All well, traveller?") && page.body.contains("host Person asks"))
        #expect(try await answer("fine").status == 303)
        #expect(try notices().isEmpty)
        #expect(try await app.send(.get, try link()).body.contains("that you are fine"))
        #expect(try await app.send(.get, try link()).page.text("h1") == "Thank you, traveller")
        #expect(try await !app.send(.get, "/trips/alpha", as: .host).body.contains("All well? 1 of 1"), "nothing is left to do")
        let row = try #require(try app.services.nudges.overview(app.host()).first)
        #expect(row.nudge.answer == .fine && row.nudge.answeredAt == app.clock.now && row.nudge.placeAt == nil)
        let member = try await app.send(.get, "/trips/alpha/members/\(member)", as: .host).body
        #expect(member.contains("All is well") && member.contains("Without a position."))
        #expect(try app.services.safety.own(app.member(.traveller))?.help.calls.count == 1, "only the call of before")
        #expect(try await answer("perhaps").status == 409)
    }

    @Test func whoNeedsHelpSeesNumbersFirstAndThenEveryHostIsCalled() async throws {
        try await app.database.write { [member] in
            _ = try $0.run("UPDATE member SET whatsapp = '+00 000 777' WHERE role = 'host'")
            _ = try $0.run("DELETE FROM help_call")
            _ = try $0.run("DELETE FROM help_case WHERE member_id = ?", [.blob(member.bytes)])
        }
        _ = try await ask()
        let sure = try await app.send(.get, try link() + "?help=yes")
        #expect(sure.body.contains("tel:+00000777") && sure.body.contains("112") && sure.body.contains("Call all hosts for me"))
        #expect(try app.services.safety.open(app.host()).isEmpty, "nobody is called by looking")
        #expect(try await answer("help").status == 303)
        let help = try #require(try app.services.safety.open(app.host()).first)
        #expect(help.memberID == member && !help.isTest && help.calls.map(\.source) == [.page])
        // A second tap, or a second tab, is the same call; said again later, it is another.
        #expect(try await answer("help").status == 303)
        #expect(try app.services.safety.open(app.host()).first?.calls.count == 1)
        app.clock.pass(.seconds(61))
        #expect(try await answer("help").status == 303)
        #expect(try app.services.safety.open(app.host()).first?.calls.count == 2)
        #expect(try await app.send(.get, try link()).body.contains("Every host has your call"))
        #expect(try app.services.nudges.overview(app.host()).first?.nudge.answer == .help)
        // Being fine after all ends no call: somebody has to hear it from them.
        #expect(try await answer("fine").status == 303)
        #expect(try app.services.safety.open(app.host()).count == 1)
    }

    @Test func anAnswerCountsForEveryOpenQuestion() async throws {
        _ = try await ask()
        let first = try link()
        app.clock.pass(.minutes(11))
        _ = try await ask()
        #expect(try await answer("fine", first).status == 303)
        #expect(try app.store.nudges.all(of: member).map(\.answer) == [.fine, .fine])
    }

    // MARK: the place

    @Test func thePlaceIsOnePositionLikeAnyOther() async throws {
        _ = try await ask()
        #expect(try await place().status == 409, "nothing is sent before the answer")
        #expect(app.services.hub.board(app.id("trip alpha")).entry(member) == nil)
        _ = try await answer("fine")
        let time = app.clock.now - .seconds(40)
        #expect(try await place(at: time).body == "{\"kept\":true}")
        let fix = try #require(app.services.hub.board(app.id("trip alpha")).entry(member)).fix
        #expect(fix.battery == 41 && fix.trigger == .nudge && fix.accuracy == 12 && time - fix.time < .milliseconds(1))
        #expect(try app.services.nudges.overview(app.host()).first?.nudge.placeAt == fix.time)
        // What is no position is refused, and the time for it is short.
        #expect(try await place(latitude: "nowhere").status == 422)
        app.clock.pass(.minutes(11))
        #expect(try await place().status == 409)
    }

    @Test func whoHasSwitchedSharingOffStaysOffTheMap() async throws {
        try await app.services.sharing.set(.off, .hour, app.member(.traveller))
        _ = try await ask()
        _ = try await answer("fine")
        #expect(try await place().body == "{\"kept\":false}")
        #expect(app.services.hub.board(app.id("trip alpha")).entry(member) == nil)
        #expect(try app.store.nudges.newest(of: member)?.placeAt == nil)
        // Whoever calls for help wants to be found.
        _ = try await answer("help")
        #expect(try await place().body == "{\"kept\":false}")
        let help = try #require(try app.services.safety.open(app.host()).first { $0.memberID == member })
        #expect(help.calls.contains { $0.place?.coordinates.latitude == 46.4 })
        #expect(app.services.hub.board(app.id("trip alpha")).entry(member) == nil)
    }

    // MARK: its end

    @Test func aLinkEndsAfterADayAndSaysWhomToCall() async throws {
        _ = try await ask()
        let link = try link()
        app.clock.pass(.hours(24) - .seconds(1))
        #expect(try await app.send(.get, link).status == 200)
        app.clock.pass(.seconds(1))
        let page = try await app.send(.get, link)
        #expect(page.status == 410 && page.body.contains("This question has ended") && page.body.contains("112"))
        #expect(!page.page.has("form.well-answer"))
        #expect(try await answer("fine", link).status == 409)
        #expect(try app.store.nudges.newest(of: member)?.answer == nil)
    }

    @Test func whoIsErasedHasNoQuestionLeft() async throws {
        _ = try await ask()
        let link = try link()
        try await app.store.deletion.erase(member, trip: app.id("trip alpha"), at: app.clock.now)
        #expect(try await app.send(.get, link).status == 404)
        #expect(try app.store.nudges.all(of: member).isEmpty)
    }
}
