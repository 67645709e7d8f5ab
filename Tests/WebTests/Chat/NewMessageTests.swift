import Domain
import Testing

/// The list of conversations in its order, and how one begins another.
@Suite struct NewMessageTests {
    private static let list = "/trips/alpha/chat"

    private func rows(_ app: TestApp) async throws -> [String] {
        try await app.send(.get, NewMessageTests.list, as: .traveller).page.texts(".conversations .what strong")
    }

    @Test func whatWasWrittenInLastIsFirstBelowTheTrip() async throws {
        let app = try await TestApp.withTrips()
        let list = try await app.send(.get, NewMessageTests.list, as: .traveller).page
        let event = try #require(list.find(".conversations a").first { $0.text.contains("Glacier walk") }?["href"])
        let direct = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        #expect(try await app.write("Who is in?", to: event, as: .host).status == 303)
        app.clock.pass(.minutes(1))
        #expect(try await app.write("A word between us", to: direct).status == 303)
        var titles = try await rows(app)
        #expect(titles.prefix(3) == ["Trip alpha", "host Person", "Glacier walk"])
        app.clock.pass(.minutes(1))
        #expect(try await app.write("At the door", to: event, as: .host).status < 400)
        titles = try await rows(app)
        #expect(titles.prefix(2) == ["Trip alpha", "Glacier walk"])
        let page = try await app.send(.get, NewMessageTests.list, as: .traveller).page
        #expect(page.texts("#conversations section h2") == ["Everybody", "Conversations"])
        // One that was cancelled stands behind all others, whenever somebody wrote in it.
        let found = try app.services.events.find(app.id("event"), app.host())
        try await app.services.events.cancel(found, reason: "Fog", version: found.version, app.host())
        let after = try await app.send(.get, NewMessageTests.list, as: .traveller).page
        #expect(after.texts("#conversations section h2").last == "Cancelled events")
        #expect(after.texts(".conversations .what strong").last?.hasPrefix("Glacier walk") == true)
    }

    @Test func onePersonIsChosenByName() async throws {
        let app = try await TestApp.withTrips()
        let list = try await app.send(.get, NewMessageTests.list, as: .traveller).page
        #expect(list.find(".heading a.primary").first?["href"] == "/trips/alpha/chat/new")
        let page = try await app.send(.get, NewMessageTests.list + "/new", as: .traveller).page
        let host = "/trips/alpha/friends/\(app.id("member host"))/chat"
        #expect(page.has(".message-to button[formaction=\(host)]"))
        // Nobody writes to themselves, or to whom they have blocked.
        #expect(!page.has(".message-to button[formaction$=\(app.id("member traveller"))/chat]"))
        let blocked = "/trips/alpha/friends/\(app.id("member moderator"))"
        #expect(page.has(".message-to button[formaction=\(blocked)/chat]"))
        #expect(try await app.send(.post, blocked + "/block", as: .traveller, form: [("blocked", "yes")]).status == 303)
        let later = try await app.send(.get, NewMessageTests.list + "/new", as: .traveller).page
        #expect(!later.has(".message-to button[formaction=\(blocked)/chat]"))
        let none = try await app.send(.get, NewMessageTests.list + "/new?q=zzz", as: .traveller).page
        #expect(!none.has(".message-to") && none.text(".empty")?.contains("Nobody found for “zzz”.") == true)
        #expect(none.find(".empty a").first?["href"] == "/trips/alpha/chat/new")
    }

    @Test func whereTheTripHasNoDirectMessagesNobodyIsOffered() async throws {
        let app = try await TestApp.withTrips()
        let access = try app.host()
        var fields = access.trip.fields
        fields.directChat = false
        try await app.services.trips.update(access, to: fields, version: access.trip.version)
        #expect(try await !app.send(.get, NewMessageTests.list, as: .traveller).page.has("a[href$=/chat/new]"))
        let page = try await app.send(.get, NewMessageTests.list + "/new", as: .traveller).page
        #expect(page.text(".empty") == "Direct messages are switched off on this trip." && !page.has(".message-to"))
    }

    @Test func whyNobodyIsThereIsSaid() async throws {
        let app = try await TestApp.withTrips()
        for friend in try app.services.friends.list(app.member(.traveller)) where friend.id != app.id("member traveller") {
            let block = "/trips/alpha/friends/\(friend.id)/block"
            #expect(try await app.send(.post, block, as: .traveller, form: [("blocked", "yes")]).status == 303)
        }
        func empty() async throws -> String? {
            try await app.send(.get, NewMessageTests.list + "/new", as: .traveller).page.texts(".empty p").first
        }
        #expect(try await empty() == "You have blocked everybody on the list.")
        #expect(try await app.send(.get, NewMessageTests.list + "/new", as: .traveller).page.texts(".empty p").count == 2)
        #expect(try await app.send(.post, "/trips/alpha/archive", as: .host).status == 303)
        #expect(try await empty() == "This trip is over: its chat can be read and no longer changes.")
    }
}
