import Domain
import HTTPTypes
import Pages
import Testing
import Web

/// Every route × everybody who may ask.
@Suite struct AccessMatrixTests {
    /// An address of the route with numbers of what the app holds.
    func path(_ route: RouteEntry, _ app: TestApp) -> String {
        let asset = Path.asset("icon.svg").text
        if route.path.hasPrefix("/assets") { return asset }
        if route.path.hasPrefix("/tiles") { return "/tiles/street/none/14/8610/5800.svg" }
        if route.path.hasSuffix("/map.json") { return "/trips/alpha/places/map.json?north=46.5&west=9&south=46.4&east=9.3" }
        if route.path.hasSuffix("/map/at.json") { return "/trips/alpha/map/at.json?lat=46.4&lon=9.2" }
        let id =
            switch route.path {
            case let path where path.hasSuffix("/events/:id/publish"): app.id("draft")
            case let path where path.contains("/announcements/:id"): app.id("announcement")
            case let path where path.contains("/events/:id"): app.id("event")
            case let path where path.hasPrefix("/accounts/:id"): app.id("account traveller")
            case let path where path.contains("/help/:id") || path.contains("/alerts/:id"): app.id("alert")
            case let path where path.contains("/requests/:id"): app.id("request")
            case let path where path.contains("/friends/:id") || path.contains("/medic/:id"): app.id("member")
            case let path where path.contains("/chat/:id"): app.id("trip alpha")
            case let path where path.contains("/cases/:id"): app.id("case")
            case let path where path.contains("/lists/:id"): app.id("phrases")
            case let path where path.contains("/trackers/:id"): app.id("tracker")
            case let path where path.contains("/groups/:id"): app.id("group")
            case let path where path.contains("/wishes/:id"): app.id("wish")
            case let path where path.contains("/staff-invites/:id"): app.id("invite")
            case let path where path.contains("/co-hosts/:id"): app.id("co-host")
            case let path where path.contains("/staff/:id"): app.id("member moderator")
            case let path where path.contains("/import/:id"): app.id("import")
            case let path where path.contains("/own-columns/:id"): app.id("own column")
            case let path where path.contains("/bikes/feeds/:id"): app.id("bike feed")
            case let path where path.contains("/members/:id"): app.id("member")
            default: ID(high: 7, low: 7)
            }
        if route.path.contains("/places/") { return pathOfPlace(route, app) }
        // Stations are numbered.
        return route.path.replacing("/bikes/:id", with: "/bikes/1").replacing(":number", with: String(app.number(route.path)))
            .replacing(":list", with: app.id("list").description).replacing(":scan", with: app.id("scan").description)
            .replacing(":helper", with: ID(high: 7, low: 7).description).replacing(":version", with: "999")
            .replacing(":slug", with: "alpha").replacing(":id", with: id.description).replacing(":token", with: "no-such-token")
            + (route.path.hasSuffix("/report")
                ? "?member=\(app.id("member"))"
                : route.path.hasSuffix("/live") ? "?topics=nonsense" : route.path.contains("/track.") ? "?group=Bus%201" : "")
    }

    private func pathOfPlace(_ route: RouteEntry, _ app: TestApp) -> String {
        route.path.replacing(":slug", with: "alpha").replacing("/places/:id", with: "/places/h\(app.id("place"))")
            .replacing(":report", with: app.id("place report").description).replacing(":note", with: app.id("place note").description)
            .replacing(":place", with: ID(high: 7, low: 7).description).replacing(":number", with: "1")
    }

    enum Expected: String { case signIn, forbidden, notFound, allowed }

    func expected(_ access: Access, _ user: TestUser) -> Expected {
        let isStaff = [.moderator, .host, .admin].contains(user)
        switch access {
        case .open: return .allowed
        case .secret: return .notFound
        case .pending: return .signIn
        case .signedIn: return user == .nobody ? .signIn : .allowed
        case .admin: return user == .nobody ? .signIn : user == .admin ? .allowed : .forbidden
        case .member:
            switch user {
            case .nobody: return .signIn
            case .withoutTrip, .travellerOfAnotherTrip, .hostOfAnotherTrip: return .notFound
            // Admins see every trip and are on none of these.
            case .admin: return .forbidden
            default: return .allowed
            }
        case .trip:
            switch user {
            case .nobody: return .signIn
            case .withoutTrip, .travellerOfAnotherTrip, .hostOfAnotherTrip: return .notFound
            default: return .allowed
            }
        case .staff, .staffOrMedic, .host, .hostOrMedic:
            let isForMedics = access == .staffOrMedic || access == .hostOrMedic
            switch user {
            case .nobody: return .signIn
            case .withoutTrip, .travellerOfAnotherTrip, .hostOfAnotherTrip: return .notFound
            case .traveller: return .forbidden
            case .medic: return isForMedics ? .allowed : .forbidden
            case .moderator where access == .host || access == .hostOrMedic: return .forbidden
            default: return isStaff ? .allowed : .forbidden
            }
        }
    }

