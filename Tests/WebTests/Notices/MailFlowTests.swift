import Domain
import Foundation
import Gateways
import Services
import Testing

/// Notices by mail: what they say and do not say, how they end, and the part for calendars.
@Suite struct MailFlowTests {
    private static func reached() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.confirmed(app)
        app.post.send(mailBy: app.services.mail.sender)
        app.mailbox.forget()
        // What the trip has told them before is no part of this, and whatever the hour, nothing is held back.
        _ = try await app.database.write { try $0.run("DELETE FROM notice", []) }
        var choices = NoticeChoices()
        choices.quiet = nil
        try await app.services.notices.setChoices(choices, app.access(.traveller).actor)
        return app
    }

    private static func unsubscribe(_ app: TestApp, _ mail: FakeMailbox.Mail) throws -> String {
        let line = try #require(mail.head.components(separatedBy: "\r\n").first { $0.hasPrefix("List-Unsubscribe: ") })
        return String(line.dropFirst("List-Unsubscribe: <https://trip.example".count).dropLast())
    }

    @Test func aTestArrivesAndOneRequestEndsAllMail() async throws {
        let app = try await MailFlowTests.reached()
        #expect(try await app.send(.post, "/notices/test", as: .traveller, form: [("channel", "email")]).status == 303)
        try await app.services.notices.outbox.runDue()
        let mail = try #require(app.mailbox.mails.first)
        #expect(app.mailbox.mails.count == 1 && mail.to == "traveller@x.example")
        #expect(
            mail.head.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click") && mail.head.contains("Auto-Submitted: auto-generated"))
        let id = try #require(
            app.database.read { try $0.one("SELECT id FROM delivery WHERE channel = 'email'") { ID(bytes: $0.blob(0)) } } ?? nil)
        #expect(mail.head.contains("Message-ID: <\(id)@trip.example>"))
        let stop = try MailFlowTests.unsubscribe(app, mail)
        // As a mailbox sends it: from no browser, without a session.
        #expect(try await app.send(.get, stop).body.contains("traveller@x.example gets no more email"))
        #expect(try !app.store.addressBook.addresses(account: app.id("account traveller")).isEmpty, "opening a link ends nothing")
        let ended = try await app.send(.post, stop, body: "List-Unsubscribe=One-Click", headers: ["X-Plain": "neither"])
        #expect(ended.status == 200 && ended.body.contains("No more email goes to you"))
        #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).isEmpty)
        // A second time changes nothing, and a secret that is nearly right opens nothing.
        #expect(try await app.send(.post, stop, headers: ["X-Plain": "neither"]).status == 200)
        #expect(try await app.send(.post, String(stop.dropLast(3)) + "AAA", headers: ["X-Plain": "neither"]).status == 404)
        #expect(try await app.send(.get, "/notices/settings", as: .traveller).body.contains("You wanted no more email"))
        try await LetterFlowTests.confirmed(app)
        #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).count == 1)
    }

    @Test func anAddressThatNobodyKnowsIsMarkedAndOthersAreNot() async throws {
        for (status, text, stage, ends) in [
            (550, "5.1.1 nobody", MailAnswer.Stage.recipient, true), (550, "5.7.1 relaying denied", .recipient, false),
            (552, "5.2.2 full", .recipient, false), (451, "later", .recipient, false), (554, "5.6.0 no", .message, false),
            (550, "sender unknown", .sender, false),
        ] {
            let app = try await MailFlowTests.reached()
            var answer = MailAnswer()
            (answer.status, answer.text, answer.stage) = (status, text, stage)
            app.mailbox.answer(answer)
            #expect(try await app.send(.post, "/notices/test", as: .traveller, form: [("channel", "email")]).status == 303)
            try await app.services.notices.outbox.runDue()
            #expect(try app.store.addressBook.addresses(account: app.id("account traveller")).isEmpty == ends, "\(status) \(text)")
            if ends {
                let page = try await app.send(.get, "/notices/settings", as: .traveller).body
                #expect(page.contains("Nothing goes there any more.") && page.contains("550 5.1.1 nobody"))
            }
        }
    }

    @Test func aCallForHelpSaysNoMoreThanANotificationDoes() async throws {
        let app = try await TestApp.withTrips()
        try await LetterFlowTests.confirmed(app, .host)
        app.post.send(mailBy: app.services.mail.sender)
        app.mailbox.forget()
        try await app.services.safety.raise(.init(text: "SECRET-WORDS", isTest: false, place: nil), app.member(.traveller))
        try await app.services.helpAlarms.runDue()
        try await app.services.notices.outbox.runDue()
        let mail = try #require(app.mailbox.mails.first)
        let text = try #require(mail.part("text/plain"))
        // The other says that somebody asks to join.
        #expect(app.mailbox.mails.count { $0.part("text/plain")?.contains("needs help") == true } == 1 && mail.to == "host@x.example")
        #expect(!text.contains("SECRET-WORDS") && !(mail.part("text/html") ?? "").contains("SECRET"))
        #expect(text.contains("https://trip.example/trips/alpha/help/"))
    }

    /// The lines of the calendar part of what goes out now.
    private static func calendar(_ app: TestApp, _ wanted: [String]) async throws -> [String] {
        app.mailbox.forget()
        try await app.services.notices.outbox.runDue()
        let lines = try #require(app.mailbox.mails.first?.part("text/calendar")).components(separatedBy: "\r\n")
        for line in wanted { #expect(lines.contains(line), "\(line)") }
        return lines
    }

    /// Published for the traveller alone.
    private static func event(_ app: TestApp, _ title: String) async throws -> ID {
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint) = (title, "Hill", "Door")
        (fields.startsAt, fields.endsAt) = (app.clock.now + .hours(20), app.clock.now + .hours(22))
        let id = try await app.services.events.create(fields, confirmsPast: false, app.host())
        try await app.services.events.publish(
            app.services.events.find(id, app.host()), to: .selected, groups: [], members: [app.id("member traveller")],
            admitsNewcomers: false, app.host())
        return id
    }

    private static func move(_ id: ID, _ app: TestApp) async throws {
        let event = try app.services.events.find(id, app.host())
        var fields = event.fields
        fields.startsAt = fields.startsAt + .minutes(30)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, app.host())
    }

    /// The invitation came by mail. What changes later is read on a phone, and the calendar hears of it all the same.
    @Test func aCalendarThatAMailHasFilledHearsOfEveryChange() async throws {
        let app = try await MailFlowTests.reached()
        let mailed = try await MailFlowTests.event(app, "Sledging")
        _ = try await MailFlowTests.calendar(app, ["METHOD:REQUEST", "UID:\(mailed)@sotravel"])
        try await app.store.addressBook.put(
            .init(id: app.services.system.newID(), channel: .push, address: "their phone"), account: app.id("account traveller"),
            at: app.clock.now)
        let pushed = try await MailFlowTests.event(app, "Fondue")
        try await app.services.notices.outbox.runDue()
        try await MailFlowTests.move(mailed, app)
        try await MailFlowTests.move(pushed, app)
        _ = try await MailFlowTests.calendar(app, ["METHOD:REQUEST", "UID:\(mailed)@sotravel"])
        #expect(app.post.sent.count == 3 && app.mailbox.mails.count == 1, "the other one is in no calendar")
        // In quiet hours the mail waits, and whoever reads the notice on a page meanwhile ends nothing.
        let minute = try app.host().trip.zone.local(app.clock.now).secondsOfDay / 60
        var choices = NoticeChoices()
        choices.quiet = QuietHours(from: (minute + 1439) % 1440, to: (minute + 60) % 1440)
        try await app.services.notices.setChoices(choices, app.access(.traveller).actor)
        let event = try app.services.events.find(mailed, app.host())
        try await app.services.events.cancel(event, reason: "No snow", version: event.version, app.host())
        app.mailbox.forget()
        try await app.services.notices.outbox.runDue()
        #expect(app.mailbox.mails.isEmpty && app.post.sent.count == 3)
        try await app.services.notices.markRead(nil, app.access(.traveller).actor)
        app.clock.pass(.minutes(62))
        _ = try await MailFlowTests.calendar(app, ["METHOD:CANCEL", "UID:\(mailed)@sotravel"])
        #expect(app.post.sent.count == 3, "the phone need not ring")
    }

    @Test func anEventHasItsLinkAndACalendarPartThatIsTheFeeds() async throws {
        let app = try await MailFlowTests.reached()
        let host = try app.host()
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint) = ("Night; sledging, ü", "Hill", "Door")
        (fields.startsAt, fields.endsAt) = (app.clock.now + .hours(20), app.clock.now + .hours(22))
        let id = try await app.services.events.create(fields, confirmsPast: false, host)
        try await app.services.events.publish(
            app.services.events.find(id, host), to: .selected, groups: [], members: [app.id("member traveller")], admitsNewcomers: false,
            host)
        try await app.services.notices.outbox.runDue()
        let mail = try #require(app.mailbox.mails.first)
        let token = try #require(try app.store.events.invitation(event: id, member: app.id("member traveller"))).token
        #expect(mail.token("/r/") == token)
        let calendar = try #require(mail.part("text/calendar"))
        let sequence = try app.services.events.find(id, host).sequence
        for line in [
            "METHOD:REQUEST", "UID:\(id)@sotravel", "SEQUENCE:\(sequence)", "STATUS:CONFIRMED", "SUMMARY:Night\\; sledging\\, ü",
        ] { #expect(calendar.components(separatedBy: "\r\n").contains(line), "\(line)") }
        let whole = calendar.replacing("\r\n ", with: "")
        #expect(whole.contains("ORGANIZER;CN=\"Trip team\":mailto:team@trip.example"))
        #expect(whole.contains("ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:traveller@x.example"))
        #expect(mail.raw.contains("Content-Type: text/calendar; charset=utf-8; method=REQUEST"))
        // Moved, and then called off: the same event, later each time.
        var event = try app.services.events.find(id, host)
        fields.startsAt = fields.startsAt + .minutes(30)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, host)
        let moved = try await MailFlowTests.calendar(app, ["METHOD:REQUEST", "UID:\(id)@sotravel", "STATUS:CONFIRMED"])
        event = try app.services.events.find(id, host)
        #expect(event.sequence > sequence && moved.contains("SEQUENCE:\(event.sequence)"))
        try await app.services.events.cancel(event, reason: "No snow", version: event.version, host)
        let last = try await MailFlowTests.calendar(app, ["METHOD:CANCEL", "UID:\(id)@sotravel", "STATUS:CANCELLED"])
        let end = try app.services.events.find(id, host).sequence
        #expect(end > event.sequence && last.contains("SEQUENCE:\(end)"))
    }
}
