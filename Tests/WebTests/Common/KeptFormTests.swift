import Domain
import Foundation
import Services
import Testing

/// Forms that waited in a phone: whatever arrives twice, for its answer was lost, counts once; nobody sends another one's.
@Suite struct KeptFormTests {
    private static let json = ["Accept": "application/json"]
    private let client = ID(high: 0x7788, low: 0x99aa).description

    private func event(_ title: String, _ client: String) -> [(String, String)] {
        [
            ("client_id", client), ("waited", "60000"), ("title", title), ("place", "Lake"), ("meeting_point", "Door"),
            ("start_day", "2026-01-06"), ("start_time", "20:00"), ("audience", "everyone"),
        ]
    }

    private func make(_ app: TestApp, _ form: [(String, String)], as user: TestUser = .traveller) async throws -> TestApp.TestResponse {
        try await app.send(.post, "/trips/alpha/my/events/new", as: user, form: form, headers: KeptFormTests.json)
    }

    /// Where its page is, without what is said there.
    private func event(of response: TestApp.TestResponse) -> Substring { response.body.prefix { $0 != "?" } }

    @Test func anEventThatArrivesTwiceIsOne() async throws {
        let app = try await TestApp.withTrips()
        let first = try await make(app, event("Night walk", client))
        let again = try await make(app, event("Night walk", client))
        #expect(first.status == 200 && first.body.contains("\"page\":\"/trips/alpha/my/events/") && event(of: again) == event(of: first))
        // The same id from somebody else is another event, and another id of the same phone too.
        let ofAnother = try await make(app, event("Night walk", client), as: .moderator)
        let later = try await make(app, event("Night walk", ID(high: 0x7788, low: 0x99ab).description))
        #expect(event(of: ofAnother) != event(of: first) && event(of: later) != event(of: first))
        #expect(try app.services.events.list(app.host()).count { $0.event.fields.title == "Night walk" } == 3)
        // Also when by then it has begun.
        app.clock.pass(.days(3))
        app.setSession(.traveller, try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller")))
        let afterwards = try await make(app, event("Night walk", client))
        #expect(event(of: afterwards) == event(of: first))
        #expect(try await make(app, event("Night walk", ID(high: 1, low: 2).description)).status == 422)
    }

    @Test func anEventIsCalledOffOnce() async throws {
        let app = try await TestApp.withTrips()
        let made = try await app.send(.post, "/trips/alpha/my/events/new", as: .traveller, form: event("Night walk", client))
        let path = String(made.location.split(separator: "?")[0]) + "/cancel"
        for _ in 1...2 { #expect(try await app.send(.post, path, as: .traveller, form: [("reason", "Fog ")]).status == 303) }
        #expect(try await app.send(.post, path, as: .traveller, form: [("reason", "Rain")]).status == 409)
    }

    @Test func aProfileThatArrivesTwiceIsNoConflict() async throws {
        let app = try await TestApp.withTrips()
        let member = try app.services.roster.member(app.id("member traveller"), app.host())
        let typed = [("version", String(member.version)), ("first_name", "Tilda"), ("last_name", "Person"), ("description", "Moguls.")]
        for _ in 1...2 {
            let response = try await app.send(
                .post, "/trips/alpha/my/profile", as: .traveller, form: typed, headers: KeptFormTests.json)
            #expect(response.status == 200)
        }
        #expect(try app.services.roster.member(member.id, app.host()).version > member.version)
        let other = typed + [("diet", "vegan")]
        #expect(try await app.send(.post, "/trips/alpha/my/profile", as: .traveller, form: other).status == 409)
    }

    @Test func anAnswerThatStandsIsNotLate() async throws {
        let app = try await TestApp.withTrips()
        let link = "/r/" + (try app.personalToken("member"))
        #expect(try await app.send(.post, link, form: [("answer", "yes")]).status == 303)
        app.clock.pass(.days(30))
        #expect(try await app.send(.post, link, form: [("answer", "yes"), ("client_id", client), ("waited", "60000")]).status == 303)
        let refused = try await app.send(.post, link, form: [("answer", "no")], headers: KeptFormTests.json)
        #expect(refused.status == 409 && refused.body.contains("Ask a host"))
    }

    @Test func anAnswerThatWaitedUndoesNoLaterOne() async throws {
        let app = try await TestApp.withTrips()
        let link = "/r/" + (try app.personalToken("member"))
        func answer(_ word: String, _ more: [(String, String)]) async throws -> TestApp.TestResponse {
            try await app.send(.post, link, form: [("answer", word)] + more, headers: KeptFormTests.json)
        }
        #expect(try await answer("no", []).status == 200)
        // Given an hour ago on the phone, or arrived then although the phone did not hear of it.
        let late = try await answer("yes", [("waited", "3600000")])
        #expect(late.status == 409 && late.body.contains("Another answer was given after this one"))
        #expect(try await answer("no", [("waited", "3600000")]).status == 200)
        // In place of one of the same phone, and one that was given later.
        #expect(try await answer("yes", [("waited", "3600000"), ("instead", "yes")]).status == 200)
        app.clock.pass(.hours(1))
        #expect(try await answer("no", [("waited", "60000")]).status == 200)
    }

    @Test func sharingThatWaitedShowsNobodyForLongerThanWasMeant() async throws {
        let app = try await TestApp.withTrips()
        func share(_ form: [(String, String)]) async throws -> TestApp.TestResponse {
            try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: form, headers: KeptFormTests.json)
        }
        let hour = [("level", "everyone"), ("time", "hour")]
        #expect(try await share(hour + [("waited", "1200000")]).status == 200)
        let sharing = try app.services.sharing.find(app.member(.traveller))
        #expect(sharing.endsAt == app.clock.now + .minutes(40))
        #expect(try await share(hour + [("waited", "7200000")]).body.contains("is over"))
        // Switched off elsewhere since: stays off.
        #expect(try await share([("off", "yes")]).status == 200)
        #expect(try await share(hour + [("waited", "60000")]).status == 409)
        #expect(try app.services.sharing.find(app.member(.traveller)).level == .off)
        #expect(try await share([("off", "yes"), ("waited", "60000")]).status == 200)
        #expect(try await share(hour).status == 200)
    }

    @Test func whatOneAccountTypedNoOtherOneSends() async throws {
        let app = try await TestApp.withTrips()
        func share(_ account: ID) async throws -> TestApp.TestResponse {
            let headers = KeptFormTests.json.merging(["Sotravel-Account": account.description]) { $1 }
            return try await app.send(
                .post, "/trips/alpha/my/sharing", as: .traveller, form: [("level", "everyone"), ("time", "tonight")], headers: headers)
        }
        let (own, other) = (try app.member(.traveller).actor.account.id, try app.staff(.moderator).actor.account.id)
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: [("off", "yes")]).status == 303)
        #expect(try await share(other).status == 401)
        #expect(try app.services.sharing.find(app.member(.traveller)).level == .off)
        #expect(try await share(own).status == 200)
        #expect(try app.services.sharing.find(app.member(.traveller)).level == .everyone)
    }

    @Test func theWorkerSendsWithWhatThePagesSendWith() async throws {
        let app = try await TestApp.withTrips()
        let worker = try await app.send(.get, "/offline-worker.js")
        #expect(worker.status == 200 && worker.body.contains("globalThis.outboxCore="))
        #expect(worker.body.contains("addEventListener(\"sync\""))
    }
}
