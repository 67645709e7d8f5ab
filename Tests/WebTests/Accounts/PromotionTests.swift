import Domain
import Services
import Store
import Testing

/// What becomes of ways in when somebody's rights grow, and of what they gave out when they shrink.
@Suite struct PromotionTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func role(_ role: String, _ member: String, as user: TestUser = .host) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/trips/alpha/staff/\(app.id(member))/role", as: user, form: [("role", role)])
    }
    private func isOpen(_ token: String) throws -> Bool { try app.services.accounts.sessions.find(token: token) != nil }

    @Test(arguments: [Role.host, .moderator, .medic]) func whatALinkOpenedEndsWhenSomebodyBecomesStaff(_ role: Role) async throws {
        let (phone, laptop) = (try await app.joined("member"), try #require(app.session(.moderator)))
        let staff = app.services.staff
        await #expect(throws: Refusal.self) { try await staff.setRole(role, of: app.id("member"), on: app.host()) }
        #expect(try isOpen(phone), "nothing happens to who cannot sign in otherwise")
        try await app.setOwnWay(app.id("member"))
        let account = try #require(try app.services.accounts.sessions.find(token: phone)).actor.account.id
        let own = try await app.services.accounts.sessions.openForLoad(account: account)
        try await staff.setRole(role, of: app.id("member"), on: app.host())
        #expect(try !isOpen(phone) && isOpen(own) && isOpen(laptop))
        #expect(try await app.send(.get, "/trips/alpha/my", token: phone).status == 303)
    }

    /// The other host's links stay.
    @Test func aHostWhoIsOneNoMoreLosesWhatNobodyHasUsed() async throws {
        try await app.services.staff.setRole(.host, of: app.id("member moderator"), on: app.host())
        let second = try app.host(.moderator)
        let links = try await app.services.joining.makeLinks(for: [app.id("member")], second).map(\.token)
        let invite = try await app.services.staff.invite(role: .moderator, note: "Bo", on: second)
        let other = try await app.services.staff.invite(role: .moderator, note: "Cy", on: app.host())
        let link = "/join/" + (try #require(links.first))
        #expect(try await app.send(.get, link).status == 200)
        #expect(try await app.send(.get, "/staff-invites/" + invite).status == 200)
        try await app.services.staff.setRole(.moderator, of: app.id("member moderator"), on: app.host())
        for path in [link, "/staff-invites/" + invite] { #expect(try await app.send(.get, path).status == 404, "\(path)") }
        #expect(try await app.send(.get, "/staff-invites/" + other).status == 200)
        let entries = try app.store.audit.entries(subject: app.id("member moderator"), trip: app.id("trip alpha"), limit: 20)
        let entry = try #require(entries.first { $0.action == "invites withdrawn" })
        #expect(entry.actorName == "host Person")
        #expect(entry.changes.map { "\($0.field) \($0.from) \($0.to)" } == ["join links 1 0", "staff invites 1 0"])
    }

    @Test func whoLeavesLosesThemToo() async throws {
        try await app.services.staff.setRole(.host, of: app.id("member moderator"), on: app.host())
        let invite = try await app.services.staff.invite(role: .moderator, note: "Bo", on: app.host(.moderator))
        try await app.services.leaving.leave(staysAsTraveller: true, isSure: true, app.member(.moderator))
        #expect(try await app.send(.get, "/staff-invites/" + invite).status == 404)
    }
}

/// What a co-host opens for others ends with their time; what they open for themselves is theirs.
@Suite struct CoHostSecretTests {
    private let app: TestApp
    private let member: ID

    init() async throws {
        app = try await TestApp.withTrips()
        member = app.id("member moderator")
        try await name(.day)
    }

    private func name(_ time: CoHostTime) async throws {
        try await app.services.coHosts.name(
            CoHostRequest(member: member, time: time, start: nil, end: nil, reason: ""), app.host())
    }
    private func open() async throws -> (phone: String, own: [String], feed: String, ownFeed: String) {
        let (access, asMember) = (try app.host(.moderator), try app.member(.moderator))
        #expect(try app.access(.moderator).coHost != nil)
        let (ada, own) = (
            try app.services.roster.member(app.id("member"), access), try app.services.roster.member(member, access)
        )
        let trackers = app.services.trackers
        let phone = try await trackers.add(label: "handed out", to: ada, access).token
        let mine = try await [
            trackers.add(label: "own, as a host", to: own, access).token, trackers.addOwn(label: "own", own, asMember).token,
        ]
        try await app.services.calendars.replace(member: nil, access)
        try await app.services.calendars.replaceOwn(asMember)
        let feeds = try app.services.calendars.feeds(access)
        return (
            phone, mine, try #require(feeds.first { $0.memberID == nil }).token, try #require(feeds.first { $0.memberID == member }).token
        )
    }
    private func takes(_ token: String) async throws -> Bool {
        try await app.send(.get, "/t/\(token)?lat=46.4&lon=7.1&timestamp=\(app.clock.now.milliseconds / 1000)").status == 200
    }
    private func reads(_ feed: String) async throws -> Bool { try await app.send(.get, "/feeds/\(feed)").status == 200 }

    @Test(arguments: ["by itself", "by a host", "by leaving"]) func theyEndWithTheTime(_ how: String) async throws {
        let (phone, own, feed, ownFeed) = try await open()
        for token in [phone] + own { #expect(try await takes(token)) }
        for token in [feed, ownFeed] { #expect(try await reads(token)) }
        switch how {
        case "by itself": app.clock.pass(.hours(24))
        case "by a host":
            let coHost = try #require(try app.services.coHosts.list(app.host()).first).id
            try await app.services.coHosts.end(coHost, app.host())
        default: try await app.services.leaving.leave(staysAsTraveller: true, isSure: true, app.member(.moderator))
        }
        try await app.services.coHosts.noteBegunAndEnded()
        #expect(try await !takes(phone))
        #expect(try await !reads(feed))
        for token in own { #expect(try await takes(token)) }
        #expect(try await reads(ownFeed))
        let entries = try app.store.audit.entries(subject: member, trip: app.id("trip alpha"), limit: 20)
        let entry = try #require(entries.first { ["co-host ended", "co-host time over"].contains($0.action) })
        #expect(entry.changes.map { "\($0.field) \($0.from) \($0.to)" } == ["trackers 1 0", "calendars 1 0"])
        // Another run of the program knows no better.
        let again = try await app.restarted()
        try await again.services.live.load()
        let late = "/t/\(phone)?lat=46.4&lon=7.1&timestamp=\(app.clock.now.milliseconds / 1000)"
        #expect(try await again.send(.get, late).status != 200)
    }

    /// More time takes along what was opened; a role for good keeps it.
    @Test func theyStayWhileTheRightsDo() async throws {
        let (phone, _, feed, _) = try await open()
        try await name(.open)
        try await app.services.coHosts.noteBegunAndEnded()
        #expect(try await takes(phone))
        #expect(try await reads(feed))
        try await app.services.staff.setRole(.host, of: member, on: app.host())
        try await app.services.coHosts.noteBegunAndEnded()
        #expect(try await takes(phone))
        #expect(try await reads(feed))
    }

    @Test func whatAnotherHostOpensStays() async throws {
        let ada = try app.services.roster.member(app.id("member"), app.host())
        let phone = try await app.services.trackers.add(label: "x", to: ada, app.host()).token
        app.clock.pass(.hours(24))
        try await app.services.coHosts.noteBegunAndEnded()
        #expect(try await takes(phone))
    }
}
