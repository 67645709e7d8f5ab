import Domain
import HTTPTypes
import Services
import Testing

/// A page that was drawn for one account, while another one is signed in by now, or none: it reads and writes nothing in the other's name.
@Suite struct PageEndTests {
    private static let json = ["Accept": "application/json"]
    private let other = "You are signed in as somebody else now. Reload the page."
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func account(_ user: TestUser) throws -> String { try app.access(user).actor.account.id.description }

    private func drawn(for user: TestUser) throws -> [String: String] {
        PageEndTests.json.merging(["Sotravel-Account": try account(user)]) { $1 }
    }

    private func ended(_ response: TestApp.TestResponse) -> String? { HTTPField.Name("Sotravel-Ended").flatMap { response.headers[$0] } }

    @Test func whatAnotherAccountsPageSendsIsRefused() async throws {
        #expect(try await app.write("Who comes along?").status == 303)
        let message = "\(app.chat)/messages/\(try app.newestMessage())"
        let forms: [(String, [(String, String)])] = [
            (app.chat + "/messages", [("text", "Not hers"), ("client_id", ID(high: 1, low: 2).description)]),
            (message + "/react", [("add", "like")]), (app.chat + "/read", [("number", "1")]),
            ("/trips/alpha/my/sharing", [("off", "yes")]), ("/trips/alpha/my/sos", [("sure", "yes")]),
        ]
        for (path, form) in forms {
            let refused = try await app.send(.post, path, as: .moderator, form: form, headers: drawn(for: .traveller))
            #expect(refused.status == 401 && refused.body.contains(other) && ended(refused) == "other", "\(path)")
            let nobody = try await app.send(.post, path, form: form, headers: drawn(for: .traveller))
            #expect(nobody.status == 401 && ended(nobody) == "out", "\(path)")
        }
        #expect(try app.newestMessage() == message.split(separator: "/").last.flatMap { Int($0) })
        #expect(try await !app.send(.get, message, as: .host).page.has(".reactions .react-sign"))
        // Its own account's goes through, and so does what says nothing, as without scripts.
        let own = try await app.send(.post, message + "/react", as: .host, form: [("add", "like")], headers: drawn(for: .host))
        #expect(own.status == 200 && ended(own) == nil)
        #expect(try await app.send(.post, message + "/react", as: .moderator, form: [("add", "like")]).status == 303)
    }

    @Test func whatAnotherAccountsPageReadsIsNotGiven() async throws {
        for path in ["/trips/alpha/my/sos", "/trips/alpha/my", "/banners?trip=alpha", "/notices", app.chat, "/trips/alpha/map"] {
            let refused = try await app.send(.get, path, as: .host, headers: ["Sotravel-Account": try account(.traveller)])
            #expect(refused.status == 401 && ended(refused) == "other" && !refused.body.contains("<main"), "\(path)")
            let nobody = try await app.send(.get, path, headers: ["Sotravel-Account": try account(.traveller)])
            #expect(nobody.status == 401 && ended(nobody) == "out", "\(path)")
        }
        let live = "/trips/alpha/live?topics=own&account=\(try account(.traveller))"
        let stream = try await app.send(.get, live, as: .moderator, headers: ["Accept": "text/event-stream"])
        #expect(stream.status == 401 && ended(stream) == "other")
    }

    /// What the browser sends by itself has no header: the page's script adds a field.
    @Test func aFormOfAnotherAccountsPageIsAnsweredWithAPage() async throws {
        let share = [("level", "everyone"), ("time", "tonight")]
        #expect(try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: [("off", "yes")]).status == 303)
        func send(_ user: TestUser) async throws -> TestApp.TestResponse {
            try await app.send(.post, "/trips/alpha/my/sharing", as: .traveller, form: share + [("Sotravel-Account", account(user))])
        }
        let refused = try await send(.moderator)
        #expect(refused.status == 409 && refused.body.contains(other))
        #expect(try app.services.sharing.find(app.member(.traveller)).level == .off)
        #expect(try await send(.traveller).status == 303)
        #expect(try app.services.sharing.find(app.member(.traveller)).level == .everyone)
    }

    /// Also where the route reads no form.
    @Test func aButtonOfAnotherAccountsPageDoesNothing() async throws {
        let path = "/trips/alpha/help/\(app.id("alert"))/take"
        func press(_ user: TestUser) async throws -> Int {
            let body = "Sotravel-Account=\(try account(user))"
            let headers = ["Content-Type": "application/x-www-form-urlencoded", "Content-Length": "\(body.utf8.count)"]
            return try await app.send(.post, path, as: .host, body: body, headers: headers).status
        }
        #expect(try await press(.moderator) == 409)
        #expect(try app.services.safety.find(app.id("alert"), app.staff(.host)).holder == nil)
        #expect(try await press(.host) == 303)
        #expect(try app.services.safety.find(app.id("alert"), app.staff(.host)).holder != nil)
    }

    /// Where an open page looks whether it is still its reader's.
    @Test func whoIsOffTheTripHearsIt() async throws {
        let gone = try await app.send(.get, "/banners?trip=alpha", as: .travellerOfAnotherTrip)
        #expect(gone.status == 404 && ended(gone) == "gone")
        let there = try await app.send(.get, "/banners?trip=alpha", as: .traveller, headers: drawn(for: .traveller))
        #expect(there.status == 200 && ended(there) == nil)
    }
}
