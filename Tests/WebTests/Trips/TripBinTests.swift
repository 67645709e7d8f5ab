import Domain
import Services
import Testing

/// A trip that was deleted is not there for anybody, comes back whole for thirty days, and leaves no row behind after that.
@Suite struct TripBinTests {
    private let path = "/trips/alpha/delete"

    private func archived() async throws -> TestApp {
        let app = try await TestApp.withTripsAndMedic()
        try await app.services.resolveHelp(app.id("alert"), as: "safe", words: "found", app.host())
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        return app
    }

    private func delete(_ app: TestApp) async throws -> String {
        let deleted = try await app.send(.post, path, as: .admin, form: [("name", "trip ALPHA")])
        #expect(deleted.status == 303)
        return deleted.location
    }

    private func count(_ app: TestApp, _ sql: String) throws -> Int {
        try app.database.read { try $0.one(sql, [.blob(app.id("trip alpha").bytes)]) { $0.int(0) } ?? 0 }
    }

    @Test func aTripThatGoesOnIsArchivedFirst() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, path, as: .admin).page.text("h1") == "Archive Trip alpha first")
        let form = [("name", "Trip alpha")]
        #expect(try await app.send(.post, path, as: .admin, form: form).status == 409)
        // Somebody waits for help.
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        let refused = try await app.send(.post, path, as: .admin, form: form)
        #expect(refused.status == 409 && refused.body.contains("has called for help"))
        for user in [TestUser.host, .moderator, .traveller, .hostOfAnotherTrip] {
            #expect(try await app.send(.post, path, as: user, form: form).status == 403)
        }
        #expect(try await app.send(.get, "/trips/alpha", as: .host).status == 200)
        #expect(!(try await app.send(.get, "/trips/alpha/settings", as: .host).body.contains("Delete the trip")))
        #expect(try await app.send(.get, "/trips/alpha/settings", as: .admin).body.contains("Delete the trip…"))
    }

    @Test func itsNameIsTyped() async throws {
        let app = try await archived()
        let asked = try await app.send(.get, path, as: .admin)
        #expect(asked.page.text("h1") == "Delete Trip alpha?" && asked.body.contains("members, 2 events"))
        let wrong = try await app.send(.post, path, as: .admin, form: [("name", "Trip beta")])
        #expect(wrong.status == 422 && wrong.body.contains("exactly as above"))
        #expect(try await app.send(.get, "/trips/alpha", as: .host).status == 200)
    }

    @Test(.timeLimit(.minutes(5))) func nobodyFindsIt() async throws {
        let app = try await archived()
        let link = "/r/" + (try app.personalToken("member"))
        let feed = "/feeds/" + (try app.store.calendars.feeds(trip: app.id("trip alpha"))[0].token) + ".ics"
        let phone = "/t/" + (try app.trackerToken)
        for address in [feed, phone] { #expect(try await app.send(.get, address).status == 200, "\(address)") }
        let list = try await app.send(.get, delete(app), as: .admin)
        #expect(list.page.texts(".toast .notice") == ["Trip alpha moved to the bin for 30 days"])
        let matrix = AccessMatrixTests()
        for route in app.routes where route.path.hasPrefix("/trips/:slug") && route.access != .admin {
            for user in [TestUser.host, .traveller, .admin] {
                let answer = try await app.send(route.method, matrix.path(route, app), as: user)
                #expect(answer.status == 404, "\(route.method) \(route.path) as \(user): \(answer.status)")
            }
        }
        for address in [link, feed, phone] { #expect(try await app.send(.get, address).status == 404, "\(address)") }
        for user in [TestUser.host, .traveller] {
            #expect(!(try await app.send(.get, "/trips", as: user).body.contains("Trip alpha")))
            #expect(try await app.send(.get, "/deleted-trips", as: user).status == 403)
        }
        #expect(try await app.send(.get, "/deleted-trips", as: .admin).page.texts(".bin strong") == ["Trip alpha"])
    }

    @Test func itComesBackWhole() async throws {
        let app = try await archived()
        let before = try await app.send(.get, "/trips/alpha/roster", as: .host).page.texts("tbody tr").count
        _ = try await delete(app)
        let back = try await app.send(.post, "/deleted-trips/\(app.id("trip alpha"))/restore", as: .admin)
        #expect(back.status == 303 && back.location.hasPrefix("/trips/alpha/settings"))
        #expect(try await app.send(.get, back.location, as: .admin).body.contains("The trip is back"))
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).page.texts("tbody tr").count == before)
        #expect(try await app.send(.get, "/t/" + app.trackerToken).status == 200)
        #expect(try await app.send(.post, "/deleted-trips/\(app.id("trip alpha"))/restore", as: .admin).status == 404)
    }

    /// Every table that knows of a trip, by itself or by what refers to it, has as many rows as before of other trips, and none of this.
    @Test func afterThirtyDaysNoRowIsLeft() async throws {
        let app = try await archived()
        _ = try await delete(app)
        app.clock.pass(.days(29))
        try await app.services.bins.eraseOverdue()
        #expect(try count(app, "SELECT count(*) FROM trip WHERE id = ?") == 1)
        let tables = try app.database.read {
            try $0.all(
                "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'trip_id' WHERE m.type = 'table'"
            ) { $0.text(0) }
        }
        #expect(tables.count >= 20)
        let others = try tables.map { try count(app, "SELECT count(*) FROM \($0) WHERE trip_id <> ?") }
        let filled = try tables.filter { try count(app, "SELECT count(*) FROM \($0) WHERE trip_id = ?") > 0 }
        #expect(filled.count >= 14, "what is tested is there: \(filled)")
        app.clock.pass(.days(2))
        try await app.services.bins.eraseOverdue()
        for table in tables { #expect(try count(app, "SELECT count(*) FROM \(table) WHERE trip_id = ?") == 0, "\(table)") }
        #expect(try tables.map { try count(app, "SELECT count(*) FROM \($0) WHERE trip_id <> ?") } == others)
        #expect(try count(app, "SELECT count(*) FROM trip WHERE id = ?") == 0)
        // What refers to a member, a tracker, an event, a message or a case refers to one that is there.
        #expect(try app.database.read { try $0.all("PRAGMA foreign_key_check") { $0.text(0) } } == [])
        for table in ["fix_run", "tracker", "scan", "message", "photo", "help_call", "report", "invitation"] {
            #expect(try app.database.read { try $0.one("SELECT count(*) FROM \(table)") { $0.int(0) } } == 0, "\(table)")
        }
        // The travellers' accounts go, those of hosts and of whoever is on another trip stay.
        let accounts = try app.database.read { try Set($0.all("SELECT email FROM account") { $0.text(0) }) }
        #expect(!accounts.contains("traveller@x.example") && accounts.isSuperset(of: ["host@x.example", "admin@x.example"]))
        #expect(accounts.contains("travellerofanothertrip@x.example"))
    }

    @Test func anAdminDeletesForGoodUnlessACaseIsOnHold() async throws {
        let app = try await archived()
        let now = "/deleted-trips/\(app.id("trip alpha"))/delete-now"
        #expect(try await app.send(.post, now, as: .admin).status == 404)
        _ = try await delete(app)
        try await app.database.write { _ = try $0.run("UPDATE moderation_case SET is_held = 1") }
        #expect(try await app.send(.post, now, as: .admin).status == 409)
        #expect(try app.store.trips.overdueInBin(before: app.clock.now + .days(1)).isEmpty)
        try await app.database.write { _ = try $0.run("UPDATE moderation_case SET is_held = 0") }
        #expect(try app.store.trips.overdueInBin(before: app.clock.now + .days(1)) == [app.id("trip alpha")])
        #expect(try await app.send(.get, now, as: .admin).body.contains("Delete Trip alpha for good?"))
        #expect(try await app.send(.post, now, as: .admin).location == "/deleted-trips?done=gone")
        #expect(try await app.send(.get, "/deleted-trips", as: .admin).body.contains("The bin is empty"))
    }
}
