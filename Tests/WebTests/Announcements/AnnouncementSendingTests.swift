import Domain
import Services
import Store
import Testing

/// Announcements on a real database: once, at their time, and what becomes of them.
@Suite struct AnnouncementSendingTests {
    private let app: TestApp
    private var path: String { "/trips/alpha/announcements" }

    init() async throws { app = try await TestApp.withTrips() }

    private func content(_ title: String = "Bus at 18:40") -> AnnouncementContent {
        var content = AnnouncementContent()
        (content.title, content.audience) = (title, AnnouncementAudience([(.all, .everyone)]))
        return content
    }

    // MARK: sending

    @Test func itGoesOutOnceToEverybodyButWhoSendsIt() async throws {
        let id = app.services.system.newID()
        let first = try await app.services.announcements.send(id, content(), version: nil, app.announcer())
        let again = try await app.services.announcements.send(id, content("Other words"), version: nil, app.announcer())
        #expect(first == 3 && again == nil)
        let receipts = try app.receipts(id)
        #expect(Set(receipts.receipts.map(\.name)) == ["Ada Example", "moderator Person", "traveller Person"])
        #expect(receipts.announcement.content.title == "Bus at 18:40" && receipts.announcement.audienceWords == "Everyone")
        #expect(try app.inboxes(id) == 3)
        let trail = try app.store.audit.entries(subject: id, trip: app.id("trip alpha"), limit: 9)
        #expect(trail.map(\.action) == ["announcement sent"] && trail.first?.actorName == "host Person")
        #expect(trail.first?.changes.contains { $0.field == "people" && $0.to == "3" } == true)
    }

