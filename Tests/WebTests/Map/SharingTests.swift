import Domain
import Foundation
import Services
import Testing

/// Who sees where somebody is: every level × every asker × every place where a position can show.
@Suite struct SharingTests {
    private static let lat = "46.421"

    /// Ada at a place, and the traveller at another, so that OwnTracks has somebody to answer.
    private func placed() async throws -> (house: House, ada: MemberAccess, adaSession: String, own: String) {
        let house = try await House.furnished()
        let link = try #require(try await house.services.joining.makeLinks(for: [house.id("member")], house.host()).first).token
        let session = try #require(try await house.send(.post, "/join/" + link).cookie)
        let own = try await house.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
        let actor = try #require(try house.services.accounts.sessions.find(token: session)).actor
        let ada = try house.services.trips.open(slug: "alpha", for: actor).requireMember()
        try await report(house, "/t/" + house.trackerToken, SharingTests.lat)
        try await report(house, own, "46.425")
        return (house, ada, session, own)
    }

    @discardableResult
    private func report(_ house: House, _ path: String, _ lat: String) async throws -> String {
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":9.23,\"tst\":\(house.fixed.now.seconds),\"tid\":\"tp\"}"
        return try await house.send(.post, path, body: body).body
    }

    /// Where a position shows: (who asks, address), and from which level on.
    private func sightings(_ house: House, _ own: String) async throws -> [(String, SharingLevel, Bool)] {
        var found: [(String, SharingLevel, Bool)] = []
        for asker in [Asker.host, .moderator, .admin] {
            for path in ["/trips/alpha/positions.json", "/trips/alpha/map"] {
                let body = try await house.send(.get, path, as: asker).body
                found.append(("\(path) as \(asker)", .hosts, body.contains(SharingTests.lat)))
            }
        }
        let friend = "/trips/alpha/friends/\(house.id("member"))"
        for asker in [Asker.traveller, .moderator, .host] {
            for path in ["/trips/alpha/my/positions.json", "/trips/alpha/my/map", friend] {
                let body = try await house.send(.get, path, as: asker).body
                found.append(("\(path) as \(asker)", .everyone, body.contains(SharingTests.lat)))
            }
        }
        found.append(("OwnTracks reply", .everyone, try await report(house, own, "46.425").contains(SharingTests.lat)))
        return found
    }

