import Cryptography
import Domain
import Services
import Store
import Testing

/// Browsers that take notices: whose they are, and until when. What goes over the wire is in Tests/program/test_push.py.
@Suite struct PushFlowTests {
    private static func form(_ name: String = "one", point: [UInt8] = P256Key().publicPoint) -> [(String, String)] {
        [
            ("endpoint", "https://fcm.googleapis.com/fcm/send/\(name)"), ("p256dh", base64URL(point)),
            ("auth", base64URL(Array(repeating: 7, count: 16))),
        ]
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        return String(
            stride(from: 0, to: bits.count, by: 6).map { start in
                let six = bits[start..<min(start + 6, bits.count)]
                return alphabet[six.reduce(0) { $0 << 1 | Int($1) } << (6 - six.count)]
            })
    }

    private static func browsers(_ app: TestApp, of user: String) throws -> [String] {
        try app.store.addressBook.addresses(account: app.id("account \(user)")).filter { $0.channel == .push }.map(\.address)
    }

    private static func subscribe(
        _ app: TestApp, as user: TestUser = .traveller, token: String? = nil, _ form: [(String, String)] = form()
    ) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/notices/push", as: user, token: token, form: form,
            headers: ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "Accept": "application/json"])
    }

    @Test func aBrowserIsListedAndCanBeRemoved() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await PushFlowTests.subscribe(app).body == #"{"renew":false}"#)
        let page = try await app.send(.get, "/notices/settings", as: .traveller).body
        let key = try #require(app.services.push.publicKey)
        #expect(page.contains("Firefox on Linux") && page.contains("data-key=\"\(key)\""))
        #expect(!page.contains("fcm.googleapis.com"), "the endpoint is a secret")
        #expect(try await app.send(.get, "/notices/push/key", as: .traveller).body == "{\"key\":\"\(key)\"}")
        let id = try #require(try app.store.addressBook.addresses(account: app.id("account traveller")).first).id
        // Not by somebody else.
        #expect(try await app.send(.post, "/notices/push/\(id)/remove", as: .host).status == 404)
        #expect(try PushFlowTests.browsers(app, of: "traveller").count == 1)
        #expect(try await app.send(.post, "/notices/push/\(id)/remove", as: .traveller).status == 303)
        #expect(try PushFlowTests.browsers(app, of: "traveller").isEmpty)
        #expect(try await !app.send(.get, "/notices/settings", as: .traveller).body.contains("Firefox on Linux"))
    }

    @Test func whatIsSaidAgainIsOneBrowserAndTheLastAccountHasIt() async throws {
        let app = try await TestApp.withTrips()
        let form = PushFlowTests.form()
        for _ in 0..<3 { #expect(try await PushFlowTests.subscribe(app, form).status == 200) }
        #expect(try PushFlowTests.browsers(app, of: "traveller").count == 1)
        #expect(try await PushFlowTests.subscribe(app, as: .host, form).status == 200)
        #expect(try PushFlowTests.browsers(app, of: "traveller").isEmpty && PushFlowTests.browsers(app, of: "host").count == 1)
        // Nobody switches off the browser of somebody else.
        let off = try await app.send(.post, "/notices/push/off", as: .traveller, form: form, headers: ["Accept": "application/json"])
        #expect(off.body == #"{"removed":false}"#)
        #expect(try PushFlowTests.browsers(app, of: "host").count == 1)
    }

    @Test func signingOutEndsItAndASessionThatRanOutDoesNot() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await PushFlowTests.subscribe(app, as: .host).status == 200)
        app.clock.pass(.days(2))
        try await app.store.sessions.forget(ranOutBefore: app.clock.now)
        #expect(try await app.send(.get, "/notices/settings", as: .host).status == 303, "the session has run out")
        #expect(try PushFlowTests.browsers(app, of: "host").count == 1, "calls for help come at night")
        try await app.signInAgain()
        #expect(try await PushFlowTests.subscribe(app, as: .host, PushFlowTests.form("two")).status == 200)
        #expect(try await app.send(.post, "/sign-out", as: .host).status == 303)
        #expect(try PushFlowTests.browsers(app, of: "host") == ["https://fcm.googleapis.com/fcm/send/one"])
        // Everywhere is everywhere.
        try await app.signInAgain()
        #expect(try await app.send(.post, "/account/sessions/end-all", as: .host).status == 303)
        #expect(try PushFlowTests.browsers(app, of: "host").isEmpty)
    }

    @Test func signingOutEverywhereElseKeepsThisBrowser() async throws {
        let app = try await TestApp.withTrips()
        let other = try await app.services.accounts.sessions.openForLoad(account: app.id("account traveller"))
        #expect(try await PushFlowTests.subscribe(app).status == 200)
        #expect(try await PushFlowTests.subscribe(app, token: other, PushFlowTests.form("two")).status == 200)
        #expect(try await PushFlowTests.subscribe(app, as: .host, PushFlowTests.form("three")).status == 200)
        #expect(try PushFlowTests.browsers(app, of: "traveller").count == 2)
        let ended = try await app.send(.post, "/account/sessions/end-all", as: .traveller, form: [("but", "this")])
        #expect(ended.status == 303)
        #expect(try PushFlowTests.browsers(app, of: "traveller") == ["https://fcm.googleapis.com/fcm/send/one"])
        #expect(try PushFlowTests.browsers(app, of: "host").count == 1)
    }

    @Test func anotherKeyEndsAllBrowsersAndSaysWhy() async throws {
        let app = try await TestApp.withTrips()
        let (form, first) = (PushFlowTests.form(), try #require(app.services.push.publicKey))
        #expect(try await PushFlowTests.subscribe(app, form).status == 200)
        #expect(try await app.send(.post, "/accounts/push-key", as: .host).status == 403)
        #expect(try await app.send(.post, "/accounts/push-key", as: .admin).status == 303)
        #expect(app.services.push.publicKey != first)
        #expect(try PushFlowTests.browsers(app, of: "traveller").isEmpty)
        let page = try await app.send(.get, "/notices/settings", as: .traveller).body
        #expect(page.contains("Firefox on Linux") && page.contains("Not reached") && page.contains("push key was changed"))
        // Its next page is told to subscribe anew; with another address it is reached.
        #expect(try await PushFlowTests.subscribe(app, form).body == #"{"renew":true}"#)
        #expect(try await PushFlowTests.subscribe(app, PushFlowTests.form("two")).body == #"{"renew":false}"#)
        #expect(try PushFlowTests.browsers(app, of: "traveller").count == 1)
        // Another run of the program knows the same key.
        let again = try await app.restarted()
        #expect(again.services.push.publicKey == app.services.push.publicKey)
    }

    @Test(arguments: ["https://evil.example/x", "https://10.0.0.1/x", "http://fcm.googleapis.com/x", "nonsense"])
    func otherAddressesAreRefused(_ endpoint: String) async throws {
        let app = try await TestApp.withTrips()
        let form = PushFlowTests.form().map { $0.0 == "endpoint" ? ($0.0, endpoint) : $0 }
        let answer = try await PushFlowTests.subscribe(app, form)
        #expect(answer.status == 422 && answer.body.contains("does not know your browser’s push service"))
        #expect(try PushFlowTests.browsers(app, of: "traveller").isEmpty)
    }

    @Test func whatADeviceOpenedIsReadEverywhere() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await PushFlowTests.subscribe(app).status == 200)
        let (actor, notices) = (try app.access(.traveller).actor, app.services.notices)
        try await notices.markRead(nil, actor)
        #expect(try await app.send(.post, "/notices/test", as: .traveller, form: [("channel", "push")]).status == 303)
        try await app.services.notices.outbox.runDue()
        let sent = try #require(app.post.sent.last)
        #expect(try notices.unreadCount(actor) == 1)
        #expect(try await app.send(.post, "/notices/deliveries/\(sent.id)/shown").body == #"{"noted":true}"#)
        #expect(try notices.unreadCount(actor) == 1)
        #expect(try await app.send(.post, "/notices/deliveries/\(sent.id)/opened", form: [("waited", "1000")]).status == 200)
        #expect(try notices.unreadCount(actor) == 0)
        #expect(try await app.send(.post, "/notices/deliveries/\(sent.notice)/opened").status == 404, "the notice’s own id opens nothing")
    }
}
