import Domain
import Services
import Testing

/// What a new trip needs: ticked by what is there, put away by a host, and gone when nothing is left.
@Suite struct TripStartTests {
    private func gamma(_ app: TestApp) async throws -> OpenHostAccess {
        var trip = TripFields()
        (trip.name, trip.slug, trip.timeZone) = ("Gamma", "gamma", "Europe/Zurich")
        let alpha = try app.host().trip.fields
        (trip.startDay, trip.endDay) = (alpha.startDay, alpha.endDay)
        try await app.store.trips.add(trip, id: app.services.system.newID(), by: .commandLine, at: app.clock.now)
        return try app.host(.admin, slug: "gamma")
    }

    private func done(_ app: TestApp) async throws -> [String] {
        try await app.send(.get, "/trips/gamma", as: .admin).page.texts(".trip-steps li.done s")
    }

    @Test func eachStepIsTickedByWhatIsThere() async throws {
        let app = try await TestApp.withTrips()
        let access = try await gamma(app)
        #expect(try await done(app) == [])
        var fields = access.trip.fields
        (fields.baseLatitude, fields.baseLongitude) = (46.4, 9.2)
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        #expect(try await done(app) == ["Check the dates and set the base"])
        var person = MemberFields()
        (person[.firstName], person[.status]) = ("Bo", "confirmed")
        let member = try await app.services.roster.add(person, app.host(.admin, slug: "gamma"))
        #expect(try await done(app).last == "Bring your people")
        // Nobody has joined yet: that a link was made is enough.
        _ = try await app.services.joining.makeLinks(for: [member], app.host(.admin, slug: "gamma"))
        #expect(try await done(app) == ["Check the dates and set the base", "Bring your people", "Send the joining links"])
        let page = try await app.send(.get, "/trips/gamma", as: .admin).page
        #expect(page.texts(".trip-steps li.next .step-words a") == ["Plan the first event"])
        #expect(page.has(".trip-steps progress[value=3][max=6]"))
    }

    /// Who runs a trip looks for what happens today: what was left of the preparation is one line at the end.
    @Test func itStandsFirstUntilTheTripBeginsAndLastWhileItRuns() async throws {
        let app = try await TestApp.withTrips()
        let access = try await gamma(app)
        func isFirst() async throws -> Bool {
            let body = try await app.send(.get, "/trips/gamma", as: .admin).body
            let (steps, day) = (body.firstRange(of: "trip-steps\""), body.firstRange(of: "class=\"today-grid\""))
            return try #require(steps).lowerBound < #require(day).lowerBound
        }
        #expect(try await isFirst(), "without people it is a new trip, whatever its dates are")
        var person = MemberFields()
        (person[.firstName], person[.status]) = ("Bo", "confirmed")
        _ = try await app.services.roster.add(person, app.host(.admin, slug: "gamma"))
        #expect(try await !isFirst())
        let running = try await app.send(.get, "/trips/gamma", as: .admin).page
        #expect(running.text("details.trip-steps summary") == "5 preparation steps left" && !running.has("section.trip-steps"))
        var fields = access.trip.fields
        fields.startDay = Day(number: access.trip.zone.today(at: app.clock.now).number + 1)
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        #expect(try await isFirst())
        let before = try await app.send(.get, "/trips/gamma", as: .admin).page
        #expect(before.text("section.trip-steps h2") == "Get this trip ready" && !before.has("details.trip-steps"))
    }

    @Test func itIsPutAwayForAllHostsAndComesBack() async throws {
        let app = try await TestApp.withTrips()
        _ = try await gamma(app)
        let hidden = try await app.send(.post, "/trips/gamma/start", as: .admin, form: [("do", "hide")])
        #expect(hidden.status == 303 && hidden.location.hasSuffix("?done=put-away"))
        let away = try await app.send(.get, "/trips/gamma", as: .admin).page
        #expect(!away.has(".trip-steps") && away.texts(".start-folded span") == ["Getting ready: 0 of 6 done"])
        #expect(try await app.send(.post, "/trips/gamma/start", as: .admin, form: [("do", "show")]).status == 303)
        #expect(try await app.send(.get, "/trips/gamma", as: .admin).page.has(".trip-steps"))
        // Moderators do not prepare trips.
        #expect(try await !app.send(.get, "/trips/alpha", as: .moderator).page.has(".trip-steps"))
        #expect(try await app.send(.post, "/trips/alpha/start", as: .moderator, form: [("do", "hide")]).status == 403)
    }
}
