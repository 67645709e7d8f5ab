import Domain
import Foundation
import Pages
import Services
import Store
import Testing

/// Logs are read to their beginning, narrowed down, and saved.
@Suite struct LogFlowTests {
    private func lines(_ body: String) -> [String] {
        (body.components(separatedBy: "<ul class=\"rows log").last?.components(separatedBy: "</ul>").first ?? "")
            .components(separatedBy: "<li>").dropFirst().map { $0.components(separatedBy: "</li>")[0] }
    }

    private func link(_ words: String, _ body: String) -> String? {
        guard let end = body.range(of: "\">\(words)</a>"), let start = body[..<end.lowerBound].range(of: "href=\"", options: .backwards)
        else { return nil }
        return String(body[start.upperBound..<end.lowerBound]).replacing("&amp;", with: "&")
    }

    /// Follows "Older" from the newest page to the last; every line on the way.
    private func walk(_ app: TestApp, _ path: String, as user: TestUser) async throws -> [String] {
        var (found, next) = ([String](), Optional(path))
        while let address = next {
            let body = try await app.send(.get, address, as: user).body
            found += lines(body)
            next = link("Older", body)
        }
        return found
    }

    @Test func anEmptyLogSaysWhetherItIsNarrowedDown() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/beta/moderation/log"
        #expect(try await app.send(.get, path, as: .hostOfAnotherTrip).body.contains("Nothing has been done yet."))
        let narrowed = try await app.send(.get, path + "?kind=mute", as: .hostOfAnotherTrip).body
        #expect(narrowed.contains("Nothing of that kind has been done."))
    }

    private func tickOften(_ app: TestApp, _ count: Int) async throws {
        let address = "/trips/alpha/events/\(app.id("event"))/check-in/\(app.id("list"))/scans"
        for number in 0..<count {
            app.clock.pass(.seconds(90))
            let who = app.id(number.isMultiple(of: 2) ? "member moderator" : "member traveller")
            #expect(try await app.send(.post, address, as: .moderator, form: [("in", who.description)]).status == 303)
        }
    }

    @Test func theLogOfAnEventIsReadToItsBeginning() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/events/\(app.id("event"))/log"
        try await tickOften(app, 220)
        let all = try await walk(app, path, as: .moderator)
        let access = try app.staff(.moderator)
        let history = try app.services.events.history(of: app.services.events.find(app.id("event"), access), access)
        #expect(all.count == history.entries.count && all.count > 220)
        #expect(all.last?.contains("Event created") == true)
        // From the beginning "Newer" leads back to the newest page.
        let first = try await app.send(.get, path, as: .host).body
        let oldest = try await app.send(.get, try #require(link("To the beginning", first)), as: .host).body
        #expect(lines(oldest).last == all.last && lines(oldest).count == EventLogPage.size && link("Older", oldest) == nil)
        #expect(oldest.contains("Times are CET.") && lines(oldest).allSatisfy { !$0.contains(" CET</time>") }, "the zone is said once")
        let newer = try await app.send(.get, try #require(link("Newer", oldest)), as: .host).body
        #expect(lines(newer) == Array(all.suffix(2 * EventLogPage.size).prefix(EventLogPage.size)))
        #expect(try await app.send(.get, path + "?before=-9223372036854775808", as: .host).status == 200)
    }

    @Test func theLogOfAnEventIsNarrowedDownAndSaved() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/events/\(app.id("event"))/log"
        try await tickOften(app, 4)
        let (person, list) = (app.id("member traveller"), app.id("list"))
        let ticks = try await walk(app, path + "?kind=ticks", as: .host)
        #expect(ticks.count == 5 && ticks.allSatisfy { $0.contains("Bus out") })
        #expect(try await walk(app, path + "?list=\(list)", as: .host) == ticks)
        let theirs = try await walk(app, path + "?kind=ticks&about=\(person)", as: .host)
        #expect(theirs.count == 2 && theirs.allSatisfy(ticks.contains))
        #expect(try await walk(app, path + "?kind=ticks&by=host%20Person", as: .host).count == 1)
        #expect(try await walk(app, path + "?kind=changes", as: .host).contains { $0.contains("Check-in list added") })
        #expect(try await walk(app, path + "?day=2026-01-05", as: .host).count == walk(app, path, as: .host).count)
        #expect(try await walk(app, path + "?day=2026-01-04", as: .host).isEmpty)
        // The file holds what the page shows, and its cells are no formulas.
        let body = try await app.send(.get, path + "?kind=ticks&about=\(person)", as: .host).body
        let file = try await app.send(.get, try #require(link("CSV", body)), as: .moderator)
        #expect(file.body.components(separatedBy: "\r\n").count == 4 && file.body.contains("\"ticks\""))
        let rename = "/trips/alpha/events/\(app.id("event"))/check-in/\(list)/rename"
        #expect(try await app.send(.post, rename, as: .host, form: [("name", "=HYPERLINK(1)")]).status == 303)
        let guarded = try await app.send(.get, path + ".csv?kind=ticks", as: .host).body
        #expect(guarded.contains("\"'=HYPERLINK(1)\"") && !guarded.contains("\"=HYPERLINK"))
        #expect(try await app.send(.get, path + ".csv", as: .traveller).status == 403)
    }

    @Test func theModerationLogIsReadToItsBeginningNarrowedDownAndSaved() async throws {
        let app = try await TestApp.withTrips()
        let path = "/trips/alpha/moderation/log"
        let (host, access) = (try app.host(), try app.staff(.moderator))
        let found = try #require(try app.services.moderation.slice(LogFilter(), from: .newest, limit: 1, access).entries.first)
        let known = try await walk(app, path, as: .host).count
        for number in 0..<230 {
            if number == 120 {
                app.clock.pass(.hours(24))
                try await app.signInAgain()
            }
            try await app.services.moderation.note(app.id("case"), "Note \(number)", number < 10 ? host.staff : access)
        }
        let all = try await walk(app, path, as: .host)
        #expect(all.count == known + 230 && Set(all).count > 225)
        let first = try await app.send(.get, path, as: .host).body
        let oldest = try await app.send(.get, try #require(link("To the beginning", first)), as: .host).body
        #expect(lines(oldest).last == all.last && link("Older", oldest) == nil)
        #expect(oldest.contains("Times are CET.") && lines(oldest).allSatisfy { !$0.contains(" CET</time>") }, "the zone is said once")
        let newer = try await app.send(.get, try #require(link("Newer", oldest)), as: .host).body
        #expect(lines(newer) == Array(all.suffix(200).prefix(100)))
        #expect(try await walk(app, path + "?kind=note", as: .host).count == 230)
        #expect(try await walk(app, path + "?kind=note&by=host%20Person", as: .host).count == 10)
        #expect(try await walk(app, path + "?kind=note&day=2026-01-06", as: .host).count == 110)
        #expect(try await walk(app, path + "?about=\(ID(high: 3, low: 3))", as: .host).isEmpty)
        if let member = found.memberID {
            #expect(try await !walk(app, path + "?kind=\(found.action.rawValue)&about=\(member)", as: .host).isEmpty)
        }
        let page = try await app.send(.get, path + "?kind=note&day=2026-01-06", as: .host).body
        let file = try await app.send(.get, try #require(link("CSV", page)), as: .host).body
        #expect(file.components(separatedBy: "\r\n").count == 112 && file.contains("Note 229") && !file.contains("Note 119\""))
    }
}
