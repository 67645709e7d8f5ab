import Database
import Domain
import Foundation
import Pages
import Testing
import Web

/// Whoever gets somebody to open an address must not change anything by it: no GET writes, but for what is listed here.
@Suite struct GetChangesNothingTests {
    /// Route, the tables that a GET of it may write, and why that carries no weight.
    private static let allowed: [(path: String, tables: Set<String>, reason: String)] = [
        ("/trips/:slug", ["trip_visit", "account"], "a read mark: since when Today says what is new, and which trip opens first"),
        ("/trips/:slug/my", ["trip_visit", "account"], "the same for a traveller"),
        ("/trips/:slug/chat/:id", ["read_position"], "a read mark: up to which message"),
        ("/trips/:slug/announcements/:id", ["notice", "announcement_recipient"], "a read mark: that whoever got it has opened it"),
        ("/trips/:slug/chat/notices", ["chat_notice"], "a read mark: that the member has seen them"),
        ("/trips/:slug/joining", ["notice"], "a read mark: that the host has seen who asks to join"),
        ("/notices", ["notice"], "a mark that they were on a screen; they stay unread"),
        ("/trips/:slug/chat/search", ["search_progress"], "what is written already becomes findable; half a second later it would anyhow"),
        ("/readyz", ["job_report"], "the probe's own row: whether the disk takes a write; nobody reads it"),
    ]

    /// No page comes of a GET of these here: they lead on, or what they name is not there. Telegram's way, which needs an issuer to
    /// come back from, is followed by Tests/program/test_telegram.py.
    private static let withoutPage: Set<String> = [
        "/", "/account/add-password", "/deleted-trips/:id/delete-now", "/metrics", "/setup/:token", "/sign-in/telegram",
        "/sign-in/telegram/callback",
        "/sign-in/telegram/widget", "/trips/:slug/alerts", "/trips/:slug/announcements/:id/edit",
        "/trips/:slug/events/:id/check-in", "/trips/:slug/events/:id/delete-now", "/trips/:slug/groups/:id/delete-now",
        "/trips/:slug/map/search", "/trips/:slug/members/:id/delete-now",
        "/trips/:slug/my/map/friends/:id", "/trips/:slug/my/sharing", "/trips/:slug/photos/:id/:size",
        "/trips/:slug/roster/imported/:version", "/trips/:slug/ski/:id",
    ]

    private func changes(_ app: TestApp) async throws -> Int64 {
        try await app.database.append { try $0.one("SELECT total_changes()") { $0.integer(0) } ?? 0 }
    }

    /// Every table's rows as text. A session's last use is no change of weight: it is how sessions end.
    private func tables(_ app: TestApp) throws -> [String: [String]] {
        try app.database.read { connection in
            let names = try connection.all(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'message_search%'"
            ) { $0.text(0) }
            return try Dictionary(
                uniqueKeysWithValues: names.map { name in
                    let columns = try connection.all("SELECT name FROM pragma_table_info('\(name)')") { $0.text(0) }
                        .filter { name != "session" || $0 != "last_seen_at" }
                    let row = columns.map { "quote(\($0))" }.joined(separator: " || ',' || ")
                    return (name, try connection.all("SELECT \(row) FROM \(name)") { $0.text(0) })
                })
        }
    }

