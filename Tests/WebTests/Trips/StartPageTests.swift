import Testing

/// The traveller's start page.
@Suite struct StartPageTests {
    @Test func whoeverHasNothingYetReadsWhatTheyCanDo() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/beta/my", as: .travellerOfAnotherTrip).page
        #expect(!page.has("#answer") && !page.has("#later"))
        let ways = page.find("#own .ways a").compactMap { $0["href"] }
        // Whom to call and who sees them come first, for whoever has said neither.
        let open = ["/trips/beta/my/welcome?step=1", "/trips/beta/my/welcome?step=2"]
        let free = ["/trips/beta/my/events/programme", "/trips/beta/chat", "/trips/beta/my/events/new", "/trips/beta/my/photo"]
        #expect(ways == open + free)
        // Whoever was invited answers here, and later reads that they did.
        let invited = try await app.send(.get, "/trips/alpha/my", as: .traveller).page
        #expect(invited.has("#answer") && invited.has("#later"))
        #expect(invited.find("#own .ways a").compactMap { $0["href"] } == ["/trips/alpha/my/welcome?step=1"])
    }

    @Test(arguments: ["/notices", "/account", "/trips"]) func pagesOfNoTripSayWhatIsUnreadToo(_ address: String) async throws {
        let app = try await TestApp.withTrips()
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller).page
        let page = try await app.send(.get, address, as: .traveller).page
        #expect(home.has("nav.sections .unread") && page.texts("nav.sections .unread") == home.texts("nav.sections .unread"))
        #expect(home.has("nav.sections .news") && page.texts("nav.sections .news") == home.texts("nav.sections .news"))
    }
}
