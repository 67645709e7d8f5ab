import Domain
import Foundation
import HTTPTypes
import Services
import Testing

/// An event that was deleted is on no page but the bin's, is restored whole for thirty days, and is erased after that.
@Suite struct EventBinTests {
    private func path(_ app: TestApp, _ rest: String = "", _ id: String = "event") -> String {
        "/trips/alpha/events/\(app.id(id))\(rest)"
    }

    private func version(_ app: TestApp) throws -> String { "\(try app.services.events.find(app.id("event"), app.host()).version)" }

    /// The event of the test's trip, with the traveller going, a message in its chat and a tick.
    private func begun() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.post, own(app, "/answer"), as: .traveller, form: [("answer", "yes")]).status == 303)
        let chat = "/trips/alpha/chat/\(app.id("event"))/messages"
        let form = [("text", "Whitlow asks where"), ("client_id", "\(app.id("trip beta"))")]
        #expect(try await app.send(.post, chat, as: .traveller, form: form).status == 303)
        return app
    }

    private func own(_ app: TestApp, _ rest: String = "") -> String { "/trips/alpha/my/events/\(app.id("event"))\(rest)" }

    @discardableResult
    private func delete(_ app: TestApp, _ more: [(String, String)] = []) async throws -> String {
        let form = [("version", try version(app)), ("confirm", "yes")] + more
        let answer = try await app.send(.post, path(app, "/delete"), as: .host, form: form)
        #expect(answer.status == 303)
        return answer.location
    }

    private func count(_ app: TestApp, _ sql: String) throws -> Int {
        try app.database.read { try $0.one(sql, [.blob(app.id("event").bytes)]) { $0.int(0) } ?? 0 }
    }

    @Test func aDraftIsDeletedAtOnceAndUndone() async throws {
        let app = try await TestApp.withTrips()
        let draft = path(app, "", "draft")
        let page = try await app.send(.get, draft, as: .host).page
        let version = try #require(page.find(".menu-danger input[name=version]").first?.attributes["value"])
        #expect(try await app.send(.post, draft + "/delete", as: .host, form: [("version", "99")]).status == 409)
        let deleted = try await app.send(.post, draft + "/delete", as: .host, form: [("version", version)])
        #expect(deleted.status == 303)
        let list = try await app.send(.get, deleted.location, as: .host)
        #expect(list.page.texts(".toast .notice") == ["Draft dinner moved to the bin for 30 days"])
        #expect(list.body.contains(draft + "/restore") && !list.page.texts(".events strong").contains("Draft dinner"))
        #expect(try await app.send(.get, draft, as: .host).status == 404)
        // A moderator sees no way back that is not theirs.
        #expect(!(try await app.send(.get, deleted.location, as: .moderator).body.contains("moved to the bin")))
        let back = try await app.send(.post, draft + "/restore", as: .host)
        #expect(back.status == 303 && back.location.hasPrefix(draft))
        #expect(try await app.send(.get, back.location, as: .host).body.contains("Draft dinner is back, with answers, places and ticks."))
        #expect(try app.services.events.find(app.id("draft"), app.host()).state == .draft)
    }

    @Test func whatHangsOnItIsNamedAndCountedFirst() async throws {
        let app = try await begun()
        // Without the confirmation nothing is done.
        for method in [HTTPRequest.Method.get, .post] {
            let asked = try await app.send(method, path(app, "/delete"), as: .host)
            #expect(asked.status == 200 && asked.page.text("h1") == "Delete Glacier walk?")
            let lines = asked.page.texts(".stake li")
            #expect(lines.contains { $0.contains("2 people are going") } && lines.contains { $0.contains("people have not answered") })
            #expect(lines.contains { $0.contains("Bus out") && $0.contains("1 person ticked") })
            #expect(lines.contains { $0.contains("1 message in its chat") })
            #expect(asked.page.text("button.danger") == "Cancel and delete" && asked.page.has("input[name=reason]"))
        }
        #expect(try app.services.events.find(app.id("event"), app.host()).state == .published)
        let stale = try await app.send(.post, path(app, "/delete"), as: .host, form: [("confirm", "yes"), ("version", "99")])
        #expect(stale.status == 409 && stale.body.contains("Somebody else has changed this event"))
        let long = [("confirm", "yes"), ("version", try version(app)), ("reason", String(repeating: "x", count: 301))]
        #expect(try await app.send(.post, path(app, "/delete"), as: .host, form: long).status == 422)
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.post, path(app, "/delete"), as: user, form: long).status == 403)
        }
    }

    @Test(.timeLimit(.minutes(5))) func itIsOnNoPageThen() async throws {
        let app = try await begun()
        func pages() async throws -> Set<String> {
            var found: Set<String> = []
            for route in app.routes where route.method == .get && !route.path.hasSuffix("/live") {
                for user in [TestUser.host, .moderator, .traveller] {
                    let body = try await app.send(.get, AccessMatrixTests().path(route, app), as: user).body
                    if body.contains("Glacier walk") || body.contains("Whitlow") { found.insert(route.path) }
                }
            }
            return found
        }
        let before = try await pages()
        #expect(before.isSuperset(of: ["/trips/:slug/events", "/trips/:slug/my/events", "/trips/:slug/chat", "/trips/:slug"]))
        let feed = "/feeds/" + (try app.store.calendars.feeds(trip: app.id("trip alpha"))[0].token) + ".ics"
        #expect(try await app.send(.get, feed).body.contains("Glacier walk"))
        try await delete(app)
        // The bin says what is in it, the moderators keep what was reported, and the traveller's pages say once that it is cancelled.
        let once: Set = ["/trips/:slug/my", "/trips/:slug/my/events"]
        let left = try await pages()
        #expect(left.subtracting(once) == ["/notices", "/trips/:slug/roster/bin", "/trips/:slug/events/:id/delete-now"])
        #expect(!(try await app.send(.get, feed).body.contains("Glacier walk")))
        #expect(!(try await app.send(.get, "/trips/alpha/search?q=walk", as: .host).body.contains("Glacier walk")))
        for rest in ["", "/edit", "/print", "/counts.json", "/check-in/\(app.id("list"))"] {
            #expect(try await app.send(.get, path(app, rest), as: .host).status == 404, "\(rest)")
        }
        #expect(try await app.send(.get, "/trips/alpha/chat/\(app.id("event"))", as: .host).status == 404)
        let tick = [("in", "\(app.id("member"))")]
        #expect(try await app.send(.post, path(app, "/check-in/\(app.id("list"))/scans"), as: .host, form: tick).status == 404)
    }

    @Test func whoWasGoingReadsThatItIsCancelled() async throws {
        let app = try await begun()
        let link = "/r/" + (try app.personalToken("member"))
        try await delete(app, [("reason", "the lift is closed")])
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller)
        #expect(home.body.contains("Cancelled: the lift is closed") && home.page.text(".event-news h2") == "Glacier walk")
        #expect(!home.page.has(".event-news h2 a"))
        #expect(try await app.send(.get, own(app), as: .traveller).location == "/trips/alpha/my/events")
        let seen = String(try #require(home.body.firstMatch(of: /name="seen" value="([\d.]+)"/)).output.1)
        let done = try await app.send(.post, own(app, "/seen"), as: .traveller, form: [("seen", seen), ("back", "my")])
        #expect(done.location == "/trips/alpha/my")
        for page in ["/trips/alpha/my", "/trips/alpha/my/events"] {
            #expect(!(try await app.send(.get, page, as: .traveller).body.contains("Glacier walk")), "\(page)")
        }
        // Whoever has only a link is told there, by whatever way it is used.
        for method in [HTTPRequest.Method.get, .post] {
            let gone = try await app.send(method, link, form: method == .post ? [("answer", "yes")] : [])
            #expect(gone.status == 410 && gone.body.contains("This event was deleted") && gone.body.contains("ask your host"))
        }
        // Who has read it is asked to confirm once it takes place after all.
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 303)
        #expect(try await app.send(.get, own(app), as: .traveller).body.contains("Glacier walk"))
        let invitation = try app.store.events.invitation(event: app.id("event"), member: app.id("member traveller"))
        #expect(invitation?.rsvp == .going && invitation?.askedAgainAt != nil)
        #expect(!(try await app.send(.get, "/trips/alpha/my", as: .traveller).body.contains("Cancelled:")))
    }

    @Test func everythingComesBack() async throws {
        let app = try await begun()
        let before = try app.services.events.find(app.id("event"), app.host())
        let invitations = try app.store.events.invitations(of: app.id("event"))
        let scans = try app.store.checkIn.scans(of: app.id("event"))
        try await delete(app)
        let bin = try await app.send(.get, "/trips/alpha/roster/bin", as: .host).page
        #expect(bin.texts("#events") == ["Events"] && bin.texts(".bin strong") == ["Glacier walk"])
        #expect(bin.texts(".bin .chip") == ["30 days left"])
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.post, path(app, "/restore"), as: user).status == 403)
        }
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 303)
        let after = try app.services.events.find(app.id("event"), app.host())
        #expect(after.state == .published && after.cancelReason.isEmpty && after.taken == before.taken && after.fields == before.fields)
        #expect(try app.store.events.invitations(of: app.id("event")).map(\.rsvp) == invitations.map(\.rsvp))
        #expect(try app.store.events.invitations(of: app.id("event")).map(\.token) == invitations.map(\.token))
        #expect(try app.store.checkIn.scans(of: app.id("event")).map(\.id) == scans.map(\.id))
        #expect(try await app.send(.get, "/trips/alpha/chat/\(app.id("event"))", as: .traveller).body.contains("Whitlow asks where"))
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 404)
    }

    /// Somebody of it goes to the bin, and comes back, while the event is there: places are counted right.
    @Test func peopleAndEventsInTheBinAtTheSameTime() async throws {
        let app = try await begun()
        let (host, traveller) = (try app.host(), app.id("member traveller"))
        try await app.services.resolveHelp(app.id("alert"), as: "safe", words: "found", host)
        let taken = try app.services.events.find(app.id("event"), host).taken
        try await delete(app)
        _ = try await app.services.delete([traveller], host)
        #expect(try await app.send(.post, path(app, "/restore"), as: .host).status == 303)
        #expect(try app.services.events.find(app.id("event"), host).taken == taken - 1)
        try await app.services.restore([traveller], host)
        #expect(try app.services.events.find(app.id("event"), host).taken == taken)
        #expect(try app.store.events.invitation(event: app.id("event"), member: traveller)?.rsvp == .going)
    }

    @Test func afterThirtyDaysNothingIsLeft() async throws {
        let app = try await begun()
        try await delete(app)
        app.clock.pass(.days(29))
        try await app.services.bins.eraseOverdue()
        #expect(try count(app, "SELECT count(*) FROM event WHERE id = ?") == 1)
        app.clock.pass(.days(2))
        try await app.services.bins.eraseOverdue()
        let tables = try app.database.read {
            try $0.all(
                """
                SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'event_id' WHERE m.type = 'table'
                """
            ) { $0.text(0) }
        }
        #expect(tables.count >= 10)
        for table in tables { #expect(try count(app, "SELECT count(*) FROM \(table) WHERE event_id = ?") == 0, "\(table)") }
        #expect(try count(app, "SELECT count(*) FROM event WHERE id = ?") == 0)
        #expect(try count(app, "SELECT count(*) FROM message WHERE conversation_id = ?") == 0)
        #expect(try app.database.read { try $0.all("PRAGMA foreign_key_check") { $0.text(0) } }.isEmpty)
    }

    @Test func aHostDeletesForGood() async throws {
        let app = try await begun()
        #expect(try await app.send(.post, path(app, "/delete-now"), as: .host).status == 404)
        try await delete(app)
        #expect(try await app.send(.get, path(app, "/delete-now"), as: .host).body.contains("Delete Glacier walk for good?"))
        for user in [TestUser.moderator, .traveller] {
            #expect(try await app.send(.post, path(app, "/delete-now"), as: user).status == 403)
        }
        #expect(try await app.send(.post, path(app, "/delete-now"), as: .host).location == "/trips/alpha/roster/bin?done=gone")
        #expect(try await app.send(.get, "/trips/alpha/roster/bin", as: .host).body.contains("The bin is empty"))
        #expect(try count(app, "SELECT count(*) FROM event WHERE id = ?") == 0)
    }
}
