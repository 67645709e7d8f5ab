import Domain
import Services
import Testing

/// The hosts' summary at seven: one a day, for whoever wants it.
@Suite struct MorningTests {
    private func wanted(_ app: TestApp, by user: TestUser = .host) async throws {
        var choices = NoticeChoices()
        choices.wantsSummary = true
        try await app.services.notices.setChoices(choices, app.access(user).actor)
    }

    private func told(_ app: TestApp) throws -> [String] {
        try app.database.read { try $0.all("SELECT text FROM notice WHERE kind = 'morning' ORDER BY made_at") { $0.text(0) } }
    }

    /// Moves the clock to that time of the trip's next day.
    private func goOn(_ app: TestApp, toHour hour: Int) throws {
        let zone = try app.access(.host).trip.zone
        let next = zone.instant(day: Day(number: zone.today(at: app.clock.now).number + 1), secondsOfDay: hour * 3600)
        app.clock.pass(next - app.clock.now)
    }

    @Test func itComesOnceADayToWhoeverWantsIt() async throws {
        let app = try await TestApp.withTrips()
        try await wanted(app)
        // A traveller's wish counts for nothing.
        try await wanted(app, by: .traveller)
        try await app.services.safety.raise(.init(text: "SECRET-WORDS", isTest: false, place: nil), app.member(.traveller))
        let trip = try app.access(.host).trip
        let today = trip.zone.today(at: app.clock.now)
        #expect(today >= trip.fields.startDay && today < trip.fields.endDay, "the trip is on")
        try goOn(app, toHour: 6)
        try await app.services.morning.runDue()
        #expect(try told(app).isEmpty)
        app.clock.pass(.hours(1))
        for _ in 0..<3 { try await app.services.morning.runDue() }
        let texts = try told(app)
        #expect(texts.count == 1 && texts[0].contains("1 open call for help.") && !texts[0].contains("SECRET"))
        #expect(texts[0].contains("Glacier walk (") || texts[0].contains("No events today."))
        app.clock.pass(.hours(5))
        try await app.services.morning.runDue()
        #expect(try told(app).count == 1)
    }

    @Test func nobodyGetsItUnasked() async throws {
        let app = try await TestApp.withTrips()
        try goOn(app, toHour: 7)
        try await app.services.morning.runDue()
        #expect(try told(app).isEmpty)
    }

    @Test func itIsChosenAmongTheHostsChoicesAndGoesByMailAlone() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, "/notices/settings", as: .host).body.contains("name=\"summary\""))
        #expect(try await !app.send(.get, "/notices/settings", as: .traveller).body.contains("name=\"summary\""))
        let form = [("summary", "on"), ("minutes", "30")]
        #expect(try await app.send(.post, "/notices/settings", as: .host, form: form).status == 303)
        #expect(try await app.send(.get, "/notices/settings", as: .host).body.contains("name=\"summary\" value=\"on\" checked"))
        #expect(try app.store.addressBook.choices(app.id("account host")).wantsSummary)
        try await LetterFlowTests.confirmed(app, .host)
        _ = try await app.database.write { try $0.run("DELETE FROM notice", []) }
        try goOn(app, toHour: 7)
        try await app.services.morning.runDue()
        try await app.services.notices.outbox.runDue()
        #expect(app.post.sent.map(\.address) == ["host@x.example"])
    }
}
