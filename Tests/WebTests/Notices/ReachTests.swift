import Domain
import Services
import Store
import Testing

/// What reaches whom: calls for help and events.
@Suite struct ReachTests {
    private static func told(_ app: TestApp, _ kinds: NoticeKind...) throws -> [String] {
        try app.database.read { connection in
            try connection.all(
                """
                SELECT n.kind, coalesce(m.first_name, a.name) FROM notice n LEFT JOIN member m ON m.id = n.member_id
                LEFT JOIN account a ON a.id = n.account_id WHERE n.ended_at IS NULL ORDER BY n.made_at, n.kind, 2
                """
            ) { ($0.text(0), $0.text(1)) }
        }.filter { pair in kinds.contains { $0.rawValue == pair.0 } }.map(\.1)
    }

    // MARK: calls for help

    @Test func aCallWakesTheStaffThenTheAdminsAndTheOthersStandDown() async throws {
        let app = try await TestApp.withTrips()
        try await app.services.safety.raise(.init(text: "lost", isTest: false, place: nil), app.member(.traveller))
        try await app.services.helpAlarms.runDue()
        let staff = try ReachTests.told(app, .help)
        #expect(Set(staff) == ["host", "moderator"])
        // Once, however often the job looks.
        try await app.services.helpAlarms.runDue()
        app.clock.pass(.seconds(119))
        try await app.services.helpAlarms.runDue()
        #expect(try ReachTests.told(app, .help).count == 2)
        app.clock.pass(.seconds(2))
        try await app.services.helpAlarms.runDue()
        #expect(try ReachTests.told(app, .help).contains { $0.contains("admin") })
        let help = try #require(try app.services.safety.open(for: app.access(.host).actor).first).help
        #expect(try await app.send(.post, "/trips/alpha/help/\(help.id)/take", as: .host).status == 303)
        try await app.services.helpAlarms.runDue()
        try await app.services.helpAlarms.runDue()
        let over = try ReachTests.told(app, .helpTaken)
        #expect(over.count == 2 && !over.contains("host"), "one for each who was woken, but who is on it: \(over)")
        // Nothing is left to be done: it does not stand there as the call does.
        let inbox = try await app.send(.get, "/notices", as: .moderator).page
        let title = "host Person is on it: traveller Person"
        #expect(inbox.texts(".notice-row .notice-title").contains(title) && !inbox.texts(".urgent-notice .notice-title").contains(title))
    }

    @Test func aTestCallWakesNobody() async throws {
        let app = try await TestApp.withTrips()
        try await app.database.write { _ = try $0.run("UPDATE help_case SET is_test = 1") }
        try await app.services.helpAlarms.runDue()
        #expect(try ReachTests.told(app, .help).isEmpty)
        try await app.database.write { _ = try $0.run("UPDATE help_case SET is_test = 0") }
        try await app.services.helpAlarms.runDue()
        #expect(!(try ReachTests.told(app, .help).isEmpty), "there is a case")
    }

    @Test func whoCallsAgainWakesThemAgain() async throws {
        let app = try await TestApp.withTrips()
        for text in ["lost", "it gets dark"] {
            try await app.services.safety.raise(.init(text: text, isTest: false, place: nil), app.member(.traveller))
            try await app.services.helpAlarms.runDue()
            try await app.services.notices.outbox.runDue()
            app.clock.pass(.seconds(70))
        }
        let texts = try app.database.read { try $0.all("SELECT DISTINCT text FROM notice WHERE kind = 'help'") { $0.text(0) } }
        #expect(Set(texts).isSuperset(of: ["it gets dark"]))
    }

    // MARK: events

    @Test func whoIsInvitedIsToldAndWhoDidItIsNot() async throws {
        let app = try await TestApp.withTrips()
        let names = try ReachTests.told(app, .eventPublished)
        #expect(!names.isEmpty && !names.contains("host"), "\(names)")
    }

    @Test func aCancelledEventReplacesItsInvitationThatHasNotGoneOut() async throws {
        let app = try await TestApp.withTrips()
        let invited = try ReachTests.told(app, .eventPublished)
        let event = try app.services.events.find(app.id("event"), app.host())
        try await app.services.events.cancel(event, reason: "Fog", version: event.version, app.host())
        let cancelled = try ReachTests.told(app, .eventCancelled)
        #expect(!cancelled.isEmpty && Set(cancelled).isSubset(of: invited))
        #expect(try ReachTests.told(app, .eventPublished).allSatisfy { !cancelled.contains($0) })
    }

