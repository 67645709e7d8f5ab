import Domain
import Foundation
import Services
import Testing

/// Who sees where somebody is: every level × every user × every place where a position can show.
@Suite struct SharingTests {
    private static let lat = "46.421"

    /// Ada at a place, and the traveller at another, so that OwnTracks has somebody to answer.
    private func placed() async throws -> (app: TestApp, ada: MemberAccess, adaSession: String, own: String) {
        let app = try await TestApp.withTrips()
        let link = try #require(try await app.services.joining.makeLinks(for: [app.id("member")], app.host()).first).token
        let session = try #require(try await app.send(.post, "/join/" + link).cookie)
        let own = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        let actor = try #require(try app.services.accounts.sessions.find(token: session)).actor
        let ada = try app.services.trips.open(slug: "alpha", for: actor).requireMember()
        try await report(app, "/t/" + app.trackerToken, SharingTests.lat)
        try await report(app, own, "46.425")
        return (app, ada, session, own)
    }

    @discardableResult
    private func report(_ app: TestApp, _ path: String, _ lat: String) async throws -> String {
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":9.23,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        return try await app.send(.post, path, body: body).body
    }

    /// Where a position shows: (who asks, address), and from which level on.
    private func sightings(_ app: TestApp, _ own: String) async throws -> [(String, SharingLevel, Bool)] {
        var found: [(String, SharingLevel, Bool)] = []
        for user in [TestUser.host, .moderator, .admin] {
            for path in ["/trips/alpha/positions.json", "/trips/alpha/map"] {
                let body = try await app.send(.get, path, as: user).body
                found.append(("\(path) as \(user)", .hosts, body.contains(SharingTests.lat)))
            }
        }
        let friend = "/trips/alpha/friends/\(app.id("member"))"
        for user in [TestUser.traveller, .moderator, .host] {
            for path in ["/trips/alpha/my/positions.json", "/trips/alpha/my/map", friend] {
                let body = try await app.send(.get, path, as: user).body
                found.append(("\(path) as \(user)", .everyone, body.contains(SharingTests.lat)))
            }
        }
        found.append(("OwnTracks reply", .everyone, try await report(app, own, "46.425").contains(SharingTests.lat)))
        return found
    }