    @Test(arguments: SharingLevel.allCases)
    func everyPlaceAgrees(_ level: SharingLevel) async throws {
        let (house, ada, _, own) = try await placed()
        try await house.services.sharing.set(level, .tonight, ada)
        for (place, needed, isSeen) in try await sightings(house, own) {
            let expected = level == .everyone || (level == .hosts && needed == .hosts)
            #expect(isSeen == expected, "\(place) at level \(level)")
        }
        // Nobody else sees anything at any level.
        for path in ["/trips/alpha/positions.json", "/trips/alpha/my/positions.json", "/trips/alpha/my/map"] {
            for asker in [Asker.nobody, .travellerOfAnotherTrip, .hostOfAnotherTrip] {
                #expect(!(try await house.send(.get, path, as: asker).body.contains(SharingTests.lat)))
            }
            if !path.contains("/my") { #expect(!(try await house.send(.get, path, as: .traveller).body.contains(SharingTests.lat))) }
        }
        // A position that comes in later changes nothing about it.
        house.fixed.pass(.minutes(1))
        try await report(house, "/t/" + house.trackerToken, SharingTests.lat)
        for (place, needed, isSeen) in try await sightings(house, own) {
            #expect(isSeen == (level == .everyone || (level == .hosts && needed == .hosts)), "\(place) at level \(level), later")
        }
    }

    @Test func aTripThatShowsNobodyKeepsEverybodyToTheHosts() async throws {
        let (house, ada, _, own) = try await placed()
        try await house.services.sharing.set(.everyone, .tonight, ada)
        let host = try house.host()
        var fields = host.trip.fields
        fields.sharesFriends = false
        try await house.services.trips.update(host, to: fields, version: host.trip.version)
        try await house.services.live.load()
        for (place, needed, isSeen) in try await sightings(house, own) { #expect(isSeen == (needed == .hosts), "\(place)") }
    }

    @Test func sharingEndsByItselfAndBySigningOut() async throws {
        let (house, ada, session, _) = try await placed()
        try await house.services.sharing.set(.everyone, .hour, ada)
        let board = house.services.hub.board(house.id("trip alpha"))
        house.fixed.pass(.minutes(59))
        try await house.services.sharing.endExpiredSharing()
        #expect(board.entry(house.id("member")) != nil)
        house.fixed.pass(.minutes(1))
        try await house.services.sharing.endExpiredSharing()
        #expect(board.entry(house.id("member")) == nil)
        try await report(house, "/t/" + house.trackerToken, SharingTests.lat)
        #expect(board.entry(house.id("member")) == nil)
        // On again, then out of the door.
        try await house.services.sharing.set(.hosts, .trip, ada)
        try await report(house, "/t/" + house.trackerToken, SharingTests.lat)
        #expect(board.entry(house.id("member")) != nil)
        #expect(try await house.send(.post, "/sign-out", token: session).status == 303)
        #expect(board.entry(house.id("member")) == nil)
        #expect(try house.store.sharing.find(house.id("member"))?.level == .off)
    }

    @Test func whatAMemberSwitchedOffNoHostSwitchesOn() async throws {
        let (house, ada, _, _) = try await placed()
        try await house.services.sharing.set(.off, .trip, ada)
        let resume = try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/resume", as: .host)
        #expect(resume.status == 409 && resume.body.contains("Only they can switch it on again"))
        #expect(house.services.hub.board(house.id("trip alpha")).entry(house.id("member")) == nil)
        // What a host paused, the member may switch on.
        try await house.services.sharing.set(.hosts, .trip, ada)
        #expect(try await house.send(.post, "/trips/alpha/members/\(house.id("member"))/pause", as: .host).status == 303)
        try await house.services.sharing.set(.hosts, .trip, ada)
        #expect(try house.store.sharing.find(house.id("member"))?.level == .hosts)
    }

    /// Every field of a profile × everybody who may ask × every page of the traveller's half.
    @Test func friendsSeeOnlyWhatIsForFriends() async throws {
        let house = try await House.furnished()
        let host = try house.host()
        var fields = MemberFields()
        for field in MemberField.allCases { fields[field] = "Zz\(field.rawValue)zz" }
        (fields[.firstName], fields[.status], fields[.email]) = ("Zzfirstzz", "arrived", "zzemailzz@x.example")
        (fields[.phone], fields[.emergencyPhone]) = ("+99 123 001", "+99 123 002")
        (fields[.telegram], fields[.instagram], fields[.tiktok]) = ("zztelegramzz", "zzinstagramzz", "zztiktokzz")
        (fields[.whatsapp], fields[.linkedin]) = ("+99123003", "zzlinkedinzz")
        let target = try await house.services.roster.add(fields, host)
        let paths = house.routes.filter { $0.method == .get && $0.access == .member && !$0.path.hasSuffix("/live") }.map {
            $0.path.replacing(":slug", with: "alpha").replacing("/friends/:id", with: "/friends/\(target)").replacing(
                ":id", with: house.id("event").description)
        }
        #expect(paths.count > 10)
        var seen: Set<MemberField> = []
        for path in paths {
            for asker in Asker.allCases {
                let body = try await house.send(.get, path, as: asker).body
                for field in MemberField.allCases where field != .status {
                    // Addresses are folded, numbers stand as they were typed.
                    let isThere = body.contains(fields[field])
                    guard isThere else { continue }
                    seen.insert(field)
                    let isOnTrip = [.traveller, .moderator, .host].contains(asker)
                    #expect(field.audience == .friends && isOnTrip, "\(path) shows \(field) to \(asker)")
                }
            }
        }
        #expect(seen == Set(MemberField.seenByFriends))
    }
}
