import Testing

/// The traveller's start page.
@Suite struct StartPageTests {
    @Test func whoeverHasNothingYetReadsWhatTheyCanDo() async throws {
        let app = try await TestApp.withTrips()
        let page = try await app.send(.get, "/trips/beta/my", as: .travellerOfAnotherTrip).page
        #expect(!page.has("#answer") && !page.has("#later"))
        let ways = page.find("#own .ways a").compactMap { $0["href"] }
        #expect(
            ways == ["/trips/beta/my/events/programme", "/trips/beta/chat", "/trips/beta/my/events/new", "/trips/beta/my/photo"])
        // Whoever was invited answers here, and later reads that they did.
        let invited = try await app.send(.get, "/trips/alpha/my", as: .traveller).page
        #expect(invited.has("#answer") && invited.has("#later") && !invited.has("#own .ways"))
    }

    @Test(arguments: ["/notices", "/account", "/trips"]) func pagesOfNoTripSayWhatIsUnreadToo(_ address: String) async throws {
        let app = try await TestApp.withTrips()
        let home = try await app.send(.get, "/trips/alpha/my", as: .traveller).page
        let page = try await app.send(.get, address, as: .traveller).page
        #expect(home.has("nav.sections .unread") && page.texts("nav.sections .unread") == home.texts("nav.sections .unread"))
        #expect(home.has("nav.sections .news") && page.texts("nav.sections .news") == home.texts("nav.sections .news"))
    }
}
