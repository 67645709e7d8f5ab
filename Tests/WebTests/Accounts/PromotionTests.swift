import Domain
import Services
import Store
import Testing

/// What becomes of ways in when somebody's rights grow, and of what they gave out when they shrink.
@Suite struct PromotionTests {
    private let house: House

    init() async throws { house = try await House.furnished() }

    private func role(_ role: String, _ member: String, as asker: Asker = .host) async throws -> House.TestResponse {
        try await house.send(.post, "/trips/alpha/staff/\(house.id(member))/role", as: asker, form: [("role", role)])
    }
    private func isOpen(_ token: String) throws -> Bool { try house.services.accounts.sessions.find(token: token) != nil }

    @Test(arguments: [Role.host, .moderator, .medic]) func whatALinkOpenedEndsWhenSomebodyBecomesStaff(_ role: Role) async throws {
        let (phone, laptop) = (try await house.joined("member"), try #require(house.session(.moderator)))
        let staff = house.services.staff
        await #expect(throws: Refusal.self) { try await staff.setRole(role, of: house.id("member"), on: house.host()) }
        #expect(try isOpen(phone), "nothing happens to who cannot sign in otherwise")
        try await house.setOwnWay(house.id("member"))
        let account = try #require(try house.services.accounts.sessions.find(token: phone)).actor.account.id
        let own = try await house.services.accounts.sessions.openForLoad(account: account)
        try await staff.setRole(role, of: house.id("member"), on: house.host())
        #expect(try !isOpen(phone) && isOpen(own) && isOpen(laptop))
        #expect(try await house.send(.get, "/trips/alpha/my", token: phone).status == 303)
    }

    /// The other host's links stay.
    @Test func aHostWhoIsOneNoMoreLosesWhatNobodyHasUsed() async throws {
        try await house.services.staff.setRole(.host, of: house.id("member moderator"), on: house.host())
        let second = try house.host(.moderator)
        let links = try await house.services.joining.makeLinks(for: [house.id("member")], second).map(\.token)
        let invite = try await house.services.staff.invite(role: .moderator, note: "Bo", on: second)
        let other = try await house.services.staff.invite(role: .moderator, note: "Cy", on: house.host())
        let link = "/join/" + (try #require(links.first))
        #expect(try await house.send(.get, link).status == 200)
        #expect(try await house.send(.get, "/staff-invites/" + invite).status == 200)
        try await house.services.staff.setRole(.moderator, of: house.id("member moderator"), on: house.host())
        for path in [link, "/staff-invites/" + invite] { #expect(try await house.send(.get, path).status == 404, "\(path)") }
        #expect(try await house.send(.get, "/staff-invites/" + other).status == 200)
        let entries = try house.store.audit.entries(subject: house.id("member moderator"), trip: house.id("trip alpha"), limit: 20)
        let entry = try #require(entries.first { $0.action == "invites withdrawn" })
        #expect(entry.actorName == "host Person")
        #expect(entry.changes.map { "\($0.field) \($0.from) \($0.to)" } == ["join links 1 0", "staff invites 1 0"])
    }

    @Test func whoLeavesLosesThemToo() async throws {
        try await house.services.staff.setRole(.host, of: house.id("member moderator"), on: house.host())
        let invite = try await house.services.staff.invite(role: .moderator, note: "Bo", on: house.host(.moderator))
        try await house.services.leaving.leave(staysAsTraveller: true, isSure: true, house.member(.moderator))
        #expect(try await house.send(.get, "/staff-invites/" + invite).status == 404)
    }
}

/// What a co-host opens for others ends with their time; what they open for themselves is theirs.
@Suite struct CoHostSecretTests {
    private let house: House
    private let member: ID

    init() async throws {
        house = try await House.furnished()
        member = house.id("member moderator")
        try await name(.day)
    }

    private func name(_ time: CoHostTime) async throws {
        try await house.services.coHosts.name(
            CoHostRequest(member: member, time: time, start: nil, end: nil, reason: ""), house.host())
    }
    private func open() async throws -> (phone: String, own: [String], feed: String, ownFeed: String) {
        let (access, asMember) = (try house.host(.moderator), try house.member(.moderator))
        #expect(try house.access(.moderator).coHost != nil)
        let (ada, own) = (
            try house.services.roster.member(house.id("member"), access), try house.services.roster.member(member, access)
        )
        let trackers = house.services.trackers
        let phone = try await trackers.add(label: "handed out", to: ada, access).token
        let mine = try await [
            trackers.add(label: "own, as a host", to: own, access).token, trackers.addOwn(label: "own", own, asMember).token,
        ]
        try await house.services.calendars.replace(member: nil, access)
        try await house.services.calendars.replaceOwn(asMember)
        let feeds = try house.services.calendars.feeds(access)
        return (
            phone, mine, try #require(feeds.first { $0.memberID == nil }).token, try #require(feeds.first { $0.memberID == member }).token
        )
    }
    private func takes(_ token: String) async throws -> Bool {
        try await house.send(.get, "/t/\(token)?lat=46.4&lon=7.1&timestamp=\(house.fixed.now.milliseconds / 1000)").status == 200
    }
    private func reads(_ feed: String) async throws -> Bool { try await house.send(.get, "/feeds/\(feed)").status == 200 }

    @Test(arguments: ["by itself", "by a host", "by leaving"]) func theyEndWithTheTime(_ how: String) async throws {
        let (phone, own, feed, ownFeed) = try await open()
        for token in [phone] + own { #expect(try await takes(token)) }
        for token in [feed, ownFeed] { #expect(try await reads(token)) }
        switch how {
        case "by itself": house.fixed.pass(.hours(24))
        case "by a host":
            let coHost = try #require(try house.services.coHosts.list(house.host()).first).id
            try await house.services.coHosts.end(coHost, house.host())
        default: try await house.services.leaving.leave(staysAsTraveller: true, isSure: true, house.member(.moderator))
        }
        try await house.services.coHosts.noteBegunAndEnded()
        #expect(try await !takes(phone))
        #expect(try await !reads(feed))
        for token in own { #expect(try await takes(token)) }
        #expect(try await reads(ownFeed))
        let entries = try house.store.audit.entries(subject: member, trip: house.id("trip alpha"), limit: 20)
        let entry = try #require(entries.first { ["co-host ended", "co-host time over"].contains($0.action) })
        #expect(entry.changes.map { "\($0.field) \($0.from) \($0.to)" } == ["trackers 1 0", "calendars 1 0"])
        // Another run of the program knows no better.
        let again = try await house.restarted()
        try await again.services.live.load()
        let late = "/t/\(phone)?lat=46.4&lon=7.1&timestamp=\(house.fixed.now.milliseconds / 1000)"
        #expect(try await again.send(.get, late).status != 200)
    }

    /// More time takes along what was opened; a role for good keeps it.
    @Test func theyStayWhileTheRightsDo() async throws {
        let (phone, _, feed, _) = try await open()
        try await name(.open)
        try await house.services.coHosts.noteBegunAndEnded()
        #expect(try await takes(phone))
        #expect(try await reads(feed))
        try await house.services.staff.setRole(.host, of: member, on: house.host())
        try await house.services.coHosts.noteBegunAndEnded()
        #expect(try await takes(phone))
        #expect(try await reads(feed))
    }

    @Test func whatAnotherHostOpensStays() async throws {
        let ada = try house.services.roster.member(house.id("member"), house.host())
        let phone = try await house.services.trackers.add(label: "x", to: ada, house.host()).token
        house.fixed.pass(.hours(24))
        try await house.services.coHosts.noteBegunAndEnded()
        #expect(try await takes(phone))
    }
}