    @Test func noticesAboutSomebodyGoWithThem() async throws {
        let app = try await TestApp.withTrips()
        // What was written before the first run is nobody's news.
        try await app.services.messageNotices.runDue()
        try await app.services.helpAlarms.runDue()
        let (host, traveller) = (try app.member(.host), try app.member(.traveller))
        let room = try await app.services.chat.openDirect(with: host.member, traveller)
        _ = try await app.services.chat.send(
            .init(clientID: app.services.system.newID(), text: "SECRET-MESSAGE", replyTo: nil, photos: []), to: room, traveller)
        app.clock.pass(.minutes(3))
        try await app.services.messageNotices.runDue()
        func about() throws -> [String] {
            try app.database.read {
                try $0.all("SELECT title || ' ' || text FROM notice WHERE title LIKE '%traveller Person%' OR text LIKE '%SECRET%'") {
                    $0.text(0)
                }
            }
        }
        let told = try about()
        #expect(told.contains { $0.contains("a twisted knee") } && told.contains { $0.contains("wrote to you") }, "\(told)")
        // What was written stays in the conversation, where its author and moderators can take it away.
        #expect(try !about().contains { $0.contains("SECRET-MESSAGE") })
        // Who is called nearly so keeps what is about them.
        let other = NewNotice(
            id: ID(high: 8, low: 8), person: .member(host.member, trip: app.id("trip alpha")), kind: .message, subject: nil,
            urgency: .normal, topic: "", title: "traveller Personage wrote to you", text: "", expiresAt: app.clock.now + .hours(1))
        try await app.store.notices.add([other], at: app.clock.now)
        try await app.store.deletion.erase(app.id("member traveller"), trip: app.id("trip alpha"), at: app.clock.now)
        #expect(try about().map { $0.hasPrefix("traveller Personage") } == [true])
    }

    // MARK: messages

    @Test func whatNobodyReadsIsToldOnceAndReadingItReadsTheNotice() async throws {
        let app = try await TestApp.withTrips()
        try await app.services.messageNotices.runDue()
        let (host, traveller) = (try app.member(.host), try app.member(.traveller))
        let room = try await app.services.chat.openDirect(with: traveller.member, host)
        for text in ["Where are you?", "The bus waits"] {
            _ = try await app.services.chat.send(
                .init(clientID: app.services.system.newID(), text: text, replyTo: nil, photos: []), to: room, host)
        }
        app.clock.pass(.seconds(110))
        try await app.services.messageNotices.runDue()
        #expect(try ReachTests.told(app, .message).isEmpty, "they may still be reading")
        app.clock.pass(.seconds(20))
        try await app.services.messageNotices.runDue()
        try await app.services.messageNotices.runDue()
        #expect(try ReachTests.told(app, .message) == ["traveller"])
        let title = try app.database.read { try $0.one("SELECT title FROM notice WHERE kind = 'message'") { $0.text(0) } }
        #expect(title?.hasPrefix("2 new messages") == true)
        let last = try app.database.read { try $0.one("SELECT max(number) FROM message") { $0.int(0) } ?? 0 }
        try await app.services.chat.markRead(last, in: room, traveller)
        let open = try app.database.read {
            try $0.one("SELECT count(*) FROM notice WHERE kind = 'message' AND read_at IS NULL") { $0.int(0) }
        }
        #expect(open == 0)
    }

    // MARK: the inbox

