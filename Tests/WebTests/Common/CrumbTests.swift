import Foundation
import HTTPTypes
import Testing

/// Above a page stands the way to it: the trip, the section, and what the page belongs to.
@Suite struct CrumbTests {
    /// What a page is wrong about; nil for one that keeps the rule.
    private func fault(_ page: HTMLPage, start: String) -> String? {
        // A conversation has the way back in its own head.
        if page.has("p.crumb"), !page.has(".chat-head") { return "a way of its own" }
        let crumbs = page.find("nav.crumb a")
        if page.count("nav.crumb") > 1 { return "two ways" }
        guard let first = crumbs.first else { return nil }
        if first.text != "Trip alpha" || first["href"] != start { return "begins with \(first.text)" }
        let section = page.find(".sections a[aria-current=page]").compactMap { $0["href"] }
        if !section.isEmpty, crumbs.count < 2 || !section.contains(crumbs[1]["href"] ?? "") { return "does not name its section" }
        return Set(crumbs.compactMap { $0["href"] }).count == crumbs.count ? nil : "names something twice"
    }

    @Test(arguments: [(TestUser.host, "/trips/alpha"), (.moderator, "/trips/alpha"), (.traveller, "/trips/alpha/my")])
    func everyPageOfATripSaysTheWayToIt(_ user: TestUser, _ start: String) async throws {
        let app = try await TestApp.withTripsAndMedic()
        var (faults, seen) = ([String](), 0)
        for route in app.routes where route.method == .get && route.path.hasPrefix("/trips/:slug/") && !route.path.hasSuffix("/live") {
            let path = AccessMatrixTests().path(route, app)
            let response = try await app.send(.get, path, as: user)
            guard response.status == 200, response.headers[.contentType]?.hasPrefix("text/html") == true,
                response.page.has("nav.sections")
            else { continue }
            seen += response.page.has("nav.crumb") ? 1 : 0
            if let fault = fault(response.page, start: start) { faults.append("\(path): \(fault)") }
        }
        #expect(faults.isEmpty && seen > 10, "\(user): \(faults)")
    }

    @Test func theWayNamesTripSectionAndWhatThePageBelongsTo() async throws {
        let app = try await TestApp.withTrips()
        func crumbs(_ path: String, as user: TestUser = .host) async throws -> [String] {
            try await app.send(.get, "/trips/alpha" + path, as: user).page.texts("nav.crumb a")
        }
        for path in ["", "/roster", "/joining", "/staff", "/help", "/duty"] { #expect(try await crumbs(path).isEmpty, "\(path)") }
        #expect(try await crumbs("/members/\(app.id("member"))") == ["Trip alpha", "Roster"])
        #expect(try await crumbs("/events/\(app.id("event"))") == ["Trip alpha", "Events"])
        #expect(try await crumbs("/events/\(app.id("event"))/log") == ["Trip alpha", "Events", "Glacier walk"])
        #expect(try await crumbs("/duty/new") == ["Trip alpha", "On duty"])
        #expect(try await crumbs("/deliveries") == ["Trip alpha", "Settings"])
        try await app.addBikes()
        let station = try await app.send(.get, "/trips/alpha/bikes/1?radius=5000&wish=docks", as: .traveller).page
        let back = station.find("nav.crumb a").last?["href"] ?? ""
        #expect(back.contains("radius=5000") && back.contains("wish=docks"), "the list as it was looked at")
        #expect(try await crumbs("/my/events/\(app.id("event"))", as: .traveller) == ["Trip alpha", "Events"])
    }
}
