import Domain
import Live
import NIOCore
import NIOEmbedded
import Services
import StreamSuite
import Testing

/// A call for help from the button to whoever takes it, as everybody concerned sees it.
@Suite struct SafetyFlowTests: StreamSuite {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func body(_ path: String, as user: TestUser = .host) async throws -> String {
        try await app.send(.get, path, as: user).body
    }
    private func take(_ id: ID) -> String { "/trips/alpha/help/\(id)/take" }
    private func call(_ text: String, as user: TestUser = .traveller, more: [(String, String)] = []) async throws {
        let form = [("text", text), ("sure", "yes")] + more
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: user, form: form).status == 303)
    }

    /// What a member's own stream said since then.
    private func heard(by member: ID, since lastEventID: String) async throws -> String {
        app.pagesAreTold()
        let (hub, topics) = (app.services.hub, Topics.own)
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let identity = StreamIdentity(
            sessionID: member, accountID: member, tripID: app.id("trip alpha"), need: topics.need, memberID: member)
        let stream = Task { try await hub.serve(on: channel, identity: identity, topics: topics, lastEventID: lastEventID) }
        var text = try await opening(channel)
        try await settle(hub, channel)
        text += try await written(channel)
        hub.end { $0.sessionID == member }
        try await stream.value
        return text + (try await written(channel))
    }

    // MARK: whoever called

    @Test func whoCalledHearsAtOnceThatSomebodyHasItAndNobodyElseDoes() async throws {
        let before = app.services.hub.tripChannel(app.id("trip alpha")).lastEventID
        try await call("now I am cold")
        let called = try await heard(by: app.id("member traveller"), since: before)
        #expect(called.contains("event: told") && called.contains("{\"why\":\"call\",\"title\":\"\"}"))
        #expect(try await app.send(.post, take(app.id("alert")), as: .moderator).status == 303)
        let taken = try await heard(by: app.id("member traveller"), since: before)
        #expect(taken.contains("{\"why\":\"call\",\"title\":\"moderator Person is on it.\"}"))
        #expect(!(try await heard(by: app.id("member"), since: before).contains("told")))
        // The parts that the pages draw anew then.
        for path in ["/trips/alpha/my", "/trips/alpha/my/sos"] {
            let page = try await body(path, as: .traveller)
            #expect(HTMLPage(page).has("#own-call[data-told][role=status] > p.notice.inline"), "\(path)")
            #expect(page.contains("moderator Person is on it.") && !page.contains("Nobody has responded yet"), "\(path)")
        }
    }

    @Test func whoCalledCanPhoneWhoeverHasIt() async throws {
        try await give("member moderator", phone: "+00 000 009")
        for path in ["/trips/alpha/my", "/trips/alpha/my/sos"] {
            #expect(!(try await body(path, as: .traveller).contains("tel:+00000009")), "\(path)")
        }
        #expect(try await app.send(.post, take(app.id("alert")), as: .moderator).status == 303)
        for path in ["/trips/alpha/my", "/trips/alpha/my/sos"] {
            let page = try await body(path, as: .traveller)
            #expect(HTMLPage(page).text("#own-call a[href=tel:+00000009]")?.hasPrefix("Call moderator Person") == true, "\(path)")
        }
        // How it stands is on top of the page where one calls, and said once.
        let page = try await body("/trips/alpha/my/sos", as: .traveller)
        let (state, phones) = (page.firstRange(of: "id=\"own-call\""), page.firstRange(of: "If life is at risk"))
        #expect(try #require(state).lowerBound < #require(phones).lowerBound)
        #expect(!page.contains("is with the hosts"))
    }

    @Test func whoCalledSeesTheirWordsAndThatTheSecondCallArrived() async throws {
        try await call("now I am cold")
        try await call("")
        for path in ["/trips/alpha/my", "/trips/alpha/my/sos"] {
            let page = try await body(path, as: .traveller)
            #expect(page.components(separatedBy: "<li>You wrote, ").count == 3, "\(path)")
            #expect(page.contains("“a twisted knee”") && page.contains("“now I am cold”"), "\(path)")
            #expect(page.components(separatedBy: "<li>You called, ").count == 2 && !page.contains("without words"), "\(path)")
        }
        #expect(!(try await body("/trips/alpha/my", as: .moderator).contains("a twisted knee”</li>")))
    }

    @Test func aFirstCallWithoutWordsIsSaidOnce() async throws {
        try await call("", as: .moderator)
        for path in ["/trips/alpha/my", "/trips/alpha/my/sos"] {
            let page = HTMLPage(try await body(path, as: .moderator))
            #expect(page.has("#own-call #state") && !page.has(".own-words"), "\(path)")
        }
    }

    @Test func theStartPageOfWhoCalledPhonesTheHostsAndSaysOK() async throws {
        let host = try app.host()
        var fields = host.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118\nHost on duty +00 000 0101"
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        let open = HTMLPage(try await body("/trips/alpha/my", as: .traveller))
        #expect(open.find("#own-ways a.primary").map { $0["href"] } == ["tel:+000000101"])
        #expect(open.find(".own-row > a").first?["href"] == "/trips/alpha/my/sos" && open.has(".own-row .says-ok form"))
        #expect(try await app.send(.post, take(app.id("alert")), as: .moderator).status == 303)
        let taken = HTMLPage(try await body("/trips/alpha/my", as: .traveller))
        #expect(!taken.has("#own-ways a.primary") && taken.has(".own-row .says-ok"))
        try await app.resolveHelp(app.id("alert"))
        let over = HTMLPage(try await body("/trips/alpha/my", as: .traveller))
        #expect(over.has("#own-call #state") && !over.has(".own-row"))
    }

    @Test func whoCalledCannotTakeItThemselves() async throws {
        try await call("my own leg", as: .host)
        let open = try app.services.safety.open(app.host())
        let own = try #require(open.first { $0.memberName == "host Person" }).id
        for path in ["/trips/alpha/roster", "/trips/alpha/help"] {
            let page = try await body(path)
            #expect(page.contains("host Person") && !page.contains(take(own)) && page.contains(take(app.id("alert"))), "\(path)")
        }
        // Its page has it whole, the bar of other pages only by name.
        let page = try await body("/trips/alpha/help/\(own)")
        #expect(page.contains("my own leg") && page.contains("Your own call: somebody else has to be on it."))
        #expect(try await body("/trips/alpha/help/\(own)", as: .moderator).contains(take(own)))
        for (step, form) in [("take", []), ("phoned", []), ("resolve", [("outcome", "safe")]), ("hand-over", [("to", "me")])] {
            let refused = try await app.send(.post, "/trips/alpha/help/\(own)/" + step, as: .host, form: form)
            #expect(refused.status == 409 && refused.body.contains("This is your own call. Somebody else has to be on it."), "\(step)")
            #expect(refused.page.text("h1") == "SOS: host Person", "\(step)")
        }
        #expect(try app.services.safety.open(app.host()).first { $0.id == own }?.state == .open)
        #expect(try await app.send(.post, take(own), as: .moderator).status == 303)
        #expect(try app.services.safety.open(app.host()).first { $0.id == own }?.state == .taken)
    }

    @Test func whoIsOnTheWayToCallIsToldToPhoneBeforeTheySignIn() async throws {
        for path in ["/trips/alpha/my/sos", "/trips/alpha/my/sos?x=y"] {
            let page = try await body("/sign-in?next=" + path.addingPercentEncoding, as: .nobody)
            #expect(page.contains("112 is the emergency number in Europe") && page.contains("goes out when you have signed in"))
        }
        // Also after a wrong password.
        let form = [("email", "x@x.example"), ("password", "wrong"), ("next", "/trips/alpha/my/sos")]
        let wrong = try await app.send(.post, "/sign-in", form: form)
        #expect(wrong.status == 422 && wrong.body.contains("112 is the emergency number in Europe"))
        #expect(!(try await body("/sign-in?next=/trips/alpha/my", as: .nobody).contains("emergency number")))
    }

    private func give(_ member: String, phone: String) async throws {
        let access = try app.host()
        let found = try app.services.roster.member(app.id(member), access)
        var fields = found.fields
        fields[.phone] = phone
        try await app.services.roster.update(found.id, to: fields, version: found.version, access)
    }

    @Test func nobodyIsOfferedToDialThemselves() async throws {
        try await give("member host", phone: "+00 000 007")
        try await call("my own leg", as: .host)
        for path in ["/banners?trip=alpha", "/trips/alpha/help", "/trips/alpha/my/sos"] {
            let page = try await body(path)
            #expect(page.contains("waiting own\"") && !page.contains("tel:+00000007"), "\(path)")
            if path.hasSuffix("help") { #expect(try await body(path, as: .moderator).contains("tel:+00000007"), "\(path)") }
        }
    }

    @Test func takingItStandsFirstAndTheSoundOnceForAllCalls() async throws {
        try await give("member traveller", phone: "+00 000 008")
        try await call("my own leg", as: .host)
        let page = try await body("/banners?trip=alpha")
        let (take, phone) = (page.firstRange(of: "I’m on it"), page.firstRange(of: "href=\"tel:"))
        #expect(try #require(take).lowerBound < #require(phone).lowerBound)
        // Their own stands behind the one that they can take.
        #expect(page.components(separatedBy: "<section class=\"alert").count == 2)
        #expect(page.contains(">and 1 more call: SOS: host Person · ") && page.contains(" class=\"waiting own\" data-from="))
        #expect(page.components(separatedBy: "data-alarm").count == 2)
    }

    // MARK: whoever takes it

    @Test func whoTapsSecondComesToTheCaseThatSaysWhoIsOnIt() async throws {
        let path = take(app.id("alert"))
        let page = "/trips/alpha/help/\(app.id("alert"))"
        #expect(!(try await body(page + "?late=yes").contains("is on it already")), "nobody is yet")
        #expect(try await app.send(.post, path, as: .moderator).location == page + "?done=acknowledged")
        let second = try await app.send(.post, path, as: .host)
        #expect(second.status == 303 && second.location == page + "?late=yes")
        let late = try await body(page + "?late=yes")
        #expect(late.contains("moderator Person is on it already.") && !late.contains(path))
        #expect(HTMLPage(late).has("#calls[data-told][data-address=\(page)]"))
        #expect(!(try await body(page + "?late=yes", as: .moderator).contains("is on it already")), "not to whoever is")
        #expect(try await app.send(.get, page, as: .traveller).status == 403)
        #expect(try await app.send(.get, page, as: .hostOfAnotherTrip).status == 404)
    }

    @Test func whoIsOnItStillHasTheNumberAndThePlace() async throws {
        app.clock.pass(.minutes(2))
        let seconds = app.clock.now.seconds
        let alarm = "/t/\(try app.trackerToken)?id=x&lat=46.43&lon=9.24&timestamp=\(seconds)&alarm=sos"
        #expect(try await app.send(.get, alarm).status == 200)
        let ada = try #require(try app.services.safety.open(app.host()).first { $0.memberName == "Ada Example" }).id
        #expect(try await app.send(.post, take(ada), as: .moderator).status == 303)
        for user in [TestUser.moderator, .host] {
            let page = try await body("/trips/alpha/help/\(ada)", as: user)
            #expect(HTMLPage(page).texts("a[href=tel:+00000001]").contains("Call Ada +00 000 001"), "\(user)")
            #expect(page.contains("alert=\(ada)") && page.contains("data-copy=\"46.43000, 9.24000\""), "\(user)")
        }
        // What nobody is on stands above it, though it is older.
        let page = try await body("/trips/alpha/help")
        let (open, taken) = (page.firstRange(of: "call-\(app.id("alert"))"), page.firstRange(of: "call-\(ada)"))
        #expect(try #require(open).lowerBound < #require(taken).lowerBound)
    }

    @Test func aTripWithoutCallsShowsOneEmptyBox() async throws {
        let page = try await body("/trips/beta/help", as: .hostOfAnotherTrip)
        #expect(page.contains("Nobody needs help right now.") && !page.contains("rows panel"))
        #expect(try await app.send(.get, "/trips/beta/alerts", as: .hostOfAnotherTrip).location == "/trips/beta/help")
    }

    @Test func theMapOfACallHasItsMarkThere() async throws {
        let clock = app.clock.now - .minutes(20)
        try await call("in the gully", more: [("lat", "46.43"), ("lon", "9.24"), ("at", String(clock.milliseconds))])
        let query = "lat=46.43&lon=9.24&z=16&member=\(app.id("member traveller"))&alert=\(app.id("alert"))"
        for path in ["/trips/alpha/roster", "/trips/alpha/help/\(app.id("alert"))"] {
            #expect(try await body(path).replacing("&amp;", with: "&").contains("/trips/alpha/map?\(query)\""), "\(path)")
        }
        let mark = "id=\"call-mark\" data-lat=\"46.43\" data-lon=\"9.24\""
        let title = "traveller Person called for help at 15:03 CET, position of 14:43 CET"
        let map = try await body("/trips/alpha/map?" + query)
        #expect(map.contains(mark) && map.contains(">traveller Person 15:03 CET</text>") && map.contains("<title>\(title)</title>"))
        #expect(map.contains("\">\(title)</a></h2>"), "said beside it without scripts, too")
        // The same after somebody has it; without the call, or by another's id, there is no mark.
        #expect(try await app.send(.post, take(app.id("alert")), as: .moderator).status == 303)
        #expect(try await body("/trips/alpha/map?" + query, as: .moderator).contains(mark))
        for other in ["", "x", app.id("member").description] {
            #expect(!(try await body("/trips/alpha/map?lat=46.43&lon=9.24&alert=" + other).contains("call-mark")), "\(other)")
        }
        #expect(try await app.send(.get, "/trips/alpha/map?" + query, as: .traveller).status == 403)
    }

    @Test func theAgeOfThePositionIsWordsThatAScriptKeepsTrue() async throws {
        let clock = app.clock.now - .minutes(20)
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(clock.milliseconds))]
        try await call("in the gully", more: place)
        let age = "position <span class=\"age\" data-since=\"\(clock.milliseconds)\" data-age=\"1200\" data-says=\"ago\" aria-live=\"off\">"
        for path in ["/trips/alpha/roster", "/banners?trip=alpha"] {
            #expect(try await body(path).contains(age + "20 min ago</span>, ± 12 m</small>"), "\(path)")
        }
    }

    @Test func aCaseSoundsUntilSomebodyIsOnItAndAgainWhenTheyCallAgain() async throws {
        let id = app.id("alert")
        let bar = "id=\"help-\(id)\" data-from=\"\(app.id("member traveller"))\""
        #expect(try await body("/trips/alpha/roster").contains(bar + " data-call=\""))
        #expect(try await app.send(.post, take(id), as: .moderator).status == 303)
        let taken = try await body("/trips/alpha/roster")
        #expect(taken.contains("class=\"alert taken\"") && taken.contains(bar + " data-title"))
        #expect(taken.contains("moderator Person is on it"))
        // A message that sounds like a call is one more of theirs: red again, until somebody says anew that they are on it.
        #expect(try await app.write("I can't move").status == 303)
        let again = try await body("/trips/alpha/roster")
        #expect(again.contains("class=\"alert waiting\"") && again.contains("Called again after moderator Person was on it"))
        let found = try #require(try app.services.moderation.queue(app.staff(.host)).first { $0.isUrgent })
        #expect(again.contains(bar + " data-call=\"\(found.id)\"") && found.help?.id == id)
        #expect(try await app.send(.post, take(id), as: .host).location.hasSuffix("?done=acknowledged"))
        #expect(try await body("/trips/alpha/roster").contains("host Person is on it"))
    }

    @Test func theQueueLeadsToTheCaseOfHelpAndTheCaseToo() async throws {
        #expect(try await app.write("I can't move").status == 303)
        let found = try #require(try app.services.moderation.queue(app.staff(.host)).first { $0.isUrgent })
        let help = "/trips/alpha/help/\(app.id("alert"))"
        let queue = try await body("/trips/alpha/moderation")
        #expect(queue.contains("href=\"\(help)\"") && !queue.contains("/cases/\(found.id)/claim"))
        #expect(try await body("/trips/alpha/moderation/cases/\(found.id)").contains("href=\"\(help)\">Open the call for help</a>"))
        #expect(try await body(help).contains("/trips/alpha/moderation/cases/\(found.id)"))
        // Deciding about the message ends no call for help.
        let form = [("version", String(found.version)), ("action", "dismiss"), ("do", "apply")]
        #expect(
            try await app.send(.post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator, form: form).status == 303)
        #expect(try app.services.safety.open(app.host()).map(\.id) == [app.id("alert")])
    }
}
