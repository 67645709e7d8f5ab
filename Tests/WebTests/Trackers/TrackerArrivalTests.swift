import Domain
import Services
import Testing

/// A phone that was just added: its pages say whether anything has come of it, without scripts by asking again.
@Suite struct TrackerArrivalTests {
    private func added(_ app: TestApp) async throws -> (path: String, token: String) {
        let member = try app.services.roster.member(app.id("member"), app.host())
        let tracker = try await app.services.trackers.add(label: "Spare phone", to: member, app.host())
        return ("/trips/alpha/trackers/\(tracker.id)", tracker.token)
    }

    private func post(_ token: String, _ app: TestApp) async throws {
        let type = ["Content-Type": "application/json"]
        #expect(try await app.send(.post, "/t/\(token)", body: app.ownTracks(), headers: type).status == 200)
    }

    @Test func aHostSeesThatTheFirstPositionHasArrived() async throws {
        let app = try await TestApp.withTrips()
        let (path, token) = try await added(app)
        // What the phone sent that Ada had before is none of this one.
        _ = try await app.postPosition(app.ownTracks())
        let before = try await app.send(.get, path, as: .host).page
        #expect(before.find("#tracker-state").map { $0["data-waits"] } == [app.id("member").description])
        #expect(!before.has("#tracker-state.ok"))
        #expect(before.find("#tracker-state a").map { $0["href"] } == [path] && before.text("#tracker-state a") == "Check again")
        #expect(before.text("#tracker-contact") == "No contact yet" && before.has("script[src$=/js/tracker.js]"))
        #expect(before.count("#tracker-parts > .apps .qr") == 4)
        try await post(token, app)
        let after = try await app.send(.get, path, as: .host).page
        // Green, with the way to the map; the codes are folded, and nothing says that nothing came.
        #expect(after.has("#tracker-state.ok") && !after.has("[data-waits]"))
        #expect(after.text("#tracker-state p") == "On the map since 15:03, ± 8 m")
        #expect(after.find("#tracker-state a").map { $0["href"] } == ["/trips/alpha/map?member=\(app.id("member"))"])
        #expect(after.text("#tracker-contact")?.hasPrefix("Last contact") == true && after.has("table.doctor"))
        #expect(after.count("#tracker-parts > details .qr") == 4 && !after.has("#tracker-parts > .apps"))
        // Later there is no news in it.
        app.clock.pass(.minutes(61))
        #expect(try await !app.send(.get, path, as: .host).page.has("#tracker-state"))
    }

    @Test func contactAloneIsNoPosition() async throws {
        let app = try await TestApp.withTrips()
        let (path, token) = try await added(app)
        let type = ["Content-Type": "application/json"]
        #expect(try await app.send(.post, "/t/\(token)", body: #"{"_type":"lwt"}"#, headers: type).status == 200)
        let page = try await app.send(.get, path, as: .host).page
        #expect(page.text("#tracker-state p")?.hasPrefix("This phone has made contact, and no position") == true)
        #expect(page.has("#tracker-state[data-waits]") && page.has("table.doctor"))
    }

    /// Its page opens with the codes, and nothing lies over them.
    @Test func aNewPhoneIsShownItsCodesWithoutAToast() async throws {
        let app = try await TestApp.withTrips()
        let address = "/trips/alpha/members/\(app.id("member"))/trackers"
        let made = try await app.send(.post, address, as: .host, form: [("label", "Spare phone")])
        let page = try await app.send(.get, made.location, as: .host).page
        #expect(made.status == 303 && page.count("#tracker-parts > .apps .qr") == 4 && !page.has(".toast"))
    }

    @Test func aRevokedPhoneWaitsForNothing() async throws {
        let app = try await TestApp.withTrips()
        let (path, _) = try await added(app)
        #expect(try await app.send(.post, path + "/revoke", as: .host).status == 303)
        #expect(try await !app.send(.get, path, as: .host).page.has("#tracker-state"))
    }

    @Test func whoeverSetsItUpSeesThatItIsConnected() async throws {
        let app = try await TestApp.withTrips()
        let (_, token) = try await added(app)
        func page() async throws -> HTMLPage { try await app.send(.get, "/t/\(token)?on=iphone", headers: ["Accept": "text/html"]).page }
        let before = try await page()
        #expect(before.has("#set-up-state[data-waits]") && before.find("#set-up-state a").map { $0["href"] } == ["/t/\(token)?on=iphone"])
        try await post(token, app)
        let after = try await page()
        #expect(!after.has("#set-up-state[data-waits]") && after.text("#set-up-state strong") == "Your phone is connected.")
        #expect(after.has("#set-up-state.ok svg") && !after.has("#set-up-state a"))
        // What was to be done is done: nothing asks for it any more.
        #expect(before.has(".set-up > .app .buttons .primary") && !after.has(".set-up .app .primary"))
        #expect(after.has(".set-up > .app .buttons .button"))
    }

    /// Whose phone it is, signed in, goes on to the trip.
    @Test func itsOwnerGoesOnToTheTrip() async throws {
        let app = try await TestApp.withTrips()
        let path = try await app.send(.post, "/trips/alpha/my/phones", as: .traveller, form: [("label", "Mine")]).location
        let token = String(path.split(separator: "/").last?.prefix { $0 != "?" } ?? "")
        func way() async throws -> [String?] {
            try await app.send(.get, "/t/\(token)", as: .traveller, headers: ["Accept": "text/html"]).page
                .find("#set-up-state .primary").map { $0["href"] }
        }
        #expect(try await way().isEmpty)
        try await post(token, app)
        #expect(try await way() == ["/trips/alpha/my"])
    }
}
