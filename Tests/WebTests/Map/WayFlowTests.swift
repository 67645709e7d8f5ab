import Domain
import Foundation
import Testing

/// Where somebody was: the page of their recorded way.
@Suite struct WayFlowTests {
    private func report(_ app: TestApp, _ lat: String, daysAgo: Int64 = 0) async throws {
        let time = app.clock.now.seconds - daysAgo * 86_400
        let body = "{\"_type\":\"location\",\"lat\":\(lat),\"lon\":9.2317,\"tst\":\(time),\"tid\":\"tp\"}"
        #expect(try await app.send(.post, "/t/" + app.trackerToken, body: body).status == 200)
    }

    @Test func aWayIsShownAsItWasRecorded() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/members/\(app.id("member"))/way"
        #expect(try await app.send(.get, path, as: .host).body.contains("Nothing has been recorded yet"))
        for minute in 0..<4 {
            try await report(app, "46.421\(minute)")
            app.clock.pass(.minutes(minute == 1 ? 30 : 1))
        }
        let page = try await app.send(.get, path, as: .host).body
        // What was asked for began hours before the first of them.
        #expect(page.contains("4 positions from 15:03 CET to 15:35 CET.") && page.components(separatedBy: "<tr data-at=").count == 5)
        // Two before the gap, two after it, and nothing between.
        let trail = try #require(page.firstRange(of: "<g id=\"trail\">"))
        let lines = page[trail.upperBound...].components(separatedBy: "</g>")[0].components(separatedBy: "<path d=\"M").dropFirst()
        #expect(lines.count == 2 && lines.allSatisfy { $0.components(separatedBy: "L").count == 2 })
        #expect(page.contains("15:04:22 to 15:34:22, 30 min") && page.contains("46.42130, 9.23170") && page.contains("32T "))
        // An hour on the last three hours still hold it, the last hour does not and says where to look.
        app.clock.pass(.hours(2))
        #expect(try await app.send(.get, path, as: .host).body.contains("4 positions from"))
        let hour = try await app.send(.get, path + "?span=1h", as: .host).body
        #expect(hour.contains("No position from") && HTMLPage(hour).text("a[href=\(path)?span=2026-01-05]") == "The newest position")
        #expect(try await app.send(.get, path + "?span=2026-01-05", as: .host).body.contains("4 positions from"))
        // What is no span is as good as none.
        #expect(try await app.send(.get, path + "?span=99999999999h", as: .host).body.contains("4 positions from"))
        #expect(try await app.send(.get, "/trips/alpha/members/\(app.id("member"))", as: .host).page.has("a[href=\(path)]"))
    }

    @Test func oneGoesFromDayToDayOfTheTrip() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/members/\(app.id("member"))/way"
        let never = try await app.send(.get, path, as: .host).page
        #expect(never.texts(".way-page .empty a") == ["Trackers"])
        try await report(app, "46.4211", daysAgo: 2)
        try await report(app, "46.4212")
        // The trip began on the 3rd, and it is the 5th.
        let first = try await app.send(.get, path + "?span=2026-01-03", as: .host).page
        #expect(!first.has("a[rel=prev]") && first.has("a[rel=next]"))
        // Without a position it says when the ones around it are from.
        let between = try await app.send(.get, path + "?span=2026-01-04", as: .host).page
        #expect(between.has("a[rel=prev]") && between.has("a[rel=next]"))
        #expect(between.texts(".way-page .empty a") == ["The last position before that", "The newest position"])
        let last = try await app.send(.get, path + "?span=2026-01-05", as: .host).page
        #expect(last.has("a[rel=prev]") && !last.has("a[rel=next]") && !last.has(".way-page .empty"))
    }

    @Test func onlyHostsLookBackAndOnNobodyWhoIsHidden() async throws {
        let app = try await TestApp.withTrips()
        try await report(app, "46.4211")
        let path = "/trips/alpha/members/\(app.id("member"))/way"
        #expect(try await app.send(.get, path, as: .moderator).status == 403)
        #expect(try await app.send(.post, "/trips/alpha/members/\(app.id("member"))/pause", as: .host).status == 303)
        let hidden = try await app.send(.get, path, as: .host)
        #expect(hidden.status == 403 && hidden.body.contains("does not share their position") && !hidden.body.contains("46.42"))
        #expect(try await app.send(.get, "/trips/alpha/members/\(ID(high: 7, low: 7))/way", as: .host).status == 404)
    }
}