    /// Addresses with a secret that is good.
    private func secrets(_ app: TestApp) async throws -> [String: String] {
        let trip = app.id("trip alpha")
        let link = try #require(try app.services.joining.overview(app.host()).tripLink)
        let asked = try await app.send(.post, "/join-trip/" + link, form: [("first_name", "Wanda"), ("last_name", "Waiting")])
        let invite = try await app.services.staff.invite(role: .moderator, note: "Bo", on: app.host())
        let (confirmation, password, stop) = try await letters(app)
        return [
            "/notices/email/confirm/:token": confirmation, "/sign-in/forgotten/:token": password, "/notices/email/stop/:token": stop,
            "/join/:token": try #require(try await app.joinLinks(["member"]).first), "/join-trip/:token": "/join-trip/" + link,
            "/join-request/:token": asked.location, "/staff-invites/:token": "/staff-invites/" + invite,
            "/r/:token": "/r/" + (try app.personalToken("member")),
            "/well/:token": "/well/" + (try await question(app)), "/helper/:token": "/helper/" + (try await helper(app)),
            "/feeds/:token": "/feeds/" + (try #require(try app.store.calendars.feeds(trip: trip).first).token),
            "/t/:token": "/t/" + (try app.trackerToken),
        ]
    }

    /// Links of mails that were sent: one that confirms, one that sets a password, one that ends mail.
    private func letters(_ app: TestApp) async throws -> (String, String, String) {
        try await LetterFlowTests.confirmed(app, .host)
        app.post.send(mailBy: app.services.mail.sender)
        try await app.services.notices.sendTest(.email, app.access(.host).actor)
        try await app.services.notices.outbox.runDue()
        let stop = try #require(app.mailbox.mails.last?.token("/notices/email/stop/"))
        _ = try await app.send(.post, "/notices/email/confirmation", as: .traveller)
        try await app.services.letters.runDue()
        let confirmation = try #require(app.mailbox.mails.last?.token("/notices/email/confirm/"))
        _ = try await app.send(.post, "/sign-in/forgotten", form: [("email", "host@x.example")])
        try await app.services.letters.runDue()
        let password = try #require(app.mailbox.mails.last?.token("/sign-in/forgotten/"))
        return ("/notices/email/confirm/" + confirmation, "/sign-in/forgotten/" + password, "/notices/email/stop/" + stop)
    }

    /// Of a question to the traveller.
    private func question(_ app: TestApp) async throws -> String {
        try await app.services.nudges.ask(app.id("member traveller"), app.host())
        return try #require(try app.store.nudges.newest(of: app.id("member traveller"))).token
    }

    private func helper(_ app: TestApp) async throws -> String {
        try await app.services.helpers.add(app.id("list"), of: app.id("event"), note: "Mara", until: .tomorrow, app.host())
    }

    @Test func noGetOfAnyRouteByAnybodyWrites() async throws {
        let app = try await TestApp.withTripsAndMedic()
        try await app.addBikes()
        #expect(try await app.send(.post, "/accounts/sign-up", as: .admin, form: [("do", "on")]).status == 303)
        let good = try await secrets(app)
        let half = try await app.send(.post, "/sign-in", form: [("email", "admin@x.example"), ("password", TestApp.password)]).cookie
        let sessions: [(name: String, token: String?)] =
            TestUser.allCases.map { ($0.rawValue, app.session($0)) } + [("between two factors", half)]
        var (count, rows, reached, used) = (try await changes(app), try tables(app), Set<String>(), Set<String>())
        // Who asks to join comes first: the inbox marks the notice of it too.
        let routes = app.routes.filter { $0.method == .get }
        for route in routes.filter({ $0.path.hasSuffix("/joining") }) + routes.filter({ !$0.path.hasSuffix("/joining") }) {
            let allowed = GetChangesNothingTests.allowed.first { $0.path == route.path }?.tables ?? []
            for session in sessions {
                let path = good[route.path] ?? AccessMatrixTests().path(route, app)
                // A stream goes on; that it changes nothing is its own room's matter.
                guard !route.path.hasSuffix("/live") else { continue }
                let response = try await app.send(.get, path, token: session.token)
                if (200..<300).contains(response.status) { reached.insert(route.path) }
                let now = try await changes(app)
                guard now != count else { continue }
                let found = try tables(app)
                let changed = Set(found.keys.filter { found[$0] != rows[$0] })
                #expect(
                    changed.isSubset(of: allowed), "GET \(route.path) as \(session.name) writes \(changed.subtracting(allowed).sorted())")
                if !allowed.isEmpty { used.insert(route.path) }
                (count, rows) = (now, found)
            }
        }
        // No exception is longer than it must be.
        #expect(used == Set(GetChangesNothingTests.allowed.map(\.path)))
        // The premise: the pages were really there.
        let missing = app.routes.filter { $0.method == .get && good[$0.path] != nil && !reached.contains($0.path) }.map(\.path)
        #expect(missing.isEmpty, "\(missing)")
        #expect(reached.count > 80, "\(reached.count)")
        let closed = Set(app.routes.filter { $0.method == .get && !$0.path.hasSuffix("/live") }.map(\.path)).subtracting(reached)
        #expect(closed == GetChangesNothingTests.withoutPage, "\(closed.sorted())")
    }
}
