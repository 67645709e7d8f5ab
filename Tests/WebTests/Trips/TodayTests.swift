import Domain
import Foundation
import Services
import Store
import Testing

/// Today: what it counts is what its links open, what is late is said, and what one did oneself is no news.
@Suite struct TodayTests {
    private func today(_ app: TestApp, as user: TestUser = .host) async throws -> HTMLPage {
        try await app.send(.get, "/trips/alpha", as: user).page
    }

    /// How many lines of people a page has.
    private func rows(_ app: TestApp, _ address: String) async throws -> Int {
        let page = try await app.send(.get, address, as: .host).page
        let people = page.find("#people .person").filter { $0["hidden"] == nil }
        return page.count("#roster tbody tr") + page.count(".guest-rows .guest-name") + people.count + page.count("#calls .urgent li")
            + page.count(".delivery-way") + page.count("form[action$=/accept]")
    }

    private func number(_ text: String) -> Int? { Int(text.filter { $0.isNumber }.prefix(6)) }

    /// Somebody in every state, some with a position, some cancelled.
    private func furnished() async throws -> TestApp {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        for (name, status) in [("Bo", "confirmed"), ("Cy", "invited"), ("Di", "cancelled"), ("Ed", "left"), ("Flo", "cancelled")] {
            var fields = MemberFields()
            (fields[.firstName], fields[.status]) = (name, status)
            _ = try await app.services.roster.add(fields, access)
        }
        let body = "{\"_type\":\"location\",\"lat\":46.4,\"lon\":9.2,\"tst\":\(app.clock.now.seconds),\"tid\":\"tp\"}"
        _ = try await app.send(.post, "/t/" + app.trackerToken, body: body)
        return app
    }

    @Test func everyFigureOpensAsManyAsItCounts() async throws {
        let app = try await furnished()
        let links = try await today(app).find("#today-figures .figures a")
        #expect(links.count >= 9)
        var seen = 0
        for link in links {
            let count = try #require(number(link.text.split(separator: " ").first { Int($0) != nil }.map(String.init) ?? ""))
            seen += count
            #expect(try await rows(app, link.attributes["href"] ?? "") == count, "\(link.text)")
        }
        #expect(seen > 9)
    }

    @Test func everyTaskOpensAsManyAsItCounts() async throws {
        let app = try await furnished()
        let links = try await today(app).find("#today-tasks li a").filter { link in
            !["/settings", "/duty"].contains { link.attributes["href"]?.contains($0) == true }
        }
        #expect(links.contains { $0.text.contains("2 people have not arrived") })
        #expect(links.first?.text.hasPrefix("1 open call for help") == true, "who may need help comes first")
        for link in links {
            let count = try #require(number(link.text.split(separator: " ").first.map(String.init) ?? ""))
            #expect(try await rows(app, link.attributes["href"] ?? "") == count, "\(link.text)")
        }
    }

    @Test func theDayIsToldByTheClock() async throws {
        let app = try await furnished()
        let page = try await today(app)
        #expect(page.texts(".timeline h2").count == 2 && page.texts(".timeline h2")[0].hasPrefix("Today, "))
        #expect(page.texts(".timeline h2")[1].hasPrefix("Tomorrow, ") && page.count(".now-line") == 0)
        let links = page.find(".moment-numbers a").filter { $0["class"] != "moment-paper" }
        #expect(links.count == 2 && page.texts(".moment.draft strong") == ["Draft dinner"])
        for link in links {
            #expect(try await rows(app, link.attributes["href"] ?? "") == number(String(link.text.prefix(2))), "\(link.text)")
        }
    }

    /// A line alone tells nothing: months before a trip there is no day that it would divide.
    @Test func onADayWithoutEventsThereIsNoLineForNow() async throws {
        let app = try await furnished()
        app.clock.pass(.hours(24))
        try await app.signInAgain()
        #expect(try await today(app).count(".now-line") == 1)
        try await app.database.write { connection in
            _ = try connection.run("UPDATE event SET starts_at = starts_at + 864000000000, ends_at = ends_at + 864000000000")
        }
        let page = try await today(app)
        #expect(page.count(".timeline") == 2 && page.count(".now-line") == 0)
    }

