import Domain
import Live
import NIOCore
import NIOEmbedded
import Services
import StreamSuite
import Testing
import Web

/// Somebody is hidden: every output of the program × everybody who may ask. Nothing that leaves it says where they are or were.
@Suite struct HiddenMemberTests: StreamSuite {
    /// Digits of Ada's places, which nothing else in the app has.
    private static let marks = ["46.4217", "9.2317"]
    /// Addresses that show Ada's place or way while she shares, by who asks.
    private static let showing: [(TestUser, [String])] = [
        (
            .host,
            [
                "/map", "/map/print", "/positions.json", "/map/trails.json", "/members/:id/trail.json", "/members/:id/track.gpx",
                "/members/:id/track.geojson", "/members/:id/way", "/track.gpx", "/track.geojson", "/trackers/:id", "/my/map",
                "/my/positions.json",
                "/friends/:id",
            ]
        ),
        (.moderator, ["/map", "/positions.json", "/map/trails.json", "/members/:id/trail.json"]),
        (.medic, ["/map", "/map/print", "/positions.json", "/map/trails.json", "/members/:id/trail.json", "/medic/:id"]),
        (.admin, ["/map", "/positions.json", "/members/:id/track.gpx"]),
        (.traveller, ["/my/map", "/my/positions.json", "/friends/:id"]),
    ]

    private struct Walk {
        let app: TestApp
        let ada: MemberAccess
        let session: String
        let ownPhone: String
    }

    /// Ada walked for half an hour and shares with everyone; her phone also sent a word that the doctor keeps as it came.
    private func walked() async throws -> Walk {
        let app = try await TestApp.withTripsAndMedic()
        let session = try await app.joined("member")
        let actor = try #require(try app.services.accounts.sessions.find(token: session)).actor
        let ada = try app.services.trips.open(slug: "alpha", for: actor).requireMember()
        let phone = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        try await app.services.sharing.set(.everyone, .trip, ada)
        for minute in 0..<3 {
            if minute > 0 { app.clock.pass(.minutes(10)) }
            try await report(app, "/t/" + app.trackerToken, "46.4217\(minute)", "9.2317\(minute)")
        }
        // A word of another kind in the same message is remarked, and kept as it came.
        _ = try await app.send(
            .post, "/t/" + app.trackerToken, body: "{\"_type\":\"waypoint\",\"lat\":46.42179,\"lon\":9.23179,\"tst\":1}")
        return Walk(app: app, ada: ada, session: session, ownPhone: phone)
    }

    @discardableResult
    private func report(_ app: TestApp, _ path: String, _ lat: String, _ lon: String) async throws -> String {
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":\(lon),\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        return try await app.send(.post, path, body: body).body
    }

    /// Calls for help stand above every page of the staff, one that refuses too.
    private func withoutBanners(_ page: String) -> String {
        guard let start = page.firstRange(of: "<div id=\"alerts\""), let end = page.firstRange(of: "<main") else { return page }
        return String(page[..<start.lowerBound]) + String(page[end.lowerBound...])
    }

    /// By figures, or by a mark on a picture.
    private func tells(_ text: String) -> Bool {
        HiddenMemberTests.marks.contains { text.contains($0) }
            || text.components(separatedBy: "<g class=\"marker").dropFirst().contains {
                $0.prefix { $0 != "/" }.contains("<title>Ada Example")
            }
    }

    /// Everything that the program answers to a GET, to everybody but Ada, and what their streams and phones hear.
    private func outputs(_ place: Walk, since lastEventID: String?) async throws -> Set<String> {
        let app = place.app
        var found: Set<String> = []
        for route in app.routes where route.method == .get && !route.path.hasSuffix("/live") {
            let path = AccessMatrixTests().path(route, app)
            for user in TestUser.allCases where tells(withoutBanners(try await app.send(.get, path, as: user).body)) {
                found.insert("\(user.rawValue) \(route.path)")
            }
        }
        let trip = app.id("trip alpha")
        for topics in [Topics.positions, .friends, [.roster, .events, .alerts]] {
            let text = try await heard(app.services.hub, trip, topics, since: lastEventID)
            if tells(text) { found.insert("stream \(topics.rawValue)") }
        }
        if tells(try await report(app, place.ownPhone, "46.5", "9.3")) { found.insert("phone of a friend") }
        for user in [TestUser.traveller, .medic, .moderator, .host] {
            let files = try await app.ownData(app.member(user))
            if files.contains(where: { tells($0.text) }) { found.insert("\(user.rawValue) own data") }
        }
        return found
    }

    private func heard(_ hub: Hub, _ trip: ID, _ topics: Topics, since lastEventID: String?) async throws -> String {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        let reader = ID(high: 5, low: topics.rawValue.hashValue == 0 ? 1 : 2)
        let identity = StreamIdentity(sessionID: reader, accountID: reader, tripID: trip, need: topics.need, memberID: nil)
        let stream = Task { try await hub.serve(on: channel, identity: identity, topics: topics, lastEventID: lastEventID) }
        var text = try await opening(channel)
        try await settle(hub, channel)
        text += try await written(channel)
        hub.end { $0.sessionID == reader }
        try await stream.value
        return text + (try await written(channel))
    }

    private func setShowsHiddenTracks(_ isOn: Bool, _ app: TestApp) async throws {
        let host = try app.host()
        var fields = host.trip.fields
        fields.showsHiddenTracks = isOn
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
    }

