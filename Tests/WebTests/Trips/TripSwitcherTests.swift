import Domain
import Foundation
import Testing
import Web

/// Whoever is on several trips gets from every page to the others, to the same section where they have it there.
@Suite struct TripSwitcherTests {
    private func link(_ body: String, to slug: String) -> String? {
        guard let start = body.firstRange(of: "id=\"switcher-trips\""), let end = body.firstRange(of: ">All trips</a>") else { return nil }
        return body[start.upperBound..<end.lowerBound].matches(of: /href="([^"]*)"/).map { String($0.output.1) }.first {
            $0 == "/trips/\(slug)" || $0.hasPrefix("/trips/\(slug)/")
        }
    }

    private func lead(_ app: TestApp, _ path: String, _ user: TestUser) async throws -> String? {
        link(try await app.send(.get, path, as: user).body, to: "beta")
    }

    @Test func itLeadsToTheSameSection() async throws {
        let app = try await TestApp.withTrips()
        try await app.add(.host, to: "beta", as: .moderator)
        try await app.add(.traveller, to: "beta", as: .traveller)
        let (member, event) = (app.id("member"), app.id("event"))
        for (path, expected) in [
            ("/trips/alpha", "/trips/beta"), ("/trips/alpha/roster", "/trips/beta/roster"),
            ("/trips/alpha/members/\(member)", "/trips/beta/roster"), ("/trips/alpha/events/\(event)", "/trips/beta/events"),
            ("/trips/alpha/map", "/trips/beta/map"), ("/trips/alpha/moderation", "/trips/beta/moderation"),
            // Settings are for hosts: there the reader is none.
            ("/trips/alpha/settings", "/trips/beta"), ("/trips/alpha/staff", "/trips/beta"), ("/trips/alpha/help", "/trips/beta/help"),
        ] { #expect(try await lead(app, path, .host) == expected, "\(path)") }
        for (path, expected) in [
            ("/trips/alpha/my", "/trips/beta/my"), ("/trips/alpha/my/map", "/trips/beta/my/map"), ("/trips/alpha/chat", "/trips/beta/chat"),
            ("/trips/alpha/my/events/\(event)", "/trips/beta/my/events"), ("/trips/alpha/my/sos", "/trips/beta/my"),
        ] { #expect(try await lead(app, path, .traveller) == expected, "\(path)") }
    }

    @Test func itKnowsWhoOneIsThere() async throws {
        let app = try await TestApp.withTrips()
        try await app.add(.host, to: "beta", as: .traveller)
        for (path, expected) in [
            ("/trips/alpha", "/trips/beta/my"), ("/trips/alpha/events", "/trips/beta/my/events"),
            ("/trips/alpha/map", "/trips/beta/my/map"),
            ("/trips/alpha/chat", "/trips/beta/chat"), ("/trips/alpha/roster", "/trips/beta/my"),
        ] { #expect(try await lead(app, path, .host) == expected, "\(path)") }
        let back = try await app.send(.get, "/trips/beta/my/events", as: .host).body
        #expect(link(back, to: "alpha") == "/trips/alpha/events")
    }

    /// Every page with the program's head, of whatever status.
    @Test func itIsOnEveryPage() async throws {
        let app = try await TestApp.withTrips()
        try await app.add(.host, to: "beta", as: .moderator)
        try await app.add(.traveller, to: "beta", as: .traveller)
        var seen = 0
        for user in [TestUser.host, .traveller, .admin] {
            for route in app.routes where route.method == .get && !route.path.hasSuffix("/live") {
                let body = try await app.send(.get, AccessMatrixTests().path(route, app), as: user).body
                guard body.contains("<header class=\"top") else { continue }
                seen += 1
                #expect(link(body, to: "beta") != nil, "\(route.path) as \(user.rawValue)")
            }
        }
        #expect(seen > 100)
        for path in ["/account", "/trips", "/trips/nowhere", "/nothing/here"] {
            #expect(try await lead(app, path, .host) != nil, "\(path)")
        }
        #expect(try await lead(app, "/map-data", .admin) == "/trips/beta")
        // Who is nobody has none.
        #expect(!(try await app.send(.get, "/sign-in").body.contains("switcher-trips")))
    }

    @Test func manyTripsAreSearched() async throws {
        let app = try await TestApp.withTrips()
        #expect(!(try await app.send(.get, "/account", as: .admin).body.contains("data-narrows")))
        for number in 1...30 {
            var fields = TripFields()
            (fields.name, fields.slug, fields.timeZone) = ("Week <\(number)>", "week-\(number)", "Europe/Zurich")
            try await app.store.trips.add(fields, id: app.services.system.newID(), by: .commandLine, at: app.clock.now)
        }
        let body = try await app.send(.get, "/account", as: .admin).body
        #expect(body.contains("data-narrows=\"switcher-trips\"") && body.contains("Week &lt;30&gt;"))
        #expect(link(body, to: "week-30") == "/trips/week-30")
    }
}