    @Test func whoIsNotBackIsCountedAndOpened() async throws {
        let app = try await furnished()
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        (fields.isBackBy, fields.startsAt) = (true, app.clock.now + .minutes(10))
        fields.endsAt = app.clock.now + .hours(2)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        for name in ["moderator", "traveller"] {
            _ = try await app.send(.post, "/r/" + app.personalToken("member " + name), form: [("answer", "yes")])
        }
        #expect(try await today(app).texts(".moment-numbers a").contains { $0.hasSuffix("not back") } == false)
        for pass in [Duration.minutes(30), .hours(3)] {
            app.clock.pass(pass)
            try await app.signInAgain()
            let link = try #require(try await today(app).find(".moment-numbers a").first { $0.text.hasSuffix("not back") })
            #expect(link.text == "3 not back")
            #expect(try await rows(app, link.attributes["href"] ?? "") == 3)
        }
        #expect(try await today(app).count(".moment.late") == 1)
        let tasks = try await today(app).find("#today-tasks li")
        let (task, order) = (try #require(tasks.first { $0.text.contains("not back") }), tasks.map { $0["class"] == "urgent" })
        #expect(task.text.hasPrefix("3 people are not back (back by ") && task["class"] == "urgent")
        #expect(order == order.sorted { $0 && !$1 } && order.contains(false))
        let missing = try #require(try await today(app).find("#today-tasks li.urgent a").first { $0.text.contains("not back") })
        #expect(try await rows(app, missing.attributes["href"] ?? "") == 3)
        let list = app.id("list")
        for name in ["host", "moderator", "traveller"] {
            try await app.services.checkIn.record(
                [.init(id: nil, member: app.id("member " + name), isIn: true, at: nil, method: .tick)], on: list, of: event.id, app.host())
        }
        #expect(try await today(app).texts(".moment-numbers a").contains("Everybody is back"))
        #expect(!(try await today(app).texts("#today-tasks li").contains { $0.contains("not back") }))
    }

    private func duty(_ app: TestApp) async throws -> (text: String, link: String)? {
        try await today(app).find("#today-tasks li a").first { $0.text.contains("on duty") }.map { ($0.text, $0["href"] ?? "") }
    }

    /// The gap of the page of duties, with the way to fill it.
    @Test func nobodyOnDutyIsSaidNowAndBeforeTheNextMorning() async throws {
        let app = try await TestApp.withTrips()
        let now = try #require(try await duty(app))
        #expect(now.text.hasPrefix("Nobody is on duty now"))
        #expect(try await app.send(.get, "/trips/alpha/duty", as: .host).page.find(".duty-now a").first?["href"] == now.link)
        func plan(hours: Int) async throws {
            let start = app.clock.now + .hours(hours == 2 ? 0 : 2)
            _ = try await app.services.duty.add(
                .init(person: app.id("member host"), startsAt: start, endsAt: start + .hours(hours)), app.staff(.host))
        }
        try await plan(hours: 2)
        let later = try #require(try await duty(app))
        #expect(later.text.hasPrefix("Nobody is on duty from "))
        #expect(try await app.send(.get, "/trips/alpha/duty", as: .host).page.find(".duty-gap a").first?["href"] == later.link)
        try await plan(hours: 40)
        #expect(try await duty(app) == nil)
    }

    @Test func whatFailedToArriveIsCountedAndOpened() async throws {
        let app = try await TestApp.withTrips()
        try await app.database.write { _ = try $0.run("DELETE FROM notice") }
        for (number, channel) in [DeliveryChannel.push, .telegram].enumerated() {
            let address = DeliveryAddress(id: ID(high: 5, low: UInt64(number)), channel: channel, address: "\(number)")
            try await app.store.addressBook.put(address, account: app.id("account traveller"), at: app.clock.now)
        }
        app.post.answer { _ in .refused(reason: "The service refused it.") }
        let notice = NewNotice(
            person: .member(app.id("member traveller"), trip: app.id("trip alpha")), kind: .announcement, subject: nil, urgency: .urgent,
            title: "Hello", text: "", expiresAt: app.clock.now + .hours(30))
        try await app.store.notices.add([notice], at: app.clock.now)
        try await app.services.notices.outbox.runDue()
        func task() async throws -> HTMLPage.Element? {
            try await today(app).find("#today-tasks li a").first { $0["href"]?.contains("/deliveries") == true }
        }
        let found = try #require(try await task())
        let page = try await app.send(.get, found["href"] ?? "", as: .host).page
        #expect(number(found.text) == page.count(".delivery-way") && page.count(".delivery-way") > 0 && page.count(".delivery") == 1)
        #expect(page.text("nav.tabs a[aria-current]") == "Failed and not read")
        #expect(try await !today(app, as: .moderator).texts("#today-tasks li").contains { $0.contains("failed") })
        // A day later nothing is to be done about it.
        app.clock.pass(.hours(25))
        try await app.signInAgain()
        #expect(try await task() == nil)
    }

    @Test func aClosedDeadlineIsStillATask() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        fields.answerBy = app.clock.now + .hours(1)
        try await app.services.events.update(
            event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        app.clock.pass(.hours(2))
        let task = try #require(try await today(app).find("#today-tasks li a").first { $0.text.contains("answers closed") })
        #expect(task.text.hasPrefix("Glacier walk: answers closed, 3 never answered"))
        #expect(try await rows(app, task.attributes["href"] ?? "") == 3)
    }

    @Test func whatIsCancelledStandsInItsTimeAndNumbersAreWithinReach() async throws {
        let app = try await furnished()
        let access = try app.host()
        let event = try app.services.events.find(app.id("event"), access)
        try await app.services.events.cancel(event, reason: "Storm", version: event.version, access)
        let page = try await today(app)
        #expect(page.texts(".moment.gone strong") == ["Glacier walk"])
        let numbers = page.count(".today-emergency a[href^=tel:]") - page.count(".today-emergency .empty a")
        #expect(page.count(".quick-calls a") == min(3, numbers))
        // On a phone what is to be done comes before them.
        let body = try await app.send(.get, "/trips/alpha", as: .host).body
        let (tasks, calls) = (try #require(body.range(of: "id=\"today-tasks\"")), body.range(of: "class=\"quick-calls"))
        #expect(calls.map { tasks.lowerBound < $0.lowerBound } ?? (numbers == 0))
        #expect(page.count(".figures-panel .figures") == 2)
    }

    /// A day or a list that is long shows its first six, and folds the rest; nothing of it is left out.
    @Test func whatIsLongIsFolded() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        let tomorrow = Day(number: access.trip.zone.today(at: app.clock.now).number + 1)
        #expect(try await !today(app).has(".timeline .today-more"))
        for hour in 6...13 {
            var fields = EventFields()
            (fields.title, fields.place, fields.meetingPoint, fields.category) = ("Run \(hour)", "Hut", "Door", .sport)
            fields.startsAt = access.trip.zone.instant(day: tomorrow, secondsOfDay: hour * 3600)
            fields.endsAt = fields.startsAt + .minutes(30)
            _ = try await app.services.events.create(fields, confirmsPast: false, access)
        }
        let page = try await today(app)
        // The trip has two of its own.
        #expect(page.text("#today-tomorrow .today-more summary") == "and 4 more")
        #expect(page.count("#today-tomorrow .moment") == 10 && page.count("#today-tomorrow .today-more .moment") == 4)
        #expect(page.texts("#today-tomorrow .moment strong").prefix(2) == ["Run 6", "Run 7"])
        #expect(page.text(".today-lead") == "Day 3 of 8")
    }

    @Test func changesOfOthersAreBundledAndOnesOwnAreNone() async throws {
        let app = try await TestApp.withTrips()
        for user in [TestUser.host, .moderator] { _ = try await today(app, as: user) }
        app.clock.pass(.minutes(20))
        let csv = "name\n" + (1...20).map { "Guest \($0)" }.joined(separator: "\n") + "\n"
        let access = try app.host()
        let pending = try await app.services.roster.beginImport(Array(csv.utf8), access)
        let page = "/trips/alpha/roster/import/\(pending)"
        let save = [("do", "save"), ("column0", "full_name"), ("version", "\(try app.host().trip.rosterVersion)")]
        _ = try await app.send(.post, page, as: .host, form: [("do", "preview"), ("column0", "full_name")])
        #expect(try await app.send(.post, page, as: .host, form: save).status == 303)
        #expect(try await today(app).texts("[aria-labelledby=changes] li").isEmpty)
        let told = try await today(app, as: .moderator)
        #expect(told.texts("[aria-labelledby=changes] li a") == ["host Person added 20 people"])
        // Moderators undo nothing.
        #expect(!told.has("[aria-labelledby=changes] form"))
    }

    @Test func keepingAPageTrueIsNoVisit() async throws {
        let app = try await TestApp.withTrips()
        _ = try await app.send(.get, "/trips/alpha?live=on", as: .host)
        #expect(try app.services.today(app.host()).lastVisit == nil)
        _ = try await app.send(.get, "/trips/alpha", as: .host)
        #expect(try app.services.today(app.host()).lastVisit != nil)
    }

    @Test func numbersAreDialledAndANewTripTicksItself() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        var fields = access.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118\nNo number"
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        #expect(try await today(app).has("[aria-labelledby=emergency] a[href=tel:+000000118]"))
        // Nobody has loaded a map: the rest is said to be there.
        #expect(try await today(app).texts(".trip-steps li.done s").contains("Bring your people"))
        var trip = TripFields()
        (trip.name, trip.slug, trip.timeZone) = ("Gamma", "gamma", "Europe/Zurich")
        (trip.startDay, trip.endDay) = (fields.startDay, fields.endDay)
        try await app.store.trips.add(trip, id: app.services.system.newID(), by: .commandLine, at: app.clock.now)
        let empty = try await app.send(.get, "/trips/gamma", as: .admin).page
        #expect(empty.count(".trip-steps li") == 6 && empty.count(".trip-steps li.done") == 0)
        #expect(empty.count(".trip-steps li.next") == 1)
    }
}