    @Test func nobodyOfAnotherTripGetsIt() async throws {
        let stranger = app.id("member travellerOfAnotherTrip")
        let chosen = AnnouncementAudience([(.any, .people([stranger, app.id("member")]))])
        let id = try await app.announce(to: chosen)
        #expect(try app.receipts(id).receipts.map(\.member) == [app.id("member")])
        await #expect(throws: Refusal.self) { try await app.announce(to: AnnouncementAudience([(.all, .people([stranger]))])) }
        await #expect(throws: Refusal.notFound) {
            try await app.announce {
                $0.event = app.id("event"); $0.corrects = ID(high: 4, low: 4)
            }
        }
    }

    @Test func everyConditionFindsItsPeople() async throws {
        let (event, list, group) = (app.id("event"), app.id("list"), app.id("group"))
        _ = try await app.services.myEvents.answer(event, isComing: true, app.member(.traveller))
        func people(_ condition: AudienceCondition) throws -> [String] {
            try app.services.announcements.preview(AnnouncementAudience([(.all, condition)]), app.announcer()).people.map(\.fullName)
        }
        #expect(try people(.group(group)) == ["Ada Example"])
        #expect(try people(.role(.moderator)) == ["moderator Person"])
        #expect(try people(.going(event)) == ["traveller Person"])
        #expect(try people(.unanswered(event)).contains("Ada Example"))
        #expect(try people(.notCheckedIn(list)) == ["traveller Person"], "Ada is ticked in")
        #expect(try people(.arrived).count == 3)
        #expect(try people(.notArrived) == [])
        #expect(try people(.silent(30)) == ["Ada Example"], "who has a tracker and was never heard")
        #expect(try people(.unreachable).count == 3)
        let id = try await app.announce()
        #expect(try people(.got(id)).count == 3)
        #expect(try people(.notAnswered(id)).count == 3)
        try await app.services.announcements.answer(id, position: 0, text: "", app.member(.traveller))
        #expect(try people(.notOpened(id)).sorted() == ["Ada Example", "moderator Person"])
        #expect(try people(.notAnswered(id)).count == 2)
    }

    // MARK: at its time

    @Test func itGoesOutAtItsTimeOnce() async throws {
        let id = app.services.system.newID()
        var later = content()
        later.scheduledAt = app.clock.now + .hours(1)
        try await app.services.announcements.save(id, later, version: nil, isDraft: false, app.announcer())
        #expect(try await app.services.announcements.sendDue() == 0)
        app.clock.pass(.hours(1))
        #expect(try await app.services.announcements.sendDue() == 1)
        #expect(try await app.services.announcements.sendDue() == 0)
        #expect(try app.inboxes(id) == 3 && app.receipts(id).receipts.count == 3)
    }

    @Test func aScheduleIsCancelled() async throws {
        let id = app.services.system.newID()
        var later = content()
        later.scheduledAt = app.clock.now + .hours(1)
        try await app.services.announcements.save(id, later, version: nil, isDraft: false, app.announcer())
        #expect(try await app.send(.post, "\(path)/\(id)/unschedule", as: .host).status == 303)
        app.clock.pass(.hours(2))
        #expect(try await app.services.announcements.sendDue() == 0)
        #expect(try app.services.announcements.find(id, app.staff(.host)).state == .draft)
        #expect(try await app.send(.post, "\(path)/\(id)/delete", as: .host).status == 303)
        #expect(try await app.send(.get, "\(path)/\(id)", as: .host).status == 404)
    }

    @Test func whoComesToMatchGetsItOnlyIfTheHostSaidSo() async throws {
        let travellers = AnnouncementAudience([(.all, .role(.traveller))])
        let (open, closed) = (
            try await app.announce("Open", to: travellers) { $0.addsLater = true }, try await app.announce("Closed", to: travellers)
        )
        try await app.addAccount(.medic, isAdmin: false)
        try await app.add(.medic, to: "alpha", as: .traveller)
        #expect(try await app.services.announcements.addLater() == 1)
        #expect(try await app.services.announcements.addLater() == 0)
        #expect(try app.receipts(open).counts.people == 3 && app.receipts(closed).counts.people == 2)
        app.clock.pass(.days(8))
        try await app.add(.withoutTrip, to: "alpha", as: .traveller)
        #expect(try await app.services.announcements.addLater() == 0, "it no longer holds")
    }

    /// The trip is over after the 10th: nobody is to look at yesterday's bus at home.
    @Test func whatSaysNoEndHoldsNoLongerThanTheTrip() async throws {
        app.clock.step(try app.host().trip.endsAt - .days(3) - app.clock.now)
        try await app.signInAgain()
        let id = try await app.announce { $0.answers = [] }
        #expect(try app.receipts(id).announcement.endsAt == app.host().trip.endsAt)
        app.clock.pass(.days(4))
        try await app.signInAgain()
        let after = try await app.announce("A glove was found") { $0.answers = [] }
        #expect(try app.receipts(after).announcement.endsAt == app.clock.now + .days(7), "after the trip as long as ever")
    }

    // MARK: urgent ones

    @Test func sixUrgentOnesAnHourAndNoMoreWithoutAnAdmin() async throws {
        for number in 1...6 { try await app.announce("Urgent \(number)", urgency: .urgent) }
        await #expect(throws: Refusal.self) { try await app.announce("Urgent 7", urgency: .urgent) }
        try await app.announce("Not urgent", urgency: .high)
        try await app.announce("An admin's", urgency: .urgent, as: .admin)
        #expect(try app.services.announcements.urgentLeft(app.announcer()) == 0)
        app.clock.pass(.minutes(61))
        try await app.announce("Urgent 8", urgency: .urgent)
        let sent = try app.services.announcements.list(app.staff(.host))
        #expect(sent.count == 9, "the one that was refused was not kept")
    }

    @Test func aScheduledUrgentOneWaitsForItsTurn() async throws {
        for number in 1...6 { try await app.announce("Urgent \(number)", urgency: .urgent) }
        let id = app.services.system.newID()
        var later = content("At last")
        (later.urgency, later.scheduledAt) = (.urgent, app.clock.now + .minutes(5))
        try await app.services.announcements.save(id, later, version: nil, isDraft: false, app.announcer())
        app.clock.pass(.minutes(6))
        #expect(try await app.services.announcements.sendDue() == 0)
        app.clock.pass(.minutes(55))
        #expect(try await app.services.announcements.sendDue() == 1)
    }

    @Test func remindersOfUrgentOnesCountAmongTheSix() async throws {
        let id = try await app.announce("Urgent 1", urgency: .urgent)
        let calm = try await app.announce("Calm")
        for minutes in [15, 11, 11, 11, 11] {
            app.clock.pass(.minutes(minutes))
            #expect(try await app.services.announcements.remind(id, app.announcer()) == 2)
        }
        // The first went out 59 minutes ago.
        #expect(try app.services.announcements.urgentLeft(app.announcer()) == 0)
        await #expect(throws: Refusal.self) { try await app.announce("Urgent 2", urgency: .urgent) }
        let other = try await app.announce("An admin's", urgency: .urgent, as: .admin)
        let refused = try await app.send(.post, "\(path)/\(other)/remind", as: .host)
        #expect(refused.status == 429 && refused.body.contains("Call people, or ask an admin."))
        #expect(try await app.services.announcements.remind(calm, app.announcer()) == 2, "no urgent one")
        #expect(try await app.services.announcements.remind(other, app.announcer(.admin)) > 0)
        app.clock.pass(.hours(2))
        #expect(try await app.services.announcements.remind(id, app.announcer()) == 2)
    }

    // MARK: too late

    private func schedule(_ title: String, in minutes: Int, _ change: (inout AnnouncementContent) -> Void = { _ in }) async throws -> ID {
        let id = app.services.system.newID()
        var later = content(title)
        later.scheduledAt = app.clock.now + .minutes(minutes)
        change(&later)
        try await app.services.announcements.save(id, later, version: nil, isDraft: false, app.announcer())
        return id
    }

    @Test func whatIsTooLateIsADraftAgainAndItsAuthorIsTold() async throws {
        let late = try await schedule("Breakfast at eight", in: 60)
        let over = try await schedule("Bus in ten minutes", in: 120) { $0.expiresAt = app.clock.now + .minutes(130) }
        let good = try await schedule("Dinner at seven", in: 125)
        // Nothing ran meanwhile.
        app.clock.pass(.minutes(131))
        #expect(try await app.services.announcements.sendDue() == 1)
        for id in [late, over] {
            let found = try app.services.announcements.find(id, app.staff(.host))
            #expect(found.state == .draft && found.sentAt == nil, "\(found.content.title)")
            let trail = try app.store.audit.entries(subject: id, trip: app.id("trip alpha"), limit: 9)
            #expect(trail.first?.action == "announcement not sent")
        }
        #expect(try app.services.announcements.find(good, app.staff(.host)).state == .sent)
        let page = try await app.send(.get, "\(path)/\(late)", as: .host).body
        #expect(page.contains("It was not sent") && page.contains("Send it if it is still valid."))
        let inbox = try await app.send(.get, "/notices", as: .host).body
        #expect(inbox.contains("Not sent: Breakfast at eight") && inbox.contains("Not sent: Bus in ten minutes"))
        #expect(!(try await app.send(.get, "/notices", as: .traveller).body.contains("Breakfast at eight")))
        #expect(try await app.services.announcements.sendDue() == 0)
        // Saved anew it is a draft like others.
        var typed = content("Lunch at one")
        typed.scheduledAt = app.clock.now + .minutes(5)
        let version = try app.services.announcements.find(late, app.staff(.host)).version
        try await app.services.announcements.save(late, typed, version: version, isDraft: true, app.announcer())
        #expect(!(try await app.send(.get, "\(path)/\(late)", as: .host).body.contains("It was not sent")))
    }

    @Test func urgentOnesThatWaitKeepNobodyElseOut() async throws {
        for number in 1...6 { try await app.announce("Urgent \(number)", urgency: .urgent) }
        for number in 1...25 { _ = try await schedule("Waits \(number)", in: 5) { $0.urgency = .urgent } }
        let calm = try await schedule("Calm", in: 6)
        app.clock.pass(.minutes(7))
        #expect(try await app.services.announcements.sendDue() == 1)
        #expect(try app.services.announcements.find(calm, app.staff(.host)).state == .sent)
    }
}
