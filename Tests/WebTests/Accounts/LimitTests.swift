import Domain
import Services
import Testing
import Web

/// Limits that keep strangers out and owners in, and that a restart does not lift.
@Suite struct LimitTests {
    private func signIn(_ app: TestApp, _ password: String, device: String? = nil) async throws -> TestApp.TestResponse {
        let form = [("email", "host@x.example"), ("password", password)]
        return try await app.send(.post, "/sign-in", form: form, headers: TestApp.known(as: device))
    }

    @Test func strangersWhoGuessDoNotKeepOutABrowserThatWasHereBefore() async throws {
        let app = try await TestApp.withTrips()
        let device = try #require(try await signIn(app, TestApp.password).device)
        for _ in 0..<30 { _ = try await signIn(app, "a guess") }
        #expect(try await signIn(app, TestApp.password).status == 429)
        #expect(try await signIn(app, TestApp.password, device: device).status == 303)
        // The browser's own guesses are counted as well, and against it alone.
        for _ in 0..<10 { #expect(try await signIn(app, "a guess", device: device).status == 422) }
        #expect(try await signIn(app, TestApp.password, device: device).status == 429)
        app.clock.pass(.minutes(16))
        #expect(try await signIn(app, TestApp.password, device: device).status == 303)
    }

    @Test func aMadeUpDeviceOrOneOfAnotherAccountIsAStrangers() async throws {
        let app = try await TestApp.withTrips()
        let other = try await app.send(
            .post, "/sign-in", form: [("email", "moderator@x.example"), ("password", TestApp.password)])
        let devices = [String(repeating: "A", count: 43), try #require(other.device), "", "x"]
        for index in 0..<10 { _ = try await signIn(app, "a guess", device: devices[index % 4]) }
        for device in devices { #expect(try await signIn(app, TestApp.password, device: device).status == 429) }
    }

    @Test func failedSignInsOutliveARestartAndAResetLiftsThem() async throws {
        let app = try await TestApp.withTrips()
        for _ in 0..<10 { _ = try await signIn(app, "a guess") }
        let again = try await app.restarted()
        #expect(try await signIn(again, TestApp.password).status == 429)
        // The command line is another process: it shares the file and nothing else.
        let commandLine = try await app.restarted()
        try await commandLine.services.accounts.reset(
            email: "host@x.example", password: "another long password", removesSecondFactor: false)
        for running in [app, again] { #expect(try await signIn(running, "another long password").status == 303) }
    }

    @Test func onlyHashesOfDevicesAndFailedAddressesAreKept() async throws {
        let app = try await TestApp.withTrips()
        let device = try #require(try await signIn(app, TestApp.password).device)
        _ = try await app.send(.post, "/sign-in", form: [("email", "my password by mistake"), ("password", "x")])
        let rows = try app.database.read { connection in
            try connection.all("SELECT quote(token_hash) FROM device") { $0.text(0) }
                + connection.all("SELECT quote(key_hash) FROM sign_in_failure") { $0.text(0) }
        }
        let texts = [device, "my password by mistake"].map { "X'" + $0.utf8.map { String($0, radix: 16, uppercase: true) }.joined() + "'" }
        #expect(rows.count > 2 && rows.allSatisfy { $0.count == 67 && !texts.contains($0) })
    }

    /// An account has two uploads on their way, and of all together only what has come takes room: whoever dawdles makes room again.
    @Test func slowUploadsKeepNobodyOutForLong() throws {
        func id(_ number: Int) -> ID { ID(high: 1, low: UInt64(number)) }
        let start = ContinuousClock.now
        var forms = LargeForms()
        let first = try forms.enter(id(0), at: start)
        _ = try forms.enter(id(0), at: start)
        #expect(throws: Refusal.self) { try forms.enter(id(0), at: start + .seconds(60)) }
        forms.leave(first)
        _ = try forms.enter(id(0), at: start)
        // Who has sent nothing yet takes nobody's room, however many they are.
        for account in 1...100 { for _ in 0..<2 { _ = try forms.enter(id(account), at: start) } }
        let (slow, quick) = (try forms.enter(id(101), at: start), try forms.enter(id(102), at: start + .seconds(20)))
        try forms.grow(slow, by: LargeForms.room - 1000, at: start)
        try forms.grow(quick, by: 1000, at: start + .seconds(29))
        #expect(throws: Refusal.self) { try forms.grow(quick, by: 1, at: start + .seconds(29)) }
        try forms.grow(quick, by: 5000, at: start + .seconds(31))
        #expect(throws: Refusal.self) { try forms.grow(slow, by: 1, at: start + .seconds(31)) }
    }

    @Test func theLimitOfMessagesOutlivesARestart() async throws {
        let app = try await TestApp.withTrips()
        let chat = "/trips/alpha/chat/\(app.id("trip alpha"))/messages"
        func write(_ app: TestApp, _ number: Int) async throws -> Int {
            let client = ID(high: 77, low: UInt64(number)).description
            return try await app.send(.post, chat, as: .traveller, form: [("text", "Line \(number)"), ("client_id", client)]).status
        }
        app.clock.pass(.minutes(2))
        for number in 0..<30 { #expect(try await write(app, number) < 400, "\(number)") }
        #expect(try await write(app, 30) == 429)
        let again = try await app.restarted()
        #expect(try await write(again, 31) == 429)
        // What was sent before the restart may be sent again by a phone that did not hear the answer.
        #expect(try await write(again, 29) < 400)
        app.clock.pass(.minutes(1) + .seconds(1))
        #expect(try await write(again, 32) < 400)
    }
}
