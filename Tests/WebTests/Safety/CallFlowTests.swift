import Domain
import Foundation
import Services
import Store
import Testing

/// Calls for help: by the page, by a phone's app, again, late, on a full disk; and where they show.
@Suite struct CallFlowTests {
    @Test func aCallIsOnEveryPageOfTheStaffUntilSomebodyHasIt() async throws {
        let house = try await House.furnished()
        let first = "/trips/alpha/alerts/\(house.id("alert"))/acknowledge"
        for path in ["/trips/alpha", "/trips/alpha/roster", "/trips/alpha/events", "/trips/alpha/map"] {
            for asker in [Asker.host, .moderator, .admin] {
                #expect(try await house.send(.get, path, as: asker).body.contains("SOS: traveller Person – “a twisted knee”"))
            }
        }
        #expect(!(try await house.send(.get, "/trips/beta", as: .hostOfAnotherTrip).body.contains("twisted knee")))
        #expect(!(try await house.send(.get, "/trips/alpha/friends", as: .traveller).body.contains("twisted knee")))
        #expect(try await house.send(.post, first, as: .moderator).status == 303)
        let late = try await house.send(.post, first, as: .host)
        #expect(late.status == 303 && late.location == "/trips/alpha/alerts?taken=\(house.id("alert"))")
        #expect(!(try await house.send(.get, "/trips/alpha", as: .host).body.contains("twisted knee")))
        #expect(try await house.send(.get, "/trips/alpha/my", as: .traveller).body.contains("moderator Person has it."))
    }