    @Test(.timeLimit(.minutes(5))) func nothingThatLeavesTheProgramSaysWhereAHiddenMemberIsOrWas() async throws {
        let place = try await walked()
        let app = place.app
        // The walk must find what there is to find.
        let before = try await outputs(place, since: "test-0")
        for (user, paths) in HiddenMemberTests.showing {
            for path in paths { #expect(before.contains("\(user.rawValue) /trips/:slug\(path)"), "the walk misses \(path) as \(user)") }
        }
        #expect(before.isSuperset(of: ["stream \(Topics.positions.rawValue)", "stream \(Topics.friends.rawValue)", "phone of a friend"]))
        let lastEventID = app.services.hub.tripChannel(app.id("trip alpha")).lastEventID

        try await app.services.sharing.set(.off, .trip, place.ada)
        // A phone that goes on sending changes nothing about it.
        app.clock.pass(.minutes(1))
        try await report(app, "/t/" + app.trackerToken, "46.42175", "9.23175")
        for since in ["test-0", lastEventID] {
            #expect(try await outputs(place, since: since) == [])
        }
        let trail = "/trips/alpha/members/\(app.id("member"))/trail.json"
        for user in [TestUser.medic, .moderator, .host, .admin] {
            #expect(try await app.send(.get, trail, as: user).body == "{\"t\":[]}")
        }
        let track = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))/track.gpx", as: .host)
        #expect(track.status == 403 && track.body.contains("does not share their position"))
        // Their own way is theirs to take along.
        #expect(try await app.ownData(place.ada).contains { tells($0.text) })
        // Whose time has run out is hidden from that moment on, whether or not anybody has noted it yet.
        try await app.services.sharing.set(.everyone, .hour, place.ada)
        #expect(tells(try await app.send(.get, trail, as: .host).body))
        app.clock.pass(.minutes(61))
        #expect(try await app.send(.get, trail, as: .host).body == "{\"t\":[]}")
    }

    /// Hosts, and nobody else, and only of those who were told so when they switched off.
    @Test(.timeLimit(.minutes(5))) func hostsLookBackOnlyWhereTheTripSaysSo() async throws {
        let place = try await walked()
        let app = place.app
        let sharing = "/trips/alpha/my"
        #expect(try await app.send(.get, sharing, token: place.session).body.contains("Nobody else can look back on where you were"))
        try await app.services.sharing.set(.off, .trip, place.ada)
        app.clock.pass(.minutes(1))
        try await setShowsHiddenTracks(true, app)
        // Ada was told that nobody looks back: the setting is younger than that.
        #expect(try await outputs(place, since: "test-0") == [])
        #expect(try await app.send(.get, sharing, token: place.session).body.contains("Nobody else can look back on where you were"))
        // Nor does a pause by a host make it older.
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/pause", as: .host).status == 303)
        #expect(try await outputs(place, since: "test-0") == [])

        try await app.services.sharing.set(.everyone, .trip, place.ada)
        #expect(try await app.send(.get, sharing, token: place.session).body.contains("Hosts of this trip can still look back"))
        try await app.services.sharing.set(.off, .trip, place.ada)
        let allowed = [
            "/members/:id/trail.json", "/members/:id/track.gpx", "/members/:id/track.geojson", "/members/:id/track.csv",
            "/members/:id/track.kml", "/members/:id/way", "/track.gpx", "/track.geojson", "/track.csv", "/track.kml", "/trackers/:id",
        ]
        let expected = ["host", "admin"].flatMap { user in allowed.map { "\(user) /trips/:slug\($0)" } }
        #expect(try await outputs(place, since: "test-0") == Set(expected))
        try await setShowsHiddenTracks(false, app)
        #expect(try await outputs(place, since: "test-0") == [])
    }

    /// What a phone sends while its owner is hidden is not kept: not even as the doctor's excerpt, for later.
    @Test func nothingOfAHiddenPhonesWordsIsKept() async throws {
        let place = try await walked()
        let app = place.app
        try await app.services.sharing.set(.off, .trip, place.ada)
        app.clock.pass(.minutes(1))
        try await report(app, "/t/" + app.trackerToken, "46.987654", "9.23175")
        try await app.services.sharing.set(.everyone, .trip, place.ada)
        let doctor = try await app.send(.get, "/trips/alpha/trackers/\(app.id("tracker"))", as: .host).body
        #expect(doctor.contains("sharing is paused") && !doctor.contains("46.987654"))
    }

    /// Whoever calls for help wants to be found: the one exception.
    @Test func aCallForHelpShowsItsPlaceAlthoughSharingIsOff() async throws {
        let place = try await walked()
        let app = place.app
        try await app.services.sharing.set(.off, .trip, place.ada)
        // The most urgent call alone is above every page.
        try await app.resolveHelp(app.id("alert"))
        let form = [
            ("sure", "yes"), ("text", "a fall"), ("lat", "46.42171"), ("lon", "9.23171"), ("at", String(app.clock.now.milliseconds)),
        ]
        #expect(try await app.send(.post, "/trips/alpha/my/sos", token: place.session, form: form).status == 303)
        let found = try await outputs(place, since: "test-0")
        #expect(found.contains("host /banners"))
        // The way to it and the map stay hidden, and so do travellers' pages.
        #expect(
            found.allSatisfy {
                !$0.hasPrefix("traveller") && !$0.contains("/track.") && !$0.contains("/trail") && !$0.contains("positions.json")
            })
    }
}
