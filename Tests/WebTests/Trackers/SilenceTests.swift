import Domain
import Services
import Testing

/// Somebody wants to be told when their own phone stops sending.
@Suite struct SilenceTests {
    private let app: TestApp
    private let phone: String
    init() async throws {
        app = try await TestApp.withTrips()
        phone = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Phone")]).location
    }

    private func send() async throws {
        #expect(try await app.send(.get, phone + "?lat=46.4&lon=9.2&timestamp=\(app.clock.now.seconds)").status == 200)
    }

    private func set(_ minutes: String, isOn: Bool = true) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/trips/alpha/my/phones/silence", as: .traveller, form: (isOn ? [("silence", "on")] : []) + [("minutes", minutes)])
    }

    private func told() async throws -> Int {
        try await app.services.silence.runDue()
        return try app.database.read { try $0.one("SELECT count(*) FROM notice WHERE kind = 'tracker_silent'") { $0.int(0) } ?? 0 }
    }

    @Test func nobodyIsToldWhoDidNotAsk() async throws {
        try await send()
        app.clock.pass(.hours(2))
        #expect(try await told() == 0)
        #expect(try await set("30").status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my/phones", as: .traveller).page.has("input[name=silence][checked]"))
        app.clock.pass(.minutes(29))
        #expect(try await told() == 0, "from when they asked")
        app.clock.pass(.minutes(1))
        #expect(try await told() == 1)
        #expect(try await set("30", isOn: false).status == 303)
        try await send()
        app.clock.pass(.hours(2))
        #expect(try await told() == 1)
    }

    @Test func eachSilenceIsToldOnce() async throws {
        _ = try await set("30")
        try await send()
        app.clock.pass(.minutes(31))
        #expect(try await told() == 1)
        app.clock.pass(.hours(3))
        #expect(try await told() == 1)
        try await send()
        #expect(try await told() == 1)
        app.clock.pass(.minutes(31))
        #expect(try await told() == 2)
    }

    @Test func nothingIsSaidWhileSharingIsOff() async throws {
        _ = try await set("30")
        try await send()
        try await app.services.sharing.set(.off, .hour, app.member(.traveller))
        app.clock.pass(.hours(2))
        #expect(try await told() == 0)
        // Whoever switches it on again has a full time to send.
        try await app.services.sharing.set(.everyone, .trip, app.member(.traveller))
        #expect(try await told() == 0)
        app.clock.pass(.minutes(30))
        #expect(try await told() == 1)
    }

    @Test(arguments: ["4", "1441", "", "soon"]) func whatIsNoTimeComesBackFilledIn(_ minutes: String) async throws {
        let answer = try await set(minutes)
        #expect(answer.status == 422 && answer.body.contains("Between 5 and 1,440 minutes."))
        #expect(answer.page.find("input[name=minutes]").first?["value"] ?? "" == minutes)
        #expect(answer.page.has("input[name=silence][checked]"))
    }

    @Test func theNoticeLeadsToTheOwnPhones() async throws {
        _ = try await set("30")
        try await send()
        app.clock.pass(.minutes(31))
        _ = try await told()
        let inbox = try await app.services.notices.inbox(app.access(.traveller).actor)
        let notice = try #require(inbox.notices.first { $0.kind == .trackerSilent })
        #expect(try await app.send(.post, "/notices/\(notice.id)/open", as: .traveller).location == "/trips/alpha/my/phones")
    }
}
