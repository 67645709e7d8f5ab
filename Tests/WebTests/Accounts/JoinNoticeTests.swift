import Domain
import Services
import Testing

/// Hosts are told that somebody asks to join.
@Suite struct JoinNoticeTests {
    private let app: TestApp
    private let link: String
    init() async throws {
        app = try await TestApp.withTrips()
        link = try #require(try app.services.joining.overview(app.host()).tripLink)
    }

    private func ask(_ name: String) async throws {
        #expect(try await app.send(.post, "/join-trip/" + link, form: [("first_name", name), ("last_name", "Waiting")]).status == 303)
    }

    /// Who is told what, of those that are unread.
    private func told() throws -> [String] {
        try app.database.read { connection in
            try connection.all(
                """
                SELECT m.first_name || ': ' || n.title FROM notice n JOIN member m ON m.id = n.member_id
                WHERE n.kind = 'join_request' AND n.ended_at IS NULL AND n.read_at IS NULL ORDER BY 1
                """
            ) { $0.text(0) }
        }
    }

    @Test func oneNoticeHasTheNumberOfAll() async throws {
        // Somebody asked while the trip was made.
        #expect(try told() == ["host: Nova Person asked to join"])
        try await ask("Wanda")
        try await ask("Wim")
        #expect(try told() == ["host: 3 people have asked to join"])
    }

    @Test func aLinkThatLeakedRingsOnceInTenMinutes() async throws {
        try await app.database.write { _ = try $0.run("DELETE FROM notice") }
        try await app.store.addressBook.put(
            .init(id: app.services.system.newID(), channel: .push, address: "phone"), account: app.id("account host"), at: app.clock.now)
        for number in 0..<4 {
            try await ask("Wanda\(number)")
            try await app.services.notices.outbox.runDue()
            app.clock.pass(.minutes(1))
        }
        #expect(app.post.sent.count == 1)
        app.clock.pass(.minutes(6))
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.count == 2, "and then once with all of them")
    }

    /// Seen is not decided: the bell counts it, and no phone rings for it any more.
    @Test func itCountsUntilAllAreDecidedAndRingsNoMoreOnceItsPageWasOpen() async throws {
        #expect(try told().count == 1)
        func unread() throws -> Int { try app.services.notices.unreadCount(app.access(.host).actor) }
        func ringing() throws -> Int {
            let sql = "SELECT count(*) FROM notice WHERE kind = 'join_request' AND next_at IS NOT NULL"
            return try app.database.read { try $0.one(sql) { $0.int(0) } ?? 0 }
        }
        let before = try unread()
        #expect(try ringing() == 1)
        #expect(try await app.send(.get, "/trips/alpha/joining", as: .host).status == 200)
        #expect(try told().count == 1 && unread() == before && ringing() == 0)
        let notice = try #require(try await app.services.notices.inbox(app.access(.host).actor).notices.first { $0.kind == .joinRequest })
        #expect(try await app.send(.post, "/notices/\(notice.id)/open", as: .host).status == 303)
        #expect(try unread() == before)
        try await ask("Wanda")
        for request in try app.services.joining.overview(app.host()).requests {
            #expect(try told().count == 1)
            #expect(try await app.send(.post, "/trips/alpha/joining/requests/\(request.id)/decline", as: .host).status == 303)
        }
        #expect(try told().isEmpty && unread() == before - 1)
    }

    /// Where a host begins the day, and beside the section on every page.
    @Test func todayAndTheSectionSayWhoWaits() async throws {
        let badge = "nav.sections a[href=/trips/alpha/joining] .unread"
        func today(_ user: TestUser = .host) async throws -> HTMLPage { try await app.send(.get, "/trips/alpha", as: user).page }
        let one = try await today()
        let task = try #require(one.find("#today-tasks li a").first { $0["href"] == "/trips/alpha/joining" })
        #expect(task.text.hasPrefix("1 person waits to be let in") && task.text.hasSuffix("Nova Person"))
        #expect(one.text(badge)?.hasSuffix("1 person waits to be let in") == true && one.has(".more-item .news"))
        try await ask("Wanda")
        try await ask("Wim")
        let three = try await today()
        #expect(three.texts("#today-tasks li a").contains { $0.hasPrefix("3 people wait to be let in") && $0.contains("Wanda Waiting") })
        #expect(three.text(badge)?.hasPrefix("3") == true)
        // Who decides nothing is asked nothing.
        let other = try await today(.moderator)
        #expect(!other.has(".more-item .news") && !other.texts("#today-tasks li a").contains { $0.contains("let in") })
        for request in try app.services.joining.overview(app.host()).requests {
            try await app.services.joining.decline(request.id, app.host())
        }
        let none = try await today()
        #expect(!none.has(badge) && !none.has(".more-item .news") && !none.texts("#today-tasks li a").contains { $0.contains("let in") })
    }

    @Test func theNoticeLeadsToTheRequests() async throws {
        let inbox = try await app.services.notices.inbox(app.access(.host).actor)
        let notice = try #require(inbox.notices.first { $0.kind == .joinRequest })
        #expect(try await app.send(.post, "/notices/\(notice.id)/open", as: .host).location == "/trips/alpha/joining")
    }
}
