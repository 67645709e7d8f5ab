import Domain
import Testing

/// What a desktop shows beside the list of conversations while none is open.
@Suite struct RoomChooseTests {
    @Test func besideTheListIsWhatToDo() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.write("News from the host", as: .host).status == 303)
        let list = "/trips/alpha/chat"
        let traveller = try await app.send(.get, list, as: .traveller).page
        #expect(traveller.text(".room-choose h2") == "Choose a conversation")
        #expect(traveller.find(".room-choose a.primary").first?["href"]?.hasPrefix(list + "/") == true)
        #expect(traveller.text(".room-choose")?.contains("News from the host") == true)
        #expect(traveller.find(".room-choose a").last?["href"] == "/trips/alpha/chat/new")
        #expect(try await app.send(.get, list, as: .host).page.find(".room-choose a").last?["href"] == "/trips/alpha/chat/new")
        // Who reads along has no unread messages and writes to nobody.
        #expect(try await !app.send(.get, list, as: .admin).page.has(".room-choose a"))
    }
}