    /// Also on pages of no trip: those are in the frame of the trip that one is busy with.
    @Test func whoSharesReadsItOnEachOfTheirPages() async throws {
        let app = try await TestApp.withTrips()
        let paths = [
            "/trips/alpha/my", "/account", "/account/second-factor", "/notices", "/notices/settings", "/trips", "/trips/alpha/settings",
        ]
        func badges(_ user: TestUser) async throws -> [HTMLPage.Element] {
            var found: [HTMLPage.Element] = []
            for path in paths { found += try await app.send(.get, path, as: user).page.find(".top > .sharing-badge") }
            return found
        }
        // Nothing has arrived so far: whoever shares is seen by nobody, and does not read that they are.
        #expect(Set(try await badges(.traveller).map { $0["aria-label"] }) == ["Your phone has sent no position yet"])
        let phone = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        try await report(app, phone, "46.425")
        let shown = try await badges(.traveller)
        #expect(shown.count == paths.count && Set(shown.map { $0["aria-label"] }) == ["Everyone sees you"])
        #expect(Set(shown.map { $0["href"] }) == ["/trips/alpha/my#who-sees"])
        try await app.services.sharing.set(.off, .tonight, app.member(.traveller))
        #expect(Set(try await badges(.traveller).map { $0["aria-label"] }) == ["Not sharing"])
        for user in [TestUser.host, .moderator, .admin, .withoutTrip] { #expect(try await badges(user).isEmpty) }
    }

    /// Both are answered only when the disk has them: the choice that came last counts, on every page and in every reply.
    @Test(.timeLimit(.minutes(5))) func whoSwitchesOffWhileOnIsBeingStoredIsHidden() async throws {
        let (app, ada, _, own) = try await placed()
        try await app.services.sharing.set(.off, .tonight, ada)
        let disk = DispatchSemaphore(value: 0)
        async let slow: Void = app.database.write { _ in disk.wait() }
        try await Task.sleep(for: .milliseconds(200))
        async let isOn: Void = app.services.sharing.set(.everyone, .tonight, ada)
        try await Task.sleep(for: .milliseconds(200))
        async let isOff: Void = app.services.sharing.set(.off, .tonight, ada)
        try await Task.sleep(for: .milliseconds(200))
        disk.signal()
        _ = try await (slow, isOn, isOff)
        // On a busy machine the two may begin in the other order: what the page says and what is seen must agree all the same.
        let saysOff = try app.services.sharing.find(ada).level == .off
        for (place, _, isSeen) in try await sightings(app, own) { #expect(isSeen != saysOff, "\(place), off: \(saysOff)") }
        try await app.services.sharing.set(.everyone, .tonight, ada)
        #expect(try await sightings(app, own).contains { $0.2 })
    }

    @Test(arguments: SharingLevel.allCases)
    func everyPlaceAgrees(_ level: SharingLevel) async throws {
        let (app, ada, _, own) = try await placed()
        try await app.services.sharing.set(level, .tonight, ada)
        for (place, needed, isSeen) in try await sightings(app, own) {
            let expected = level == .everyone || (level == .hosts && needed == .hosts)
            #expect(isSeen == expected, "\(place) at level \(level)")
        }
        // Nobody else sees anything at any level.
        for path in ["/trips/alpha/positions.json", "/trips/alpha/my/positions.json", "/trips/alpha/my/map"] {
            for user in [TestUser.nobody, .travellerOfAnotherTrip, .hostOfAnotherTrip] {
                #expect(!(try await app.send(.get, path, as: user).body.contains(SharingTests.lat)))
            }
            if !path.contains("/my") { #expect(!(try await app.send(.get, path, as: .traveller).body.contains(SharingTests.lat))) }
        }
        // A position that comes in later changes nothing about it.
        app.clock.pass(.minutes(1))
        try await report(app, "/t/" + app.trackerToken, SharingTests.lat)
        for (place, needed, isSeen) in try await sightings(app, own) {
            #expect(isSeen == (level == .everyone || (level == .hosts && needed == .hosts)), "\(place) at level \(level), later")
        }
    }

    /// In one sentence: an end within a day by its time, another one by its day.
    @Test func theStartPageTellsWhoSeesOne() async throws {
        let (app, ada, session, _) = try await placed()
        func told() async throws -> String? {
            try await app.send(.get, "/trips/alpha/my", token: session).page.text(".sharing-state")
        }
        for (level, time, words) in [
            (SharingLevel.off, SharingTime.hour, "Nobody sees where you are."),
            (.hosts, .hour, "Hosts and medics see where you are until 16:03."),
            (.everyone, .hour, "Everyone on the trip sees where you are until 16:03."),
        ] {
            try await app.services.sharing.set(level, time, ada)
            #expect(try await told() == words)
        }
        try await app.services.sharing.set(.everyone, .trip, ada)
        #expect(try #require(try await told()?.firstMatch(of: /sees where you are until \d+ Jan\.$/)).output.isEmpty == false)
        // Whoever opens the form only to change who sees them shares no shorter by it.
        let page = try await app.send(.get, "/trips/alpha/my", token: session).page
        #expect(page.find("select[name=time] option[selected]").map { $0["value"] } == ["trip"])
    }

    @Test func aTripThatShowsNobodyKeepsEverybodyToTheHosts() async throws {
        let (app, ada, _, own) = try await placed()
        try await app.services.sharing.set(.everyone, .tonight, ada)
        let host = try app.host()
        var fields = host.trip.fields
        fields.sharesFriends = false
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        try await app.services.live.load()
        for (place, needed, isSeen) in try await sightings(app, own) { #expect(isSeen == (needed == .hosts), "\(place)") }
    }

    @Test func sharingEndsByItselfAndBySigningOut() async throws {
        let (app, ada, session, _) = try await placed()
        try await app.services.sharing.set(.everyone, .hour, ada)
        let board = app.services.hub.board(app.id("trip alpha"))
        app.clock.pass(.minutes(59))
        try await app.services.sharing.endExpiredSharing()
        #expect(board.entry(app.id("member")) != nil)
        app.clock.pass(.minutes(1))
        try await app.services.sharing.endExpiredSharing()
        #expect(board.entry(app.id("member")) == nil)
        try await report(app, "/t/" + app.trackerToken, SharingTests.lat)
        #expect(board.entry(app.id("member")) == nil)
        // On again, then out of the door.
        try await app.services.sharing.set(.hosts, .trip, ada)
        try await report(app, "/t/" + app.trackerToken, SharingTests.lat)
        #expect(board.entry(app.id("member")) != nil)
        #expect(try await app.send(.post, "/sign-out", token: session, form: [("sure", "yes")]).status == 303)
        #expect(board.entry(app.id("member")) == nil)
        #expect(try app.store.sharing.find(app.id("member"))?.level == .off)
    }

    @Test func whatAMemberSwitchedOffNoHostSwitchesOn() async throws {
        let (app, ada, _, _) = try await placed()
        try await app.services.sharing.set(.off, .trip, ada)
        let resume = try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/resume", as: .host)
        #expect(resume.status == 409 && resume.body.contains("Only they can switch it on again"))
        #expect(app.services.hub.board(app.id("trip alpha")).entry(app.id("member")) == nil)
        // What a host paused, the member may switch on.
        try await app.services.sharing.set(.hosts, .trip, ada)
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/pause", as: .host).status == 303)
        try await app.services.sharing.set(.hosts, .trip, ada)
        #expect(try app.store.sharing.find(app.id("member"))?.level == .hosts)
    }

    /// Every field of a profile × everybody who may ask × every page of the traveller's half.
    @Test func friendsSeeOnlyWhatIsForFriends() async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        var fields = MemberFields()
        for field in MemberField.allCases { fields[field] = "Zz\(field.rawValue)zz" }
        (fields[.firstName], fields[.status], fields[.email]) = ("Zzfirstzz", "arrived", "zzemailzz@x.example")
        (fields[.phone], fields[.emergencyPhone]) = ("+99 123 001", "+99 123 002")
        (fields[.telegram], fields[.instagram], fields[.tiktok]) = ("zztelegramzz", "zzinstagramzz", "zztiktokzz")
        (fields[.whatsapp], fields[.linkedin]) = ("+99123003", "zzlinkedinzz")
        let target = try await app.services.roster.add(fields, host)
        let paths = app.routes.filter { $0.method == .get && $0.access == .member && !$0.path.hasSuffix("/live") }.map {
            $0.path.replacing(":slug", with: "alpha").replacing("/friends/:id", with: "/friends/\(target)").replacing(
                ":id", with: app.id("event").description)
        }
        #expect(paths.count > 10)
        var seen: Set<MemberField> = []
        for path in paths {
            for user in TestUser.allCases {
                let body = try await app.send(.get, path, as: user).body
                for field in MemberField.allCases where field != .status {
                    // Addresses are folded, numbers stand as they were typed.
                    let isThere = body.contains(fields[field])
                    guard isThere else { continue }
                    seen.insert(field)
                    let isOnTrip = [.traveller, .moderator, .host].contains(user)
                    #expect(field.audience == .friends && isOnTrip, "\(path) shows \(field) to \(user)")
                }
            }
        }
        #expect(seen == Set(MemberField.seenByFriends))
    }
}
