import Domain
import Foundation
import Services
import Store
import Testing

/// Calls for help: by the page, by a phone's app, again, late, on a full disk; and where they show.
@Suite struct CallFlowTests {
    @Test func aCallIsOnEveryPageOfTheStaffUntilItIsResolved() async throws {
        let app = try await TestApp.withTrips()
        let first = "/trips/alpha/help/\(app.id("alert"))/take"
        for path in ["/trips/alpha", "/trips/alpha/roster", "/trips/alpha/events", "/trips/alpha/map"] {
            for user in [TestUser.host, .moderator, .admin] {
                #expect(try await app.send(.get, path, as: user).body.contains("SOS: traveller Person – “a twisted knee”"))
            }
        }
        #expect(!(try await app.send(.get, "/trips/beta", as: .hostOfAnotherTrip).body.contains("twisted knee")))
        #expect(!(try await app.send(.get, "/trips/alpha/friends", as: .traveller).body.contains("twisted knee")))
        #expect(try await app.send(.post, first, as: .moderator).status == 303)
        let late = try await app.send(.post, first, as: .host)
        #expect(late.status == 303 && late.location == "/trips/alpha/help/\(app.id("alert"))?late=yes")
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains("moderator Person is on it"))
        try await app.resolveHelp(app.id("alert"))
        #expect(!(try await app.send(.get, "/trips/alpha", as: .host).body.contains("twisted knee")))
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).body.contains("is resolved: found and safe."))
    }

    @Test func callsNeedAConfirmationAndAreNotMultiplied() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/my/sos"
        let host = try app.host()
        try await app.resolveHelp(app.id("alert"))
        let unsure = try await app.send(.post, path, as: .traveller, form: [("text", "lost in fog")])
        #expect(unsure.status == 422 && unsure.body.contains("lost in fog"))
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(app.clock.now.milliseconds))]
        for _ in 0..<3 {
            let call = [("text", "lost in fog"), ("sure", "yes")] + place
            #expect(try await app.send(.post, path, as: .traveller, form: call).status == 303)
        }
        let open = try app.services.safety.open(host)
        #expect(open.count == 1 && open[0].place?.coordinates.latitude == 46.43 && !open[0].isTest)
        // The first day is over: no more tests.
        let test = try await app.send(.post, path, as: .traveller, form: [("test", "on"), ("sure", "yes")])
        #expect(test.status == 409 && test.body.contains("first day only"))
    }

    @Test func thePhoneAppsAlarmCallsToo() async throws {
        let app = try await TestApp.withTrips()
        let token = try app.trackerToken
        let now = app.clock.now.seconds
        // Switched off: the position is neither kept nor shown, but the call says where it came from.
        let host = try app.host()
        try await app.services.roster.setSharingPaused(true, app.services.roster.member(app.id("member"), host), host)
        for _ in 0..<2 {
            #expect(try await app.send(.get, "/t/\(token)?id=x&lat=46.44&lon=9.25&timestamp=\(now)&alarm=sos").status == 200)
        }
        let alert = try #require(try app.services.safety.open(host).first { $0.memberID == app.id("member") })
        #expect(alert.calls.map(\.source) == [.tracker] && alert.place?.coordinates.latitude == 46.44)
        #expect(try app.services.safety.open(host).count == 2)
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member")) == nil)
    }

    @Test func aSecondCallIsAddedToTheOpenOneAndHostsAreToldAgain() async throws {
        let app = try await TestApp.withTrips()
        let tripChannel = app.services.hub.tripChannel(app.id("trip alpha"))
        app.pagesAreTold()
        let before = tripChannel.lastNumber
        let place = [("lat", "46.43"), ("lon", "9.24"), ("accuracy", "12"), ("at", String(app.clock.now.milliseconds))]
        let form = [("text", "now I am cold"), ("sure", "yes")] + place
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        let open = try app.services.safety.open(app.host())
        #expect(open.count == 1 && open[0].id == app.id("alert") && open[0].calls.map(\.text) == ["a twisted knee", "now I am cold"])
        #expect(open[0].place?.coordinates.latitude == 46.43)
        app.pagesAreTold()
        #expect(tripChannel.lastNumber != before)
        for path in ["/trips/alpha", "/trips/alpha/help"] {
            let page = try await app.send(.get, path, as: .host).body
            #expect(page.contains("a twisted knee") && page.contains("now I am cold"))
        }
        // Also while somebody is on it, who has to say so anew. Once it is resolved, what comes is a new case.
        try await app.services.safety.take(app.id("alert"), app.host())
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        let again = try app.services.safety.open(app.host())
        #expect(again.map(\.id) == [app.id("alert")] && again[0].calls.count == 3 && again[0].state == .open)
        try await app.resolveHelp(app.id("alert"))
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        #expect(try app.services.safety.open(app.host()).map(\.text) == ["now I am cold"])
    }

    @Test func thePhoneAppsAlarmIsAddedToTheOpenCallToo() async throws {
        let app = try await TestApp.withTrips()
        try await app.resolveHelp(app.id("alert"))
        let path = "/t/\(try app.trackerToken)?id=x&lon=9.25&alarm=sos"
        let host = try app.host()
        func alert() throws -> HelpCase { try #require(try app.services.safety.open(host).first { $0.memberID == app.id("member") }) }
        // An app repeats its alarm with every position: the place moves, and it is still one call.
        for (latitude, later) in [(46.44, 0), (46.45, 20)] {
            app.clock.pass(.seconds(later))
            #expect(try await app.send(.get, "\(path)&lat=\(latitude)&timestamp=\(app.clock.now.seconds)").status == 200)
        }
        #expect(try alert().calls.count == 1 && alert().place?.coordinates.latitude == 46.45)
        app.clock.pass(.minutes(10))
        #expect(try await app.send(.get, "\(path)&lat=46.46&timestamp=\(app.clock.now.seconds)").status == 200)
        #expect(try alert().calls.count == 2 && alert().place?.coordinates.latitude == 46.46)
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains("Called again"))
    }

    /// The position may be lost, the call not: it is heard at once, and stored with its place when there is room again.
    @Test func thePhoneAppsAlarmIsHeardOnAFullDisk() async throws {
        let app = try await TestApp.withTrips()
        let path = "/t/\(try app.trackerToken)?id=x&lat=46.44&lon=9.25&timestamp=\(app.clock.now.seconds)"
        let host = try app.staff(.host)
        func alert() throws -> HelpCase? { try app.services.safety.open(host).first { $0.memberID == app.id("member") } }
        try app.fillDisk()
        #expect(try await app.send(.get, path).status == 503, "the disk takes no position")
        #expect(try alert() == nil)
        #expect(try await app.send(.get, path + "&alarm=sos").status == 200)
        let heard = try #require(try alert())
        #expect(!heard.isStored && heard.place?.coordinates.latitude == 46.44)
        try await app.clearDisk()
        let stored = try #require(try alert())
        #expect(stored.isStored && stored.calls.map(\.source) == [.tracker] && stored.place?.coordinates.latitude == 46.44)
    }

    @Test func aPhoneAppsAlarmInAnArchivedTripIsHeardAsThePagesIs() async throws {
        let app = try await TestApp.withTrips()
        let path = "/t/\(try app.trackerToken)?id=x&lat=46.44&lon=9.25&timestamp=\(app.clock.now.seconds)&alarm=sos"
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await app.send(.get, path).status == 200)
        let alert = try #require(try app.services.safety.open(app.staff(.host)).first { $0.memberID == app.id("member") })
        #expect(alert.calls.map(\.source) == [.tracker])
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).body.contains("SOS: Ada Example"))
    }

    @Test func aCallThatWaitedForALineArrivesOnceAndSaysWhenItWasMade() async throws {
        let app = try await TestApp.withTrips()
        try await app.resolveHelp(app.id("alert"))
        let client = app.services.system.newID().description
        let form = [("text", "no line here"), ("sure", "yes"), ("client_id", client), ("waited", String(40 * 60 * 1000))]
        for _ in 0..<2 {
            let response = try await app.send(
                .post, "/trips/alpha/my/sos", as: .traveller, form: form, headers: ["Accept": "application/json"])
            #expect(response.status == 200 && response.headers[.contentType]?.contains("json") == true)
        }
        let open = try app.services.safety.open(app.host())
        #expect(open.count == 1 && open[0].calls.count == 1 && open[0].raisedAt == app.clock.now - .minutes(40))
        #expect(try await app.send(.get, "/trips/alpha", as: .host).body.contains("got through at"))
        // Also where it was resolved before the second arrival.
        try await app.resolveHelp(open[0].id)
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .traveller, form: form).status == 303)
        #expect(try app.services.safety.open(app.host()).isEmpty)
        // What is wrong is said in words, not as a page.
        let refused = try await app.send(
            .post, "/trips/alpha/my/sos", as: .traveller, form: [("sure", "yes"), ("text", String(repeating: "x", count: 301))],
            headers: ["Accept": "application/json"])
        #expect(refused.status == 422 && refused.body.contains("At most 300 characters"))
    }

    @Test(arguments: ["/trips/beta", "/trips", "/account", "/trips/beta/my", "/nowhere", "/banners"])
    func aCallShowsWhateverPageAHostHasOpen(_ path: String) async throws {
        let app = try await TestApp.withTrips()
        // The host of alpha has a place on beta as a traveller.
        try await app.add(.host, to: "beta", as: .traveller)
        let page = try await app.send(.get, path, as: .host, headers: ["Accept": "text/html"]).body
        #expect(page.contains("SOS: traveller Person"))
        if path != "/banners" {
            #expect(page.contains("data-calls=\"/trips/alpha/live?topics=alerts"), "a stream that tells of the next one")
        }
        for user in [TestUser.traveller, .hostOfAnotherTrip] {
            #expect(!(try await app.send(.get, path, as: user).body.contains("twisted knee")))
        }
    }

    @Test func staffHaveTheButtonToo() async throws {
        let app = try await TestApp.withTrips()
        for user in [TestUser.host, .moderator, .traveller] {
            // A traveller is not let in, and can call from the page that says so.
            #expect(try await app.send(.get, "/trips/alpha/events", as: user).body.contains("sos-link"))
            #expect(try await app.send(.get, "/trips/alpha/chat", as: user).body.contains("sos-link"))
        }
        #expect(try await app.send(.post, "/trips/alpha/my/sos", as: .host, form: [("sure", "yes")]).status == 303)
        #expect(try app.services.safety.open(app.staff(.moderator)).map(\.memberName).contains("host Person"))
    }

    @Test func theCallPageBeginsWithTheNumbersToPhone() async throws {
        let app = try await TestApp.withTrips()
        let (host, hostAsMember) = (try app.host(), try app.member(.host))
        var fields = host.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118\nHost on duty +00 000 0101\nEmergency 112"
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        let own = try app.services.friends.own(hostAsMember)
        var typed = own.fields
        typed[.whatsapp] = "+00 000 777"
        try await app.services.friends.update(typed, version: own.version, hostAsMember)
        let form = "<form method=\"post\" action=\"/trips/alpha/my/sos\""
        func order() async throws -> [String] {
            let page = try await app.send(.get, "/trips/alpha/my/sos", as: .traveller).body
            let parts = ["tel:112", "tel:+000000101", "tel:+000000118", "tel:+00000777", "says-ok", form]
            let found = parts.map { ($0, page.range(of: $0)?.lowerBound) }
            return found.compactMap { name, at in at.map { (name, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
        }
        // The emergency number is the first, a host is next, then the message, then what one says of oneself.
        // Nothing moves when it is over.
        #expect(try await order() == ["tel:112", "tel:+000000101", "tel:+000000118", "tel:+00000777", form, "says-ok"])
        try await app.resolveHelp(app.id("alert"))
        #expect(try await order() == ["tel:112", "tel:+000000101", "tel:+000000118", "tel:+00000777", form])
    }

    @Test(arguments: [
        // A short number of a hotel is no country's, and a hosts' line stands once.
        ("Hotel reception 901\nHost on duty +00 000 0101\nAmbulance 15", ["tel:15", "tel:+000000101", "tel:901"]),
        ("Hosts 112\nRescue 1414", ["tel:1414", "tel:112"]), ("Hosts in room 15\nPiste 0118", ["tel:0118"]),
    ])
    func onlyACountrysNumberStandsBeforeTheHosts(numbers: String, order: [String]) async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        var fields = host.trip.fields
        fields.emergencyNumbers = numbers
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        let page = HTMLPage(try await app.send(.get, "/trips/alpha/my/sos", as: .traveller).body)
        #expect(page.find(".sos-phones a").map { $0["href"] } == order)
    }

    @Test func aPlaceHasThreeFormsWithAButtonEachOnEveryPageThatTellsIt() async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        let event = try app.services.events.find(app.id("event"), host)
        var fields = event.fields
        (fields.meetingLatitude, fields.meetingLongitude) = (46.4275, 9.2345)
        try await app.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, host)
        let path = "/t/\(try app.trackerToken)?id=x&lat=46.4275&lon=9.2345&timestamp=\(app.clock.now.seconds)&alarm=sos"
        #expect(try await app.send(.get, path).status == 200)
        let help = try #require(try app.services.safety.open(host).first { $0.memberID == app.id("member") }).id
        let pages = [
            ("/trips/alpha/members/\(app.id("member"))", TestUser.host), ("/trips/alpha/events/\(event.id)", .host),
            ("/trips/alpha/my/events/\(event.id)", .traveller), ("/r/\(try app.personalToken("member"))", .nobody),
            ("/trips/alpha/help/\(help)", .host),
        ]
        for (page, user) in pages {
            let body = try await app.send(.get, page, as: user).body
            for form in ["46.42750, 9.23450", "46°25′39.0″ N 9°14′04.2″ E", "32T 518018 5141574"] {
                #expect(body.contains("<code>\(form)</code>") && body.contains("data-copy=\"\(form)\""), "\(page): \(form)")
            }
        }
    }
}
