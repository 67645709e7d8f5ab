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
    /// Digits of Ada's places, which nothing else in the house has.
    private static let marks = ["46.4217", "9.2317"]
    /// Addresses that show Ada's place or way while she shares, by who asks.
    private static let showing: [(Asker, [String])] = [
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
        let house: House
        let ada: MemberAccess
        let session: String
        let ownPhone: String
    }

    /// Ada walked for half an hour and shares with everyone; her phone also sent a word that the doctor keeps as it came.
    private func walked() async throws -> Walk {
        let house = try await House.furnishedWithMedic()
        let session = try await house.joined("member")
        let actor = try #require(try house.services.accounts.sessions.find(token: session)).actor
        let ada = try house.services.trips.open(slug: "alpha", for: actor).requireMember()
        let phone = try await house.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        try await house.services.sharing.set(.everyone, .trip, ada)
        for minute in 0..<3 {
            if minute > 0 { house.fixed.pass(.minutes(10)) }
            try await report(house, "/t/" + house.trackerToken, "46.4217\(minute)", "9.2317\(minute)")
        }
        // A word of another kind in the same message is remarked, and kept as it came.
        _ = try await house.send(
            .post, "/t/" + house.trackerToken, body: "{\"_type\":\"waypoint\",\"lat\":46.42179,\"lon\":9.23179,\"tst\":1}")
        return Walk(house: house, ada: ada, session: session, ownPhone: phone)
    }

    @discardableResult
    private func report(_ house: House, _ path: String, _ lat: String, _ lon: String) async throws -> String {
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":\(lon),\"tst\":\(house.fixed.now.seconds),\"tid\":\"tp\"}"
        return try await house.send(.post, path, body: body).body
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
        let house = place.house
        var found: Set<String> = []
        for route in house.routes where route.method == .get && !route.path.hasSuffix("/live") {
            let path = AccessMatrixTests().path(route, house)
            for asker in Asker.allCases where tells(withoutBanners(try await house.send(.get, path, as: asker).body)) {
                found.insert("\(asker.rawValue) \(route.path)")
            }
        }
        let trip = house.id("trip alpha")
        for topics in [Topics.positions, .friends, [.roster, .events, .alerts]] {
            let text = try await heard(house.services.hub, trip, topics, since: lastEventID)
            if tells(text) { found.insert("stream \(topics.rawValue)") }
        }
        if tells(try await report(house, place.ownPhone, "46.5", "9.3")) { found.insert("phone of a friend") }
        for asker in [Asker.traveller, .medic, .moderator, .host] {
            let files = try await house.ownData(house.member(asker))
            if files.contains(where: { tells($0.text) }) { found.insert("\(asker.rawValue) own data") }
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

    private func setShowsHiddenTracks(_ isOn: Bool, _ house: House) async throws {
        let host = try house.host()
        var fields = host.trip.fields
        fields.showsHiddenTracks = isOn
        try await house.services.trips.update(host, to: fields, version: host.trip.version)
    }

    @Test(.timeLimit(.minutes(5))) func nothingThatLeavesTheProgramSaysWhereAHiddenMemberIsOrWas() async throws {
        let place = try await walked()
        let house = place.house
        // The walk must find what there is to find.
        let before = try await outputs(place, since: "test-0")
        for (asker, paths) in HiddenMemberTests.showing {
            for path in paths { #expect(before.contains("\(asker.rawValue) /trips/:slug\(path)"), "the walk misses \(path) as \(asker)") }
        }
        #expect(before.isSuperset(of: ["stream \(Topics.positions.rawValue)", "stream \(Topics.friends.rawValue)", "phone of a friend"]))
        let lastEventID = house.services.hub.tripChannel(house.id("trip alpha")).lastEventID

        try await house.services.sharing.set(.off, .trip, place.ada)
        // A phone that goes on sending changes nothing about it.
        house.fixed.pass(.minutes(1))
        try await report(house, "/t/" + house.trackerToken, "46.42175", "9.23175")
        for since in ["test-0", lastEventID] {
            #expect(try await outputs(place, since: since) == [])
        }
        let trail = "/trips/alpha/members/\(house.id("member"))/trail.json"
        for asker in [Asker.medic, .moderator, .host, .admin] {
            #expect(try await house.send(.get, trail, as: asker).body == "{\"t\":[]}")
        }
        let track = try await house.send(.get, "/trips/alpha/members/\(house.id("member"))/track.gpx", as: .host)
        #expect(track.status == 403 && track.body.contains("does not share where they are"))
        // Their own way is theirs to take along.
        #expect(try await house.ownData(place.ada).contains { tells($0.text) })
        // Whose time has run out is hidden from that moment on, whether or not anybody has noted it yet.
        try await house.services.sharing.set(.everyone, .hour, place.ada)
        #expect(tells(try await house.send(.get, trail, as: .host).body))
        house.fixed.pass(.minutes(61))
        #expect(try await house.send(.get, trail, as: .host).body == "{\"t\":[]}")
    }

    /// Hosts, and nobody else, and only of those who were told so when they switched off.
    @Test(.timeLimit(.minutes(5))) func hostsLookBackOnlyWhereTheTripSaysSo() async throws {
        let place = try await walked()
        let house = place.house
        let sharing = "/trips/alpha/my"
        #expect(try await house.send(.get, sharing, token: place.session).body.contains("Nobody else can look back on where you were"))
        try await house.services.sharing.set(.off, .trip, place.ada)
        house.fixed.pass(.minutes(1))
        try await setShowsHiddenTracks(true, house)
        // Ada was told that nobody looks back: the setting is younger than that.
        #expect(try await outputs(place, since: "test-0") == [])
        #expect(try await house.send(.get, sharing, token: place.session).body.contains("Nobody else can look back on where you were"))
        // Nor does a pause by a host make it older.
        #expect(try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/pause", as: .host).status == 303)
        #expect(try await outputs(place, since: "test-0") == [])

        try await house.services.sharing.set(.everyone, .trip, place.ada)
        #expect(try await house.send(.get, sharing, token: place.session).body.contains("Hosts of this trip can still look back"))
        try await house.services.sharing.set(.off, .trip, place.ada)
        let allowed = [
            "/members/:id/trail.json", "/members/:id/track.gpx", "/members/:id/track.geojson", "/members/:id/track.csv",
            "/members/:id/track.kml", "/members/:id/way", "/track.gpx", "/track.geojson", "/track.csv", "/track.kml", "/trackers/:id",
        ]
        let expected = ["host", "admin"].flatMap { asker in allowed.map { "\(asker) /trips/:slug\($0)" } }
        #expect(try await outputs(place, since: "test-0") == Set(expected))
        try await setShowsHiddenTracks(false, house)
        #expect(try await outputs(place, since: "test-0") == [])
    }

    /// What a phone sends while its owner is hidden is not kept: not even as the doctor's excerpt, for later.
    @Test func nothingOfAHiddenPhonesWordsIsKept() async throws {
        let place = try await walked()
        let house = place.house
        try await house.services.sharing.set(.off, .trip, place.ada)
        house.fixed.pass(.minutes(1))
        try await report(house, "/t/" + house.trackerToken, "46.987654", "9.23175")
        try await house.services.sharing.set(.everyone, .trip, place.ada)
        let doctor = try await house.send(.get, "/trips/alpha/trackers/\(house.id("tracker"))", as: .host).body
        #expect(doctor.contains("sharing is paused") && !doctor.contains("46.987654"))
    }

    /// Whoever calls for help wants to be found: the one exception.
    @Test func aCallForHelpShowsItsPlaceAlthoughSharingIsOff() async throws {
        let place = try await walked()
        let house = place.house
        try await house.services.sharing.set(.off, .trip, place.ada)
        let form = [
            ("sure", "yes"), ("text", "a fall"), ("lat", "46.42171"), ("lon", "9.23171"), ("at", String(house.fixed.now.milliseconds)),
        ]
        #expect(try await house.send(.post, "/trips/alpha/my/sos", token: place.session, form: form).status == 303)
        let found = try await outputs(place, since: "test-0")
        #expect(found.contains("host /trips/:slug/alerts"))
        // The way to it and the map stay hidden, and so do travellers' pages.
        #expect(
            found.allSatisfy {
                !$0.hasPrefix("traveller") && !$0.contains("/track.") && !$0.contains("/trail") && !$0.contains("positions.json")
            })
    }
}
