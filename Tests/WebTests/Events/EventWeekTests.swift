import Domain
import Foundation
import Services
import Testing

/// The week by the hour, and the programme.
@Suite struct EventWeekTests {
    /// Another event at a time of day of the trip.
    private func add(_ title: String, _ day: String, _ start: Int, _ minutes: Int, _ app: TestApp) async throws -> ID {
        let access = try app.host()
        var fields = EventFields()
        (fields.title, fields.place, fields.meetingPoint, fields.category) = (title, "Hut", "Door", .meal)
        fields.startsAt = access.trip.zone.instant(day: try #require(Day(day)), secondsOfDay: start * 60)
        fields.endsAt = fields.startsAt + .minutes(minutes)
        return try await app.services.events.create(fields, confirmsPast: true, access)
    }

    @Test func eventsStandByTheirHoursAndOverlapsSideBySide() async throws {
        let app = try await TestApp.withTrips()
        _ = try await add("Breakfast", "2026-01-08", 8 * 60, 60, app)
        _ = try await add("Lesson", "2026-01-08", 8 * 60 + 30, 90, app)
        _ = try await add("Late party", "2026-01-08", 23 * 60, 180, app)
        let page = try await app.send(.get, "/trips/alpha/events?view=week&day=2026-01-08", as: .host).page
        // The party goes on after midnight, on the next day.
        #expect(page.texts(".block strong").filter { $0 == "Late party" }.count == 2)
        #expect(page.texts(".block.draft.category-meal strong").contains("Lesson"))
        // A narrow day lays them on each other: which of how many each is, and whether another's name stands in the same place.
        let places = Set(page.find(".block").compactMap { $0["class"] }.flatMap { $0.split(separator: " ") }.filter { $0.contains("lane") })
        #expect(places == ["lane-1", "lanes-2"])
        let heads = page.find(".week-grid thead th")
        // The day with two at once has two columns.
        let columns = heads.dropFirst().compactMap { Int($0["colspan"] ?? "") }
        #expect(heads.count == 9 && columns.count == 8 && columns.allSatisfy { 1...2 ~= $0 } && columns.contains(1), "\(columns)")
        #expect(heads.first { $0.text.hasPrefix("Thu 8") }?["colspan"] == "2")
        // The colour is said in a word, too.
        #expect(page.find(".block.category-meal").allSatisfy { $0.text.contains("Meal") } && page.has(".block.category-meal"))
        // Every row spans all columns of the week: what a cell covers below it is not repeated.
        let rows = page.count(".week-grid tbody tr")
        #expect(rows >= 40)
        let spans = page.find(".week-grid tbody td[rowspan]").map { (Int($0["rowspan"] ?? "") ?? 0) * (Int($0["colspan"] ?? "") ?? 0) }
        #expect(spans.reduce(0, +) == rows * columns.reduce(0, +))
        // On phones the days stand one after the other.
        #expect(page.has(".days.by-day .event"))
    }

    /// From Saturday to Saturday, as the trip is; what is planned outside of it has days of its own, which are dim.
    @Test func aWeekHasTheDaysOfTheTrip() async throws {
        let app = try await TestApp.withTrips()
        func week(_ day: String = "") async throws -> HTMLPage {
            try await app.send(.get, "/trips/alpha/events?view=week" + day, as: .host).page
        }
        func ways(_ page: HTMLPage) -> [String] { page.find(".stepper a").map { $0["aria-label"] ?? $0.text } }
        let trip = try await week()
        #expect(trip.text(".stepper strong") == "Sat 3 – Sat 10 Jan 2026" && ways(trip).isEmpty)
        #expect(trip.has(".week-grid.of-8") && !trip.has(".week-grid .outside"))
        #expect(trip.find(".week-grid thead .is-today").map(\.text) == ["Mon 5 Jan Today"])
        _ = try await add("Meeting", "2026-01-11", 18 * 60, 60, app)
        #expect(ways(try await week()) == ["Next week"])
        let after = try #require(try await week().find(".stepper a").first?["href"])
        let outside = try await app.send(.get, after, as: .host).page
        #expect(outside.text(".stepper strong") == "Sun 11 – Sat 17 Jan 2026" && outside.count(".week-grid thead th.outside") == 7)
        #expect(outside.texts(".block strong") == ["Meeting"] && ways(outside) == ["Previous week", "Today"])
        #expect(outside.find(".stepper a").map { $0["href"] ?? "" }.map { $0.suffix(14) } == ["day=2026-01-10", "day=2026-01-05"])
        // A day has one before and one after it.
        let day = try await app.send(.get, "/trips/alpha/events?view=day&day=2026-01-05", as: .host).page
        #expect(ways(day) == ["Previous day", "Next day"])
    }

    /// On a phone: days that are over and had nothing have no heading.
    @Test func theListOfAWeekLeavesOutEmptyDaysThatAreOver() async throws {
        let app = try await TestApp.withTrips()
        _ = try await add("Bus", "2026-01-08", 8 * 60, 50, app)
        func days(_ query: String) async throws -> Int {
            try await app.send(.get, "/trips/alpha/events?view=week" + query, as: .host).page.count(".days.by-day .day")
        }
        let today = try app.host().trip.zone.today(at: app.clock.now)
        // Of a week to come all, of one long ago those with events alone.
        #expect(try await days("&day=" + Day(number: today.number + 14).description) == 7)
        #expect(try await days("&day=" + Day(number: today.number - 140).description) == 0)
        // The trip's own, from today on.
        #expect(try await days("&day=" + today.description) == app.host().trip.fields.endDay.number - today.number + 1)
    }

    /// On a phone, without scripts: the head of the page stays in sight, and so does today.
    @Test func aWeekUnderWayFoldsTheDaysThatAreOver() async throws {
        let app = try await TestApp.withTrips()
        func week(_ query: String = "") async throws -> HTMLPage {
            try await app.send(.get, "/trips/alpha/events?view=week" + query, as: .host).page
        }
        // On Monday nothing comes before it.
        #expect(try await !week().has("#events details"))
        // On Thursday Tuesday's walk does.
        app.clock.pass(.days(3))
        try await app.signInAgain()
        let now = try await week()
        #expect(now.find(".tabs a").first { $0.text == "Week" }?["href"] == "/trips/alpha/events?view=week")
        #expect(now.text("#events summary") == "Earlier days" && now.texts("#events details .day h2") == ["Tue 6 Jan"])
        #expect(now.text("#today h2") == "Thu 8 Jan Today" && !now.has("#events details #today"))
        let next = try await week("&day=2026-01-15")
        #expect(!next.has("#events details") && !next.has("#today"))
        // A week that is over shows what it had.
        app.clock.pass(.days(7))
        try await app.signInAgain()
        let last = try await week("&day=2026-01-08")
        #expect(!last.has("#events details") && last.texts("#events .day h2") == ["Tue 6 Jan"])
    }

    /// Rows are half hours; within them blocks and the clock stand to five minutes.
    @Test func blocksBeginAndEndWhereTheyDo() async throws {
        let app = try await TestApp.withTrips()
        _ = try await add("Bus", "2026-01-08", 8 * 60 + 40, 50, app)
        _ = try await add("Whistle", "2026-01-08", 11 * 60 + 25, 5, app)
        let page = try await app.send(.get, "/trips/alpha/events?view=week&day=2026-01-08", as: .host).page
        let styles = Dictionary(page.find(".block").map { ($0.text, $0["class"] ?? "") }) { first, _ in first }
        #expect(styles.first { $0.key.hasPrefix("Bus") }?.value.contains("late-2") == true)
        #expect(styles.first { $0.key.hasPrefix("Bus") }?.value.contains("early") == false)
        // High enough for its words.
        #expect(styles.first { $0.key.hasPrefix("Whistle") }?.value.contains("short late-1") == true)
        let local = try app.host().trip.zone.local(app.clock.now).secondsOfDay
        let now = try await app.send(.get, "/trips/alpha/events?view=week", as: .host).page.find(".week-grid tr.now").first?["class"]
        #expect(now == (local % 1800 < 300 ? "now" : "now at-\(local % 1800 / 300)"))
    }

    @Test(arguments: [(hour: 6, held: ["06:00", "19:00"]), (20, ["08:00", "20:00"])])
    func whatIsCancelledStandsAtItsHours(hour: Int, held: [String]) async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        func week() async throws -> (labels: [String], page: HTMLPage) {
            let page = try await app.send(.get, "/trips/alpha/events?view=week&day=2026-01-08", as: .host).page
            return (page.texts(".week-grid tbody tr th"), page)
        }
        var event = try app.services.events.find(app.id("event"), access)
        var fields = event.fields
        fields.startsAt = access.trip.zone.instant(day: try #require(Day("2026-01-08")), secondsOfDay: hour * 3600)
        fields.endsAt = fields.startsAt + .hours(1)
        try await app.services.events.update(event, to: fields, version: event.version, confirmsPast: false, asksAgain: false, access)
        _ = try await add("Breakfast", "2026-01-08", 8 * 60, 60, app)
        // The draft that the trip has ends after seven.
        let before = try await week().labels
        #expect([before.first, before.last] == held)
        event = try app.services.events.find(app.id("event"), access)
        try await app.services.events.cancel(event, reason: "Storm", version: event.version, access)
        let (labels, page) = try await week()
        #expect([labels.first, labels.last] == held)
        let block = page.find(".block.gone.short")
        #expect(block.count == 1 && block.first?.text.hasPrefix("Glacier walk") == true)
        #expect(block.first?.text.contains(hour == 6 ? "06:00" : "20:00") == true)
        #expect(page.find(".week-grid thead th").first { $0.text.hasPrefix("Thu 8") }?["colspan"] == "1")
        let columns = page.find(".week-grid thead th").dropFirst().compactMap { Int($0["colspan"] ?? "") }.reduce(0, +)
        let spans = page.find(".week-grid tbody td[rowspan]").map { (Int($0["rowspan"] ?? "") ?? 0) * (Int($0["colspan"] ?? "") ?? 0) }
        #expect(spans.reduce(0, +) == page.count(".week-grid tbody tr") * columns)
    }

    /// From the first hour that has something to the last, and of a week without events from eight to six.
    @Test func aWeekHasTheHoursThatHaveSomething() async throws {
        let app = try await TestApp.withTrips()
        func hours() async throws -> [String] {
            let page = try await app.send(.get, "/trips/alpha/events?view=week&day=2026-01-11", as: .host).page
            return page.texts(".week-grid tbody tr th")
        }
        let none = try await hours()
        #expect(none.first == "08:00" && none.last == "17:00")
        _ = try await add("Lunch", "2026-01-11", 11 * 60 + 30, 90, app)
        _ = try await add("Dinner", "2026-01-11", 19 * 60, 75, app)
        let some = try await hours()
        #expect(some.first == "11:00" && some.last == "20:00")
    }

    @Test func nowIsALineInThisWeekOnly() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, "/trips/alpha/events?view=week", as: .host).page.count(".week-grid tr.now") == 1)
        #expect(try await app.send(.get, "/trips/alpha/events?view=week&day=2026-01-20", as: .host).page.count(".week-grid tr.now") == 0)
    }

    @Test func aDayWithNothingSaysSoOnceAndAListHasTheColoursOfTheWeek() async throws {
        let app = try await TestApp.withTrips()
        _ = try await add("Breakfast", "2026-01-08", 8 * 60, 60, app)
        func page(_ query: String) async throws -> HTMLPage {
            try await app.send(.get, "/trips/alpha/events?" + query, as: .host).page
        }
        let empty = try await page("view=day&day=2026-01-09")
        #expect(empty.texts(".empty > p").first == "Nothing is planned then." && !empty.has("#events .day"))
        let week = try await page("view=week&day=2026-01-08")
        #expect(
            week.count(".days.by-day .day") == 6 && week.count(".days.by-day .free-day") == 4 && week.count(".days.by-day .events") == 2)
        // The stepper names the day in sight, the heading of its list for those who hear the page.
        let day = try await page("view=day&day=2026-01-08")
        #expect(day.texts(".event.category-meal strong") == ["Breakfast"] && !day.has(".stepper .chip"))
        #expect(day.text(".stepper strong") == "Thu 8 Jan 2026" && day.text(".day h2.visually-hidden") == "Thu 8 Jan 2026")
        #expect(try await page("view=day").text(".stepper .chip") == "Today")
    }

    @Test func theProgrammeHasAllDaysAndNoDrafts() async throws {
        let app = try await TestApp.withTrips()
        let host = try app.host()
        var fields = host.trip.fields
        fields.emergencyNumbers = "Piste rescue +00 000 0118"
        try await app.services.trips.update(host, to: fields, version: host.trip.version)
        let page = try await app.send(.get, "/trips/alpha/events/programme", as: .moderator).page
        // Eight days: two that are free, today, one with a walk, four that are free.
        #expect(page.count(".programme-day") == 4 && page.texts(".programme dd a") == ["Glacier walk"])
        // Whom to phone stands in the head, above all days.
        #expect(page.texts(".programme > .heading p").contains("Emergency: Piste rescue +00 000 0118"))
        #expect(page.texts(".programme-free h2").map { $0.contains(" to ") } == [true, false, true])
        #expect(page.text(".programme dd a") == "Glacier walk" && !page.texts(".programme dd").joined().contains("Draft dinner"))
        let own = try await app.send(.get, "/trips/alpha/my/events/programme", as: .traveller).page
        #expect(own.texts(".programme dd a") == ["Glacier walk"] && own.texts(".programme .chip").contains("No answer"))
        #expect(own.find(".programme dd a").first?["href"] == "/trips/alpha/my/events/\(app.id("event"))")
    }

    @Test func paperHasTheEmergencyNumbersInOneLine() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        var fields = access.trip.fields
        fields.emergencyNumbers = "112\n\n \n999 \n"
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        let page = try await app.send(.get, "/trips/alpha/events/programme", as: .host).page
        #expect(page.texts("p").contains("Emergency: 112 · 999"))
    }

    @Test func travellersAnswerInTheList() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/alpha/my/events", as: .traveller).page
        #expect(page.text("#answer") == "Please answer")
        #expect(page.texts(".row-answer button") == ["Going: Glacier walk", "Not going: Glacier walk"])
        let form = try #require(page.find(".row-answer").first?["action"])
        let seen = try #require(page.find(".row-answer input[name=seen]").first?["value"])
        #expect(try await app.send(.post, form, as: .traveller, form: [("answer", "yes"), ("seen", seen)]).status == 303)
        let after = try await app.send(.get, "/trips/alpha/my/events", as: .traveller).page
        #expect(!after.has("#answer"))
    }
}
