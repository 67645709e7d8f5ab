import Domain
import Foundation
import Testing
import Web

/// A host is away: somebody else has a host's rights for a time, which ends by itself.
@Suite struct CoHostFlowTests {
    private let staff = "/trips/alpha/staff"

    private func name(_ app: TestApp, _ member: String, _ time: String, as user: TestUser = .host, _ more: [(String, String)] = [])
        async throws -> TestApp.TestResponse
    {
        try await app.send(
            .post, "/trips/alpha/co-hosts", as: user, form: [("member", app.id(member).description), ("time", time)] + more)
    }

    /// From the member's page one button, and they are host.
    @Test func aTravellerIsHostForADayAndThenNoMore() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/members/\(app.id("member traveller"))", as: .host).body
        #expect(page.contains("action=\"/trips/alpha/co-hosts\"") && page.contains("value=\"day\""))
        #expect(try await app.send(.get, staff, as: .traveller).status == 403)
        let named = try await name(app, "member traveller", "day", [("back", "member"), ("reason", "Ada is ill")])
        #expect(named.status == 303 && named.location.contains("/members/\(app.id("member traveller"))"))
        // They can, they read that they can, and so do the others.
        let roster = try await app.send(.get, "/trips/alpha/roster", as: .traveller)
        #expect(roster.status == 200 && roster.body.contains("You are a co-host until") && roster.body.contains("Ada is ill"))
        #expect(try await app.send(.get, staff, as: .host).body.contains("named by host Person: Ada is ill"))
        let history = try await app.send(.get, "/trips/alpha/members/\(app.id("member traveller"))", as: .host).body
        #expect(history.contains("Made co-host"))
        // A second before the end, and at the end, though no job ran and nothing was written.
        app.clock.pass(.hours(24) - .seconds(1))
        let token = try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller"))
        #expect(try await app.send(.get, "/trips/alpha/roster", token: token).status == 200)
        app.clock.pass(.seconds(1))
        #expect(try await app.send(.get, "/trips/alpha/roster", token: token).status == 403)
        let session = try #require(try app.services.accounts.sessions.find(token: token)).actor.sessionID
        let access = try app.store.streamAccess(at: app.clock.now)
        #expect(!access.allows(session: session, trip: app.id("trip alpha"), need: .staff))
        // The job notes it in the trail, once.
        try await app.services.coHosts.noteBegunAndEnded()
        try await app.services.coHosts.noteBegunAndEnded()
        let entries = try app.store.audit.entries(subject: app.id("member traveller"), trip: app.id("trip alpha"), limit: 50)
        #expect(entries.filter { $0.action == "co-host time over" }.count == 1)
    }

    @Test func aTimeToComeBeginsByItself() async throws {
        let app = try await TestApp.withTrips()
        // It is Monday the 5th, a little after three in the afternoon there.
        let form = [("from_day", "2026-01-06"), ("from_time", "08:00"), ("until_day", "2026-01-06"), ("until_time", "18:00")]
        #expect(try await name(app, "member moderator", "exact", form).status == 303)
        #expect(try await app.send(.get, staff, as: .moderator).status == 403)
        #expect(try await app.send(.get, "/trips/alpha", as: .moderator).body.contains("You will be a co-host from"))
        app.clock.pass(.hours(17))
        let token = try await app.services.accounts.sessions.openForLoad(account: app.id("account moderator"))
        #expect(try await app.send(.get, staff, token: token).status == 200)
        try await app.services.coHosts.noteBegunAndEnded()
        let entries = try app.store.audit.entries(subject: app.id("member moderator"), trip: app.id("trip alpha"), limit: 50)
        #expect(entries.contains { $0.action == "co-host from now on" })
        app.clock.pass(.hours(10))
        #expect(try await app.send(.get, staff, token: token).status == 403)
        // What they were before, they are again.
        #expect(try await app.send(.get, "/trips/alpha", token: token).status == 200)
    }

    /// What a link opened is a traveller's: it ends when their time begins, and they sign in afresh.
    @Test func aCoHostSignsInAfresh() async throws {
        let app = try await TestApp.withTrips()
        func isPhone(_ token: String) throws -> Bool? { try app.services.accounts.sessions.find(token: token)?.isPhone }
        let phone = try await app.joined("member")
        #expect(try isPhone(phone) == true)
        try await app.setOwnWay(app.id("member"))
        // It is Monday the 5th, a little after three in the afternoon there.
        let form = [("from_day", "2026-01-05"), ("from_time", "17:00"), ("until_day", "2026-01-07"), ("until_time", "18:00")]
        #expect(try await name(app, "member", "exact", as: .host, form).status == 303)
        #expect(try isPhone(phone) == true)
        app.clock.pass(.hours(2))
        try await app.services.coHosts.noteBegunAndEnded()
        #expect(try isPhone(phone) == nil)
        #expect(try await app.send(.get, "/trips/alpha/my", token: phone).status == 303)
        // At once, for who is one from now on.
        let other = try await TestApp.withTrips()
        let session = try await other.joined("member")
        let refused = try await name(other, "member", "day")
        #expect(refused.status == 409 && refused.body.contains("So far they can only sign in with a link"))
        try await other.setOwnWay(other.id("member"))
        #expect(try await name(other, "member", "day").status == 303)
        #expect(try other.services.accounts.sessions.find(token: session) == nil)
    }

    @Test func theRosterSaysWhoIsCoHost() async throws {
        let app = try await TestApp.withTrips()
        let chip = "<span class=\"chip\">co-host</span>"
        #expect(try await !app.send(.get, "/trips/alpha/roster", as: .moderator).body.contains(chip))
        #expect(try await name(app, "member traveller", "day").status == 303)
        for user in [TestUser.host, .moderator] {
            let tags = try await app.send(.get, "/trips/alpha/roster", as: user).tags
            #expect(tags.components(separatedBy: chip).count == 2 && tags.contains("traveller Person</a>" + chip))
        }
        app.clock.pass(.hours(24))
        try await app.signInAgain()
        #expect(try await !app.send(.get, "/trips/alpha/roster", as: .host).body.contains(chip))
    }

    @Test func aHostEndsItAtAnyTime() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await name(app, "member moderator", "open").status == 303)
        #expect(try await app.send(.get, staff, as: .moderator).status == 200)
        let coHost = try #require(try app.services.coHosts.list(app.host()).first)
        #expect(try await app.send(.post, "/trips/alpha/co-hosts/\(coHost.id)/end", as: .host).status == 303)
        #expect(try await app.send(.get, staff, as: .moderator).status == 403)
        #expect(try await app.send(.post, "/trips/alpha/co-hosts/\(coHost.id)/end", as: .host).status == 404)
    }

    /// Nobody gives more than they have, and what they gave ends with it.
    @Test func aCoHostGivesNoMoreThanTheirOwnTime() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await name(app, "member moderator", "day").status == 303)
        for time in ["trip", "open"] {
            let refused = try await name(app, "member traveller", time, as: .moderator)
            #expect(refused.status == 422 && refused.body.contains("You cannot make somebody co-host for longer"), "\(time)")
        }
        #expect(try await name(app, "member moderator", "tonight", as: .moderator).status == 422)
        #expect(try await name(app, "member traveller", "tonight", as: .moderator).status == 303)
        #expect(try await app.send(.get, staff, as: .traveller).status == 200)
        // Neither hosts nor invites for hosts: those would stay.
        let (host, traveller) = (app.id("member host"), app.id("member traveller"))
        let own = app.id("member moderator")
        for (member, role) in [(host, "traveller"), (traveller, "host"), (traveller, "moderator"), (own, "host"), (own, "medic")] {
            #expect(try await app.send(.post, "\(staff)/\(member)", as: .moderator, form: [("role", role)]).status == 403)
        }
        for role in ["host", "moderator", "medic"] {
            #expect(try await app.send(.post, staff, as: .moderator, form: [("role", role), ("note", "")]).status == 403)
        }
        let given = try app.services.coHosts.list(app.host())
        let ownTime = try #require(given.first { $0.memberID == own })
        // Only hosts end what a host gave; their own they may give back.
        #expect(try await app.send(.post, "/trips/alpha/co-hosts/\(ownTime.id)/end", as: .traveller).status == 403)
        #expect(try await app.send(.post, "/trips/alpha/co-hosts/\(ownTime.id)/end", as: .moderator).status == 303)
        for user in [TestUser.moderator, .traveller] { #expect(try await app.send(.get, staff, as: user).status == 403) }
    }

    @Test func whatIsWrongComesBackFilledIn() async throws {
        let app = try await TestApp.withTrips()
        let form = [("until_day", "2026-01-04"), ("until_time", "10:00"), ("reason", "ill <b>")]
        let past = try await name(app, "member moderator", "exact", form)
        #expect(past.status == 422 && past.body.contains("The end must be after the start.") && past.body.contains("ill &lt;b&gt;"))
        #expect(past.page.has("details[open] input[value=2026-01-04]"))
        #expect(try await name(app, "member host", "day").status == 422)
        #expect(try await name(app, "member", "day").body.contains("Choose somebody who has joined"))
        #expect(try await name(app, "member moderator", "exact").body.contains("Say until when."))
        #expect(try await name(app, "member moderator", "for ever").status == 422)
        #expect(try await name(app, "member moderator", "day", as: .moderator).status == 403)
        // The last host stays, co-hosts or not.
        #expect(try await name(app, "member moderator", "open").status == 303)
        let last = try await app.send(.post, "\(staff)/\(app.id("member host"))", as: .host, form: [("role", "traveller")])
        #expect(last.status == 409)
    }
}