    @Test func callsNeedAConfirmationAndAreNotMultiplied() async throws {
        let house = try await House.furnished()
        let path = "/trips/alpha/my/sos"
        let host = try house.host()
        try await house.services.safety.acknowledge(house.id("alert"), host)
        let unsure = try await house.send(.post, path, as: .traveller, form: [("text", "lost in fog")])
        #expect(unsure.status == 422 && unsure.body.contains("lost in fog"))
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(house.fixed.now.milliseconds))]
        for _ in 0..<3 {
            let call = [("text", "lost in fog"), ("sure", "yes")] + place
            #expect(try await house.send(.post, path, as: .traveller, form: call).status == 303)
        }
        let open = try house.services.safety.open(host)
        #expect(open.count == 1 && open[0].place?.coordinates.latitude == 46.43 && !open[0].isTest)
        // The first day is over: no more tests.
        let test = try await house.send(.post, path, as: .traveller, form: [("test", "on"), ("sure", "yes")])
        #expect(test.status == 409 && test.body.contains("first day only"))
    }

    @Test func thePhoneAppsAlarmCallsToo() async throws {
        let house = try await House.furnished()
        let token = try house.trackerToken
        let now = house.fixed.now.seconds
        // Switched off: the position is neither kept nor shown, but the call says where it came from.
        let host = try house.host()
        try await house.services.roster.setSharingPaused(true, house.services.roster.member(house.id("member"), host), host)
        for _ in 0..<2 {
            #expect(try await house.send(.get, "/t/\(token)?id=x&lat=46.44&lon=9.25&timestamp=\(now)&alarm=sos").status == 200)
        }
        let alert = try #require(try house.services.safety.open(host).first { $0.memberID == house.id("member") })
        #expect(alert.calls.map(\.source) == [.tracker] && alert.place?.coordinates.latitude == 46.44)
        #expect(try house.services.safety.open(host).count == 2)
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member")) == nil)
    }

    @Test func aSecondCallIsAddedToTheOpenOneAndHostsAreToldAgain() async throws {
        let house = try await House.furnished()
        let tripChannel = house.services.hub.tripChannel(house.id("trip alpha"))
        let before = tripChannel.lastEventID
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(house.fixed.now.milliseconds))]
        let form = [("text", "now I am cold"), ("sure", "yes")] + place
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        let open = try house.services.safety.open(house.host())
        #expect(open.count == 1 && open[0].id == house.id("alert") && open[0].calls.map(\.text) == ["a twisted knee", "now I am cold"])
        #expect(open[0].place?.coordinates.latitude == 46.43)
        #expect(tripChannel.lastEventID != before)
        for path in ["/trips/alpha", "/trips/alpha/alerts"] {
            let page = try await house.send(.get, path, as: .host).body
            #expect(page.contains("a twisted knee") && page.contains("now I am cold"))
        }
        // Somebody has it: what comes now is a new call.
        try await house.services.safety.acknowledge(house.id("alert"), house.host())
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        #expect(try house.services.safety.open(house.host()).map(\.text) == ["now I am cold"])
    }

    @Test func thePhoneAppsAlarmIsAddedToTheOpenCallToo() async throws {
        let house = try await House.furnished()
        let path = "/t/\(try house.trackerToken)?id=x&lon=9.25&alarm=sos"
        let host = try house.host()
        func alert() throws -> Alert { try #require(try house.services.safety.open(host).first { $0.memberID == house.id("member") }) }
        // An app repeats its alarm with every position: the place moves, and it is still one call.
        for (latitude, later) in [(46.44, 0), (46.45, 20)] {
            house.fixed.pass(.seconds(later))
            #expect(try await house.send(.get, "\(path)&lat=\(latitude)&timestamp=\(house.fixed.now.seconds)").status == 200)
        }
        #expect(try alert().calls.count == 1 && alert().place?.coordinates.latitude == 46.45)
        house.fixed.pass(.minutes(10))
        #expect(try await house.send(.get, "\(path)&lat=46.46&timestamp=\(house.fixed.now.seconds)").status == 200)
        #expect(try alert().calls.count == 2 && alert().place?.coordinates.latitude == 46.46)
        #expect(try await house.send(.get, "/trips/alpha/roster", as: .host).body.contains("Called again"))
    }

    /// The position may be lost, the call not: it is heard at once, and stored with its place when there is room again.
    @Test func thePhoneAppsAlarmIsHeardOnAFullDisk() async throws {
        let house = try await House.furnished()
        let path = "/t/\(try house.trackerToken)?id=x&lat=46.44&lon=9.25&timestamp=\(house.fixed.now.seconds)"
        let host = try house.staff(.host)
        func alert() throws -> Alert? { try house.services.safety.open(host).first { $0.memberID == house.id("member") } }
        try house.fillDisk()
        #expect(try await house.send(.get, path).status == 503, "the disk takes no position")
        #expect(try alert() == nil)
        #expect(try await house.send(.get, path + "&alarm=sos").status == 200)
        let heard = try #require(try alert())
        #expect(!heard.isStored && heard.place?.coordinates.latitude == 46.44)
        try await house.clearDisk()
        let stored = try #require(try alert())
        #expect(stored.isStored && stored.calls.map(\.source) == [.tracker] && stored.place?.coordinates.latitude == 46.44)
    }

    @Test func aPhoneAppsAlarmInAnArchivedTripIsHeardAsThePagesIs() async throws {
        let house = try await House.furnished()
        let path = "/t/\(try house.trackerToken)?id=x&lat=46.44&lon=9.25&timestamp=\(house.fixed.now.seconds)&alarm=sos"
        #expect(try await house.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await house.send(.get, path).status == 200)
        let alert = try #require(try house.services.safety.open(house.staff(.host)).first { $0.memberID == house.id("member") })
        #expect(alert.calls.map(\.source) == [.tracker])
        #expect(try await house.send(.get, "/trips/alpha/roster", as: .host).body.contains("SOS: Ada Example"))
    }

    @Test func aCallThatWaitedForALineArrivesOnceAndSaysWhenItWasMade() async throws {
        let house = try await House.furnished()
        try await house.services.safety.acknowledge(house.id("alert"), house.host())
        let client = house.services.system.newID().description
        let form = [("text", "no line here"), ("sure", "yes"), ("client_id", client), ("waited", String(40 * 60 * 1000))]
        for _ in 0..<2 {
            let response = try await house.send(
                .post, "/trips/alpha/my/sos", as: .traveller, form: form, headers: ["Accept": "application/json"])
            #expect(response.status == 200 && response.headers[.contentType]?.contains("json") == true)
        }
        let open = try house.services.safety.open(house.host())
        #expect(open.count == 1 && open[0].calls.count == 1 && open[0].raisedAt == house.fixed.now - .minutes(40))
        #expect(try await house.send(.get, "/trips/alpha", as: .host).body.contains("got through at"))
        // Also where somebody had it before the second arrival.
        try await house.services.safety.acknowledge(open[0].id, house.host())
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        #expect(try house.services.safety.open(house.host()).isEmpty)
        // What is wrong is said in words, not as a page.
        let refused = try await house.send(
            .post, "/trips/alpha/my/sos", as: .traveller, form: [("sure", "yes"), ("text", String(repeating: "x", count: 301))],
            headers: ["Accept": "application/json"])
        #expect(refused.status == 422 && refused.body.contains("At most 300 characters"))
    }

    @Test(arguments: ["/trips/beta", "/trips", "/account", "/trips/beta/my", "/nowhere", "/banners"])
    func aCallShowsWhateverPageAHostHasOpen(_ path: String) async throws {
        let house = try await House.furnished()
        // The host of alpha has a place on beta as a traveller.
        try await house.add(.host, to: "beta", as: .traveller)
        let page = try await house.send(.get, path, as: .host, headers: ["Accept": "text/html"]).body
        #expect(page.contains("SOS: traveller Person"))
        if path != "/banners" {
            #expect(page.contains("data-calls=\"/trips/alpha/live?topics=alerts"), "a stream that tells of the next one")
        }
        for asker in [Asker.traveller, .hostOfAnotherTrip] {
            #expect(!(try await house.send(.get, path, as: asker).body.contains("twisted knee")))
        }
    }

    @Test func staffHaveTheButtonToo() async throws {
        let house = try await House.furnished()
        for asker in [Asker.host, .moderator, .traveller] {
            #expect(try await house.send(.get, "/trips/alpha/events", as: asker).body.contains("sos-link") == (asker != .traveller))
            #expect(try await house.send(.get, "/trips/alpha/chat", as: asker).body.contains("sos-link"))
        }
        #expect(try await house.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        #expect(try house.services.safety.open(house.staff(.moderator)).map(\.memberName).contains("host Person"))
    }

    @Test func theCallPageBeginsWithTheNumbersToPhone() async throws {
        let house = try await House.furnished()
        let (host, hostAsMember) = (try house.host(), try house.member(.host))
        var fields = host.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118"
        try await house.services.trips.update(host, to: fields, version: host.trip.version)
        let own = try house.services.friends.own(hostAsMember)
        var typed = own.fields
        typed[.whatsapp] = "+00 000 777"
        try await house.services.friends.update(typed, version: own.version, hostAsMember)
        let page = try await house.send(.get, "/trips/alpha/my/sos", as: .traveller).body
        let (first, second, form) = (
            page.range(of: "tel:+000000118"), page.range(of: "tel:+00000777"),
            page.range(of: "<form method=\"post\" action=\"/trips/alpha/my/sos\"")
        )
        let (rescue, hosts, call) = (try #require(first), try #require(second), try #require(form))
        #expect(rescue.lowerBound < hosts.lowerBound && hosts.lowerBound < call.lowerBound)
    }

    @Test func aPlaceHasThreeFormsWithAButtonEachOnEveryPageThatTellsIt() async throws {
        let house = try await House.furnished()
        let host = try house.host()
        let event = try house.services.events.find(house.id("event"), host)
        var fields = event.fields
        (fields.meetingLatitude, fields.meetingLongitude) = (46.4275, 9.2345)
        try await house.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, host)
        let path = "/t/\(try house.trackerToken)?id=x&lat=46.4275&lon=9.2345&timestamp=\(house.fixed.now.seconds)&alarm=sos"
        #expect(try await house.send(.get, path).status == 200)
        let pages = [
            ("/trips/alpha/members/\(house.id("member"))", Asker.host), ("/trips/alpha/events/\(event.id)", .host),
            ("/trips/alpha/my/events/\(event.id)", .traveller), ("/r/\(try house.personalToken("member"))", .nobody),
            ("/trips/alpha/alerts", .host), ("/trips", .host),
        ]
        for (page, asker) in pages {
            let body = try await house.send(.get, page, as: asker).body
            for form in ["46.42750, 9.23450", "46°25′39.0″ N 9°14′04.2″ E", "32T 518018 5141574"] {
                #expect(body.contains("<code>\(form)</code>") && body.contains("data-copy=\"\(form)\""), "\(page): \(form)")
            }
        }
    }
}