    @Test func theBellCountsAndOpeningReads() async throws {
        let app = try await TestApp.withTrips()
        let notice = NewNotice(
            id: ID(high: 7, low: 7), person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: .test, subject: nil,
            urgency: .normal, title: "Hello <b>", text: "There", expiresAt: app.clock.now + .hours(1))
        try await app.services.notices.markRead(nil, app.access(.traveller).actor)
        try await app.store.notices.add([notice], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller).body
        #expect(home.contains("1 unread notice"))
        let inbox = try await app.send(.get, "/notices", as: .traveller).body
        #expect(inbox.contains("Hello &lt;b&gt;") && inbox.contains("notice-dot"))
        // Nobody else opens it.
        #expect(try await app.send(.post, "/notices/\(ID(high: 7, low: 7))/open", as: .host).status == 404)
        #expect(try await app.send(.post, "/notices/\(ID(high: 7, low: 7))/open", as: .traveller).location == "/trips/alpha")
        #expect(!(try await app.send(.get, "/notices", as: .traveller).body.contains("notice-dot")))
        #expect(!(try await app.send(.get, "/trips/alpha/my", as: .traveller).body.contains("unread notice")))
        #expect(try await app.send(.post, "/notices/\(ID(high: 7, low: 7))/unread", as: .traveller).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/my", as: .traveller).body.contains("1 unread notice"))
    }

    @Test func choicesAreSavedAndWrongOnesComeBack() async throws {
        let app = try await TestApp.withTrips()
        let form = [
            ("events-push", "on"), ("quiet", "on"), ("quiet_from", "23:00"), ("quiet_to", "06:30"), ("minutes", "10"),
        ]
        #expect(try await app.send(.post, "/notices/settings", as: .traveller, form: form).status == 303)
        let choices = try app.services.notices.reach(app.access(.traveller).actor).choices
        #expect(choices.quiet == QuietHours(from: 23 * 60, to: 6 * 60 + 30) && choices.minutesToNext == 10)
        #expect(choices.isOn(.push, for: .events) && !choices.isOn(.email, for: .events) && !choices.isOn(.push, for: .messages))
        let wrong = try await app.send(
            .post, "/notices/settings", as: .traveller,
            form: [("quiet", "on"), ("quiet_from", "07:00"), ("quiet_to", "07:00"), ("minutes", "0")])
        #expect(
            wrong.status == 422 && wrong.body.contains("Type two different times.") && wrong.body.contains("Between 1 and 1,440 minutes"))
        // Channels are set up, and none of them leads to the traveller yet; then one does.
        let none = try await app.send(.get, "/notices/settings", as: .traveller).page
        #expect(none.text("#reached")?.contains("Nothing is sent to you yet") == true && none.has("#quiet-hours"))
        try await app.store.addressBook.put(
            .init(id: ID(high: 7, low: 7), channel: .telegram, address: "4712"), account: app.id("account traveller"), at: app.clock.now)
        #expect(try await !app.send(.get, "/notices/settings", as: .traveller).page.has("#reached"))
        // Where nothing is sent there is nothing to choose.
        let without = try await app.restarted(with: [])
        let page = try await without.send(.get, "/notices/settings", as: .traveller).page
        // The account does not lead there: it says the same where it stands.
        let account = try await without.send(.get, "/account", as: .traveller).page
        #expect(account.text("main")?.contains("This server sends no push") == true && !account.has("main a[href=/notices/settings]"))
        #expect(page.text("main")?.contains("This server sends no push") == true && !page.has("#quiet-hours") && !page.has("main form"))
    }

    /// As after the bot's token was taken out of the settings: the chats stay, and nothing goes there.
    @Test func aChannelThatIsNotSetUpAnyMoreReachesNobody() async throws {
        let app = try await TestApp.withTrips()
        let traveller = app.id("member traveller")
        try await app.store.addressBook.put(
            .init(id: ID(high: 5, low: 5), channel: .telegram, address: "4711"), account: app.id("account traveller"), at: app.clock.now)
        func reached(_ app: TestApp) throws -> [Bool] {
            var filter = RosterFilter()
            filter.need = .reach
            let audience = AnnouncementAudience([(.all, .people([traveller]))])
            let unreachable = AnnouncementAudience([(.all, .unreachable)])
            return [
                try app.services.notices.reach(app.staff(.host))[traveller] != nil,
                try !app.services.roster.entries(filter, app.host()).contains { $0.row.id == traveller },
                try app.services.announcements.preview(audience, app.announcer()).reached == [traveller],
                try !app.services.announcements.preview(unreachable, app.announcer()).people.contains { $0.id == traveller },
            ]
        }
        #expect(try reached(app) == [true, true, true, true])
        let without = try await app.restarted(with: [.push, .email])
        #expect(try reached(without) == [false, false, false, false])
    }
}