    /// What answers that it is not there, for whoever may ask.
    private static let mayBeMissing: Set<String> = [
        "/account/sessions/:id/end", "/accounts/invites/:id/withdraw", "/trips/:slug/roster/import/:id",
        "/trips/:slug/roster/import/:id/refused.csv", "/trips/:slug/roster/imported/:version", "/metrics",
        "/trips/:slug/ski/:id", "/notices/:id/open",
        "/trips/:slug/announcements/:id/answer",
        "/trips/:slug/duty/:id/offer", "/trips/:slug/duty/:id/accept", "/trips/:slug/duty/:id/decline", "/trips/:slug/duty/:id/remove",
        // Nothing was removed, and nothing failed.
        "/trips/:slug/deliveries/:id/again",
        "/trips/:slug/duty/:id/restore", "/trips/:slug/events/:id/check-in/:list/restore",
        "/trips/:slug/my/phones/:id/revoke",
        // Nobody has such a link.
        "/trips/:slug/events/:id/check-in/:list/helpers/:helper/revoke",
        "/trips/:slug/members/:id/restore", "/trips/:slug/members/:id/delete-now", "/trips/:slug/roster/views/:id/remove",
        "/trips/:slug/roster/own-columns/:id/restore", "/trips/:slug/bikes/feeds/:id/restore",
        "/trips/:slug/places/:id/review/delete", "/trips/:slug/places/:id/review/restore",
        // Nothing waits for its place.
        "/trips/:slug/places/waiting/:place/attach", "/trips/:slug/places/waiting/:place/detach",
        // Nothing is in the bin.
        "/trips/:slug/events/:id/restore", "/trips/:slug/events/:id/delete-now", "/trips/:slug/groups/:id/restore",
        "/trips/:slug/groups/:id/delete-now", "/deleted-trips/:id/restore", "/deleted-trips/:id/delete-now",
        "/trips/:slug/my/stay", "/trips/:slug/members/:id/keep", "/trips/:slug/my/map/friends/:id", "/trips/:slug/photos/:id/:size",
        // One's own alone.
        "/trips/:slug/chat/:id/messages/:number/edit", "/trips/:slug/chat/:id/messages/:number/delete",
        "/trips/:slug/chat/notices/:number/appeal", "/trips/:slug/moderation/appeals/:number", "/join-requests/:id/withdraw",
        // Nothing is learned here yet.
        "/trips/:slug/moderation/exceptions/:id",
        // Not configured here, so not there.
        "/sign-in/telegram", "/sign-in/telegram/widget", "/sign-in/telegram/app", "/sign-in/telegram/callback",
        "/account/telegram/link", "/sign-up", "/notices/telegram", "/notices/telegram/off", "/trips/:slug/telegram",
        "/trips/:slug/telegram/off",
        // Not one's own.
        "/notices/push/:id/remove",
    ]

    private func holds(_ response: TestApp.TestResponse, _ expected: Expected, _ route: RouteEntry, _ user: TestUser) -> Bool {
        let isToSignIn = response.status == 401 || (response.status == 303 && response.location.hasPrefix("/sign-in"))
        switch expected {
        case .signIn: return isToSignIn
        case .forbidden: return response.status == 403
        case .notFound: return response.status == 404
        case .allowed where route.path == "/account/second-factor/remove":
            // Admins must keep theirs: a rule of its own, not one of access.
            return [403, 422].contains(response.status)
        case .allowed where route.path.hasSuffix("/my/events/:id/cancel") || route.path.hasSuffix("/my/events/:id/edit"):
            // Only who made it, and that is the host: a rule of its own, too.
            return user == .host ? [200, 422].contains(response.status) : response.status == 403
        case .allowed where route.path.contains("/reports/:report/"):
            // Only who reported it, and hosts: a rule of its own as well.
            return [303, 403, 409].contains(response.status)
        case .allowed:
            let signsOut = ["/sign-out", "/account/sessions/end-all"].contains(route.path)
            return response.status < 500 && response.status != 403 && (!isToSignIn || signsOut)
                && (response.status != 404 || AccessMatrixTests.mayBeMissing.contains(route.path))
        }
    }

