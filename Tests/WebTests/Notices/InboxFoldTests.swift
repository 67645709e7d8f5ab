import Domain
import Testing

/// Sign-ins on new devices are told one by one, and stand in the inbox as one line.
@Suite struct InboxFoldTests {
    private let app: TestApp

    init() async throws {
        app = try await TestApp.withTrips()
        try await app.services.notices.markRead(nil, app.access(.host).actor)
    }

    private func tell(_ count: Int, _ kind: NoticeKind, _ title: String) async throws {
        for number in 0..<count {
            let notice = NewNotice(
                person: .account(app.id("account host")), kind: kind, subject: nil, urgency: .high, title: title,
                text: "Browser \(number) <b>", expiresAt: app.clock.now + .days(1))
            try await app.store.notices.add([notice], at: app.clock.now)
            app.clock.pass(.seconds(60))
        }
    }

    private func inbox() async throws -> HTMLPage { try await app.send(.get, "/notices", as: .host).page }

    @Test func severalSignInsAreOneLineThatOpens() async throws {
        try await tell(1, .signedIn, "A sign-in from a new device")
        #expect(try await !inbox().has(".notice-pile"), "one is not folded")
        try await tell(1, .test, "Something else")
        try await tell(2, .signedIn, "A sign-in from a new device")
        let page = try await inbox()
        #expect(page.texts(".notice-pile summary .notice-title") == ["3 sign-ins this week"])
        #expect(page.texts(".notice-pile summary .notice-text") == ["Browser 1 <b>"], "the newest")
        #expect(page.count(".notice-piled .notice-row") == 3 && page.has(".notice-pile summary .notice-dot"))
        #expect(page.texts(".notice-row .notice-title").prefix(1) == ["3 sign-ins this week"])
        #expect(page.texts(".notice-rows > .notice-row > form .notice-title").contains("Something else"))
        // Each opens and is read by itself; the line is unread as long as one is.
        let open = page.find(".notice-piled form").compactMap { $0["action"] }.filter { $0.hasSuffix("/open") }
        for (index, address) in open.enumerated() {
            #expect(try await app.send(.post, address, as: .host).status == 303)
            #expect(try await inbox().has(".notice-pile summary .notice-dot") == (index < 2))
        }
    }

    @Test func whatIsOlderThanAWeekIsALineOfItsOwn() async throws {
        try await tell(2, .signedIn, "A sign-in from a new device")
        app.clock.pass(.days(8))
        try await app.signInAgain()
        try await app.services.notices.markRead(nil, app.access(.host).actor)
        let before = try await inbox().texts(".notice-pile summary .notice-title")
        #expect(before.last == "2 earlier sign-ins")
        try await tell(2, .signedIn, "A sign-in from a new device")
        #expect(try await inbox().texts(".notice-pile summary .notice-title").last == "2 earlier sign-ins")
        #expect(try await inbox().count(".notice-pile") == 2)
    }
}
