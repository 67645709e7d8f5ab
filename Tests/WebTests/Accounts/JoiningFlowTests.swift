import Domain
import Foundation
import Services
import Store
import Testing

/// Travellers come in by links and requests, and by nothing else.
@Suite struct JoiningFlowTests {
    @Test func aPersonalLinkSignsInOnceAndPreviewsUseNothingUp() async throws {
        let house = try await House.furnished()
        let path = try #require(try await house.joinLinks(["member"]).first)
        for _ in 0..<3 {
            let page = try await house.send(.get, path)
            #expect(page.status == 200 && page.body.contains("Hello Ada") && page.cookie == nil)
        }
        let joined = try await house.send(.post, path)
        #expect(joined.status == 303 && joined.location.hasPrefix("/trips/alpha/my/profile"))
        let session = try #require(joined.cookie)
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).body.contains("To answer"))
        #expect(try await house.send(.get, "/", token: session).location == "/trips/alpha/my")
        #expect(try await house.send(.get, "/trips/alpha/roster", token: session).status == 403)
        #expect(try await house.send(.post, path).status == 404)
        #expect(try await house.send(.get, path).status == 404)
        // It is in the audit, and the member is no longer "invited" without an account.
        let row = try #require(try house.services.joining.overview(house.host()).people.first { $0.row.id == house.id("member") })
        #expect(row.state == .joined && row.row.hasAccount)
        // A month later the phone is still in.
        house.fixed.pass(.days(20))
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).status == 200)
        house.fixed.pass(.days(31))
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).status == 303)
    }

    /// A phone's long session is for travellers: not for staff who open a link, nor for a traveller who becomes staff.
    @Test func staffKeepToShortSessions() async throws {
        let house = try await House.furnished()
        let path = try #require(try await house.joinLinks(["member"]).first)
        let joined = try #require(try await house.send(.post, path, as: .hostOfAnotherTrip).cookie)
        #expect(try #require(try house.services.accounts.sessions.find(token: joined)).isPhone == false)
        house.fixed.pass(.hours(13))
        #expect(try await house.send(.get, "/trips/beta/roster", token: joined).status == 303)
        let other = try await House.furnished()
        let session = try await other.joined("member")
        #expect(try #require(try other.services.accounts.sessions.find(token: session)).isPhone)
        try await other.setOwnWay(other.id("member"))
        try await other.services.staff.setRole(.moderator, of: other.id("member"), on: other.host())
        #expect(try await other.send(.get, "/trips/alpha/roster", token: session).status == 303)
    }

    @Test func linksComeAsAFileToo() async throws {
        let house = try await House.furnished()
        let all = try await house.send(.post, "/trips/alpha/joining/links", as: .host, form: [("all", "yes"), ("do", "csv")])
        #expect(all.headers[.contentType]?.hasPrefix("text/csv") == true && all.body.contains("\"ada@x.example\""))
        let path = try #require(all.body.firstMatch(of: /http:\/\/trip\.example(\/join\/[^"]+)"/)).output.1
        #expect(try await house.send(.get, String(path)).status == 200)
        #expect(try await house.send(.post, "/trips/alpha/joining/links", as: .host, form: [("do", "csv")]).status == 409)
        #expect(try await house.send(.post, "/trips/alpha/joining/links", as: .moderator, form: [("all", "yes")]).status == 403)
    }

    @Test func linksEndWhenTheyAreReplacedRevokedOrOld() async throws {
        let house = try await House.furnished()
        let first = try #require(try await house.joinLinks(["member"]).first)
        let second = try #require(try await house.joinLinks(["member"]).first)
        #expect(try await house.send(.get, first).status == 404)
        let revoke = [("do", "revoke"), ("member", house.id("member").description)]
        #expect(try await house.send(.post, "/trips/alpha/joining/links", as: .host, form: revoke).status == 303)
        #expect(try await house.send(.post, second).status == 404)
        let third = try #require(try await house.joinLinks(["member"]).first)
        house.fixed.pass(.days(31))
        #expect(try await house.send(.post, third).status == 404)
    }

    /// A host of one trip must not become somebody else by a link.
    @Test func linksOpenNoAccountThatIsMoreThanThisTrip() async throws {
        let house = try await House.furnished()
        let protected = try #require(try await house.joinLinks(["member traveller"]).first)
        // The traveller of the house has an address and a password.
        let refused = try await house.send(.post, protected)
        #expect(refused.status == 409 && refused.body.contains("sign in with it") && refused.cookie == nil)
        // Nor is one opened that has Telegram for coming back.
        let linked = try #require(try house.services.accounts.sessions.find(token: try await house.joined("member"))).actor.account
        let identity = Identity(issuer: "https://issuer.example", subject: "42", telegramID: 42, name: "Ada")
        try await house.store.identities.link(identity, to: linked, session: house.id("no session"), by: .commandLine, at: house.fixed.now)
        let link = try #require(try await house.joinLinks(["member"]).first)
        let kept = try await house.send(.post, link)
        #expect(kept.status == 409 && kept.body.contains("Telegram") && kept.cookie == nil)
        try await house.database.write { connection in _ = try connection.run("DELETE FROM identity") }
        // Somebody without a password who joined a second trip gets an account of their own for this one.
        let session = try await house.joined("member")
        let account = try #require(try house.services.accounts.sessions.find(token: session)).actor.account.id
        let beta = try house.host(.hostOfAnotherTrip, slug: "beta")
        var fields = MemberFields()
        (fields[.firstName], fields[.status]) = ("Ada", "confirmed")
        let other = try await house.services.roster.add(fields, beta)
        let second = try #require(try await house.services.joining.makeLinks(for: [other], beta).first).token
        let both = try await house.send(.post, "/join/" + second, token: session)
        let renewed = try #require(both.cookie)
        #expect(try await house.send(.get, "/trips/beta/my", token: renewed).status == 200)
        #expect(try await house.send(.get, "/trips/alpha/my", token: renewed).status == 200)
        let third = try await house.joined("member")
        #expect(try house.services.accounts.sessions.find(token: third)?.actor.account.id != account)
        #expect(try await house.send(.get, "/trips/beta/my", token: third).status == 404)
    }

    @Test func aRequestWaitsForAHost() async throws {
        let house = try await House.furnished()
        let host = try house.host()
        let trip = try #require(try house.services.joining.overview(host).tripLink)
        let bad = try await house.send(.post, "/join-trip/" + trip, form: [("first_name", ""), ("phone", "call me")])
        #expect(bad.status == 422 && bad.body.contains("A first or a last name is needed") && bad.body.contains("call me"))
        let asked = try await house.send(.post, "/join-trip/" + trip, form: [("first_name", "Zoe"), ("last_name", "Waiting")])
        let path = asked.location
        #expect(path.hasPrefix("/join-request/"))
        #expect(try await house.send(.get, path).body.contains("A host has to let you in"))
        #expect(try await house.send(.post, path).status == 404)
        let request = try #require(try house.services.joining.overview(host).requests.first { $0.firstName == "Zoe" })
        let accept = "/trips/alpha/joining/requests/\(request.id)/accept"
        #expect(try await house.send(.post, accept, as: .host, form: [("member", "")]).status == 303)
        #expect(try await house.send(.post, accept, as: .host, form: [("member", "")]).status == 409)
        let inside = try await house.send(.post, path)
        let session = try #require(inside.cookie)
        #expect(try await house.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await house.send(.post, path).status == 404)
        // Switched off, the link is nobody's.
        #expect(try await house.send(.post, "/trips/alpha/joining/trip-link", as: .host, form: [("do", "revoke")]).status == 303)
        #expect(try await house.send(.get, "/join-trip/" + trip).status == 404)
    }

    @Test func aPasswordCanBeAddedOnce() async throws {
        let house = try await House.furnished()
        let session = try await house.joined("member")
        let taken = [("email", "host@x.example"), ("new", "nine brown marmots")]
        #expect(try await house.send(.post, "/account/add-password", token: session, form: taken).status == 422)
        let added = try await house.send(
            .post, "/account/add-password", token: session, form: [("email", "ada@y.example"), ("new", "nine brown marmots")])
        #expect(added.status == 303)
        let signIn = try await house.send(
            .post, "/sign-in", form: [("email", "ada@y.example"), ("password", "nine brown marmots")])
        #expect(signIn.status == 303 && signIn.cookie != nil)
        let again = try await house.send(
            .post, "/account/add-password", token: added.cookie, form: [("email", "x@y.example"), ("new", "nine brown marmots")])
        #expect(again.status == 409)
    }
}