    /// In four parts, which run at the same time.
    @Test(arguments: 0..<4) func everyRouteForEverybody(_ part: Int) async throws {
        let routes = try await TestApp().routes
        #expect(routes.count > 60)
        for (index, route) in routes.enumerated() where index % 4 == part {
            // Those who may not go first; an app of its own for the admin, whose turn may come after a change.
            for askers in [TestUser.allCases.filter { $0 != .admin }, [.admin]] {
                let app = try await TestApp.withTripsAndMedic()
                if route.path.contains("/bikes") { try await app.addBikes() }
                for user in askers {
                    let response = try await app.send(route.method, path(route, app), as: user)
                    let expected = expected(route.access, user)
                    #expect(
                        holds(response, expected, route, user),
                        "\(route.method) \(route.path) as \(user): \(response.status) \(response.location), expected \(expected)"
                    )
                }
            }
        }
    }

    /// Of a server that has a bot: what is not set up elsewhere is there, and for the same people. With the bot's name, and with what it
    /// answers, the same is asked by Tests/program/test_telegram_bot.py.
    @Test func everyRouteOfTheBotForEverybody() async throws {
        let known = ["/notices/telegram", "/notices/telegram/off", "/trips/:slug/telegram", "/trips/:slug/telegram/off"]
        let routes = try await TestApp().routes.filter { known.contains($0.path) }
        #expect(routes.count == 6)
        for route in routes {
            for askers in [TestUser.allCases.filter { $0 != .admin }, [.admin]] {
                let app = try await TestApp.withTripsAndMedic().restartedWithBot()
                for user in askers {
                    let response = try await app.send(route.method, path(route, app), as: user)
                    let expected = expected(route.access, user)
                    let isThere = expected != .allowed || (response.status == (route.method == .get ? 200 : 303))
                    #expect(
                        isThere && holds(response, expected, route, user),
                        "\(route.method) \(route.path) as \(user): \(response.status) \(response.location), expected \(expected)")
                }
            }
        }
    }

    /// Forged by another site: refused on every unsafe route that works with the session, before anything happens.
    @Test func forgedRequestsAreRefusedEverywhere() async throws {
        let app = try await TestApp.withTrips()
        for route in app.routes where route.method == .post && !route.path.hasPrefix("/t/") && route.path != "/notices/email/stop/:token" {
            for headers in [
                ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Origin": "https://evil.example"],
                ["Origin": "null"], ["Origin": "http://trip.example.evil.example"], ["X-Plain": "neither"],
                ["Sec-Fetch-Site": "cross-site", "Origin": "http://trip.example"],
            ] {
                let response = try await app.send(.post, path(route, app), as: .host, headers: headers)
                #expect(response.status == 403, "\(route.path) with \(headers): \(response.status)")
            }
        }
        let own = try await app.send(.post, "/sign-out", as: .host, headers: ["Origin": "http://trip.example"])
        #expect(own.status == 303)
    }

    /// The medical notes are on their own page and nowhere else; tokens of trackers are for hosts.
    @Test func privacyMatrix() async throws {
        let app = try await TestApp.withTripsAndMedic()
        try await app.addBikes()
        let token = try app.trackerToken
        let personal =
            try app.store.events.invitations(of: app.id("event")).map(\.token)
            + app.store.calendars.feeds(trip: app.id("trip alpha")).map(\.token)
        #expect(personal.count > 3)
        for route in app.routes where route.method == .get && route.access != .secret && !route.path.hasSuffix("/live") {
            for user in [TestUser.host, .moderator, .medic, .admin] {
                let response = try await app.send(.get, path(route, app), as: user)
                #expect(!response.body.contains("SECRET-MEDICAL"), "\(route.path) shows medical notes to \(user.rawValue)")
                if user == .moderator || user == .medic {
                    for secret in [token, "SECRET-WISH"] + personal {
                        #expect(!response.body.contains(secret), "\(route.path) shows a secret to a moderator")
                    }
                }
                #expect(!response.body.contains(TestApp.password) && !response.body.contains("$argon2"))
            }
        }
        let opened = try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/medical", as: .host)
        #expect(opened.body.contains("SECRET-MEDICAL"))
        let page = try await app.send(.get, "/trips/alpha/members/\(app.id("member"))", as: .host)
        #expect(page.body.contains("Medical notes opened"))
    }
}
