import Domain
import Foundation
import Services
import Store
import Testing

/// Travellers come in by links and requests, and by nothing else.
@Suite struct JoiningFlowTests {
    @Test func aPersonalLinkSignsInOnceAndPreviewsUseNothingUp() async throws {
        let app = try await TestApp.withTrips()
        let path = try #require(try await app.joinLinks(["member"]).first)
        for _ in 0..<3 {
            let page = try await app.send(.get, path)
            #expect(page.status == 200 && page.body.contains("Hello Ada") && page.cookie == nil)
            #expect(page.page.texts(".facts dt").first == "When" && page.page.texts(".facts dt").last == "Host")
        }
        let joined = try await app.send(.post, path)
        #expect(joined.status == 303 && joined.location.hasPrefix("/trips/alpha/my/welcome"))
        let session = try #require(joined.cookie)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).body.contains("Please answer"))
        #expect(try await app.send(.get, "/", token: session).location == "/trips/alpha/my")
        #expect(try await app.send(.get, "/trips/alpha/roster", token: session).status == 403)
        #expect(try await app.send(.post, path).status == 404)
        #expect(try await app.send(.get, path).status == 404)
        // In the browser that came in by it, their own link leads to the trip; in anybody else's it is dead.
        #expect(try await app.send(.get, path, token: session).location == "/trips/alpha/my")
        #expect(try await app.send(.post, path, token: session).location == "/trips/alpha/my")
        #expect(try await app.send(.get, path, as: .traveller).status == 404)
        #expect(try await app.send(.get, path, as: .host).status == 404)
        // It is in the audit, and the member is no longer "invited" without an account.
        let row = try #require(try app.services.joining.overview(app.host()).people.first { $0.row.id == app.id("member") })
        #expect(row.state == .joined && row.row.hasAccount)
        // A month later the phone is still in.
        app.clock.pass(.days(20))
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        app.clock.pass(.days(31))
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 303)
    }

    /// A phone's long session is for travellers: not for staff who open a link, nor for a traveller who becomes staff.
    @Test func staffKeepToShortSessions() async throws {
        let app = try await TestApp.withTrips()
        let path = try #require(try await app.joinLinks(["member"]).first)
        let joined = try #require(try await app.send(.post, path, as: .hostOfAnotherTrip).cookie)
        #expect(try #require(try app.services.accounts.sessions.find(token: joined)).isPhone == false)
        app.clock.pass(.hours(13))
        #expect(try await app.send(.get, "/trips/beta/roster", token: joined).status == 303)
        let other = try await TestApp.withTrips()
        let session = try await other.joined("member")
        #expect(try #require(try other.services.accounts.sessions.find(token: session)).isPhone)
        try await other.setOwnWay(other.id("member"))
        try await other.services.staff.setRole(.moderator, of: other.id("member"), on: other.host())
        #expect(try await other.send(.get, "/trips/alpha/roster", token: session).status == 303)
    }

    @Test func linksComeAsAFileToo() async throws {
        let app = try await TestApp.withTrips()
        let all = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: [("all", "yes"), ("do", "csv")])
        #expect(all.headers[.contentType]?.hasPrefix("text/csv") == true && all.body.contains("\"ada@x.example\""))
        let path = try #require(all.body.firstMatch(of: /http:\/\/trip\.example(\/join\/[^"]+)"/)).output.1
        #expect(try await app.send(.get, String(path)).status == 200)
        #expect(try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: [("do", "csv")]).status == 409)
        #expect(try await app.send(.post, "/trips/alpha/joining/links", as: .moderator, form: [("all", "yes")]).status == 403)
    }

    @Test func linksEndWhenTheyAreReplacedRevokedOrOld() async throws {
        let app = try await TestApp.withTrips()
        let first = try #require(try await app.joinLinks(["member"]).first)
        let second = try #require(try await app.joinLinks(["member"]).first)
        let ended = try await app.send(.get, first)
        #expect(ended.status == 404 && ended.page.text("h1") == "This invitation link does not work")
        #expect(ended.body.contains("If you have a password, sign in with it. Otherwise ask a host of your trip for a new one."))
        let revoke = [("do", "revoke"), ("member", app.id("member").description)]
        // Asked first, with the name: nobody brings a link back.
        let asked = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: revoke).page
        #expect(asked.text("h1") == "Revoke the link?" && asked.texts(".rows li span") == ["Ada Example"])
        #expect(try await app.send(.get, second).status == 200)
        let confirmed = revoke + [("confirm", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: confirmed).status == 303)
        let none = try await app.send(.post, "/trips/alpha/joining/links", as: .host, form: revoke)
        #expect(none.status == 409 && none.body.contains("None of them has an open link."))
        let unused = try await app.send(.post, second, as: .traveller)
        #expect(unused.status == 404 && unused.body.contains("ask a host of your trip for a new one"))
        // The page before is the same link.
        #expect(!unused.page.texts("a.button").contains("Back"))
        let third = try #require(try await app.joinLinks(["member"]).first)
        app.clock.pass(.days(31))
        #expect(try await app.send(.post, third).status == 404)
    }

    /// A host of one trip must not become somebody else by a link.
    @Test func linksOpenNoAccountThatIsMoreThanThisTrip() async throws {
        let app = try await TestApp.withTrips()
        let protected = try #require(try await app.joinLinks(["member traveller"]).first)
        // The traveller of the test's trip has an address and a password.
        let refused = try await app.send(.post, protected)
        #expect(refused.status == 409 && refused.body.contains("Sign in with it.") && refused.cookie == nil)
        // Nor is one opened that has Telegram for coming back.
        let linked = try #require(try app.services.accounts.sessions.find(token: try await app.joined("member"))).actor.account
        let identity = Identity(issuer: "https://issuer.example", subject: "42", telegramID: 42, name: "Ada")
        try await app.store.identities.link(identity, to: linked, session: app.id("no session"), by: .commandLine, at: app.clock.now)
        let link = try #require(try await app.joinLinks(["member"]).first)
        let kept = try await app.send(.post, link)
        #expect(kept.status == 409 && kept.body.contains("Telegram") && kept.cookie == nil)
        try await app.database.write { connection in _ = try connection.run("DELETE FROM identity") }
        // Somebody without a password who joined a second trip gets an account of their own for this one.
        let session = try await app.joined("member")
        let account = try #require(try app.services.accounts.sessions.find(token: session)).actor.account.id
        let beta = try app.host(.hostOfAnotherTrip, slug: "beta")
        var fields = MemberFields()
        (fields[.firstName], fields[.status]) = ("Ada", "confirmed")
        let other = try await app.services.roster.add(fields, beta)
        let second = try #require(try await app.services.joining.makeLinks(for: [other], beta).first).token
        let both = try await app.send(.post, "/join/" + second, token: session)
        let renewed = try #require(both.cookie)
        #expect(try await app.send(.get, "/trips/beta/my", token: renewed).status == 200)
        #expect(try await app.send(.get, "/trips/alpha/my", token: renewed).status == 200)
        let third = try await app.joined("member")
        #expect(try app.services.accounts.sessions.find(token: third)?.actor.account.id != account)
        #expect(try await app.send(.get, "/trips/beta/my", token: third).status == 404)
    }

    @Test func aRequestWaitsForAHost() async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        let trip = try #require(try app.services.joining.overview(host).tripLink)
        let bad = try await app.send(.post, "/join-trip/" + trip, form: [("first_name", ""), ("phone", "call me")])
        #expect(bad.status == 422 && bad.body.contains("Type a first or last name") && bad.body.contains("call me"))
        let asked = try await app.send(.post, "/join-trip/" + trip, form: [("first_name", "Zoe"), ("last_name", "Waiting")])
        let path = asked.location
        #expect(path.hasPrefix("/join-request/"))
        let before = try await app.send(.get, "/join-trip/" + trip).page
        let waiting = try await app.send(.get, path).page
        // How far it is stands in the heading and in the title, what happens next below.
        #expect(waiting.text("h1") == "Waiting for a host to let you in" && waiting.text("title")?.hasPrefix("Waiting for a host") == true)
        let next = "You asked to join Trip alpha, Zoe. A host has to let you in. Keep this page open"
        #expect(waiting.text(".door-state")?.hasPrefix(next) == true)
        // By a script, else by the browser; in the card of the page before.
        #expect(waiting.has("#join-request[data-waiting]") && waiting.has("script[src$=/js/alone/join-waiting.js]"))
        #expect(waiting.find("meta[http-equiv=refresh]").map { $0["content"] } == ["15"])
        #expect(waiting.has(".door") && waiting.texts(".facts dd") == before.texts(".facts dd") && !waiting.texts(".facts dd").isEmpty)
        #expect(try await app.send(.post, path).status == 404)
        let request = try #require(try app.services.joining.overview(host).requests.first { $0.firstName == "Zoe" })
        let accept = "/trips/alpha/joining/requests/\(request.id)/accept"
        #expect(try await app.send(.post, accept, as: .host, form: [("member", "")]).status == 303)
        #expect(try await app.send(.post, accept, as: .host, form: [("member", "")]).status == 409)
        let accepted = try await app.send(.get, path).page
        #expect(accepted.text("h1") == "A host has let you in" && accepted.text("title")?.hasPrefix("A host has let you in") == true)
        #expect(accepted.text(".door .buttons button") == "Come in" && !accepted.has("[data-waiting]"))
        #expect(!accepted.has("meta[http-equiv=refresh]") && accepted.texts(".facts dd") == before.texts(".facts dd"))
        let inside = try await app.send(.post, path)
        let session = try #require(inside.cookie)
        #expect(try await app.send(.get, "/trips/alpha/my", token: session).status == 200)
        #expect(try await app.send(.post, path).status == 404)
        try await goesBack(to: path, session, app)
        // Switched off, the link is nobody's.
        try await endTripLink(trip, app)
        let off = try await app.send(.get, "/join-trip/" + trip)
        #expect(off.status == 404 && off.body.contains("ask a host of your trip for a new one"))
        let never = try await app.send(.get, "/join-trip/ABCDEF-never")
        #expect(off.page.texts("main p") == never.page.texts("main p") && off.page.text("h1") == never.page.text("h1"))
    }

    /// Whoever goes back from inside is led in again, and asks nobody for a link.
    private func goesBack(to path: String, _ session: String, _ app: TestApp) async throws {
        let back = try await app.send(.get, path, token: session).page
        #expect(back.find(".door .primary").first?["href"] == "/trips/alpha/my" && back.text(".door .primary") == "Go to my trip")
        #expect(back.text("h1") == "You have come in already" && back.text(".door-state") == "You are on Trip alpha, and signed in.")
        #expect(try await app.send(.post, path, token: session).location == "/trips/alpha/my")
        let other = try await app.send(.get, path).page
        #expect(!other.has(".door .primary") && other.text(".door-state")?.hasPrefix("This was used already") == true)
    }

    /// Asked first, with the address: it is not brought back either.
    private func endTripLink(_ token: String, _ app: TestApp) async throws {
        let address = "/trips/alpha/joining/trip-link"
        for act in ["renew", "revoke"] {
            let asked = try await app.send(.post, address, as: .host, form: [("do", act)]).page
            #expect(asked.text("h1")?.hasSuffix(" for everybody?") == true && asked.texts(".facts dd").first?.hasSuffix(token) == true)
        }
        #expect(try await app.send(.get, "/join-trip/" + token).status == 200)
        let named = try await app.send(.post, address, as: .host, form: [("do", "revoke")]).page.find("form input[name=link]")
        #expect(named.map { $0["value"] } == [token])
        let sure = [("do", "revoke"), ("confirm", "yes"), ("link", token)]
        #expect(try await app.send(.post, address, as: .host, form: sure).status == 303)
    }

    /// Two tabs: what was asked of one link ends no other.
    @Test func theLinkThatIsNamedIsTheOneThatEnds() async throws {
        let app = try await TestApp.withTrips()
        let address = "/trips/alpha/joining/trip-link"
        func link() throws -> String? { try app.services.joining.overview(app.host()).tripLink }
        func post(_ act: String, _ link: String) async throws -> Int {
            try await app.send(.post, address, as: .host, form: [("do", act), ("confirm", "yes"), ("link", link)]).status
        }
        let first = try #require(try link())
        #expect(try await post("renew", first) == 303)
        let second = try #require(try link())
        for act in ["revoke", "renew"] { #expect(try await post(act, first) == 409) }
        for act in ["revoke", "renew", "make"] { #expect(try await post(act, "") == 409, "\(act)") }
        #expect(try link() == second && first != second)
        let again = try await app.send(.post, address, as: .host, form: [("do", "revoke"), ("confirm", "yes"), ("link", first)])
        #expect(again.page.text(".problem") == "The trip’s link has been changed since. Look at it again.")
        #expect(try await post("revoke", second) == 303)
        #expect(try link() == nil)
    }

    @Test func aPasswordCanBeAddedOnce() async throws {
        let app = try await TestApp.withTrips()
        let session = try await app.joined("member")
        let taken = [("email", "host@x.example"), ("new", "nine brown marmots")]
        #expect(try await app.send(.post, "/account/add-password", token: session, form: taken).status == 422)
        let added = try await app.send(
            .post, "/account/add-password", token: session, form: [("email", "ada@y.example"), ("new", "nine brown marmots")])
        #expect(added.status == 303)
        let signIn = try await app.send(
            .post, "/sign-in", form: [("email", "ada@y.example"), ("password", "nine brown marmots")])
        #expect(signIn.status == 303 && signIn.cookie != nil)
        let again = try await app.send(
            .post, "/account/add-password", token: added.cookie, form: [("email", "x@y.example"), ("new", "nine brown marmots")])
        #expect(again.status == 409)
    }
}
