import Domain
import Foundation
import Services
import Store
import StreamSuite
import Testing

/// Signs under messages, and messages at the top.
@Suite struct ReactionFlowTests: StreamSuite {
    private let app: TestApp
    var trip: ID { app.id("trip alpha") }

    init() async throws { app = try await TestApp.withTrips() }

    private func message(_ text: String = "Who comes along?", as user: TestUser = .traveller) async throws -> String {
        #expect(try await app.write(text, as: user).status == 303)
        return "\(app.chat)/messages/\(try app.newestMessage())"
    }

    private func react(_ message: String, _ sign: String, _ change: String = "add", as user: TestUser) async throws -> Int {
        try await app.send(.post, message + "/react", as: user, form: [(change, sign)]).status
    }

    @Test func eachSignCountsOnceForEachMember() async throws {
        let message = try await message()
        for _ in 0..<2 { #expect(try await react(message, "like", as: .host) == 303) }
        #expect(try await react(message, "like", as: .moderator) == 303)
        #expect(try await react(message, "love", as: .moderator) == 303)
        let row = try await app.send(.get, message, as: .host).page
        #expect(row.texts(".reactions .react-sign") == ["2", "1"])
        #expect(row.find(".reactions .react-sign").map { $0["aria-pressed"] ?? "" } == ["true", "false"])
        #expect(row.find(".reactions .react-sign").map { $0["name"] ?? "" } == ["drop", "add"])
        #expect(row.find(".reactions .react-sign").first?["aria-label"]?.hasPrefix("Like: ") == true)
        #expect(try await react(message, "like", "drop", as: .host) == 303)
        #expect(try await app.send(.get, message, as: .host).page.texts(".reactions .react-sign") == ["1", "1"])
        let about = try await app.send(.get, message + "/about", as: .traveller).page
        #expect(about.texts(".reacted strong") == ["Like", "Love"] && about.has(".palette"))
        #expect(try await react(message, "bomb", as: .host) == 422)
    }

    /// A message without signs prints nothing for them.
    @Test func nothingIsThereBeforeTheFirst() async throws {
        let row = try await app.send(.get, try await message(), as: .host)
        #expect(!row.body.contains("reactions") && !row.body.contains("react-sign"))
    }

    @Test func onlyWhoMayWriteReacts() async throws {
        let message = try await message()
        #expect(try await react(message, "like", as: .travellerOfAnotherTrip) == 404)
        let settings = [("slow_seconds", "0"), ("newcomer_minutes", "0"), ("read_only_minutes", "10"), ("reason", "Calm")]
        #expect(try await app.send(.post, app.chat + "/settings", as: .host, form: settings).status == 303)
        #expect(try await react(message, "like", as: .traveller) == 409)
        #expect(try await !app.send(.get, message + "/about", as: .traveller).page.has(".palette"))
        #expect(try await react(message, "like", as: .host) == 303)
    }

    @Test func removedAndBlockedMessagesShowNone() async throws {
        let message = try await message()
        #expect(try await react(message, "like", as: .host) == 303)
        let ada = try await app.joined("member")
        let block = "/trips/alpha/friends/\(app.id("member traveller"))/block"
        #expect(try await app.send(.post, block, token: ada, form: [("blocked", "yes")]).status == 303)
        #expect(try await !app.send(.get, message, token: ada).page.has(".reactions"))
        #expect(try await app.send(.post, message + "/react", token: ada, form: [("add", "like")]).status == 404)
        #expect(try await !app.send(.get, message + "/about", token: ada).page.has(".reacted li"))
        #expect(try await app.send(.post, message + "/remove", as: .host).status == 303)
        #expect(try await !app.send(.get, message, as: .moderator).page.has(".reactions"))
        #expect(try await react(message, "like", as: .moderator) == 404)
    }

    @Test func thirtyAMinute() async throws {
        let message = try await message()
        for index in 0..<30 { #expect(try await react(message, "like", index % 2 == 0 ? "add" : "drop", as: .host) == 303) }
        #expect(try await react(message, "like", as: .host) == 429)
        app.clock.pass(.minutes(1))
        #expect(try await react(message, "like", as: .host) == 303)
    }

    /// Open pages hear of the signs and of no words.
    @Test func signsAreLiveWithoutWords() async throws {
        let message = try await message("SECRETWORDS of the traveller")
        let (channel, stream) = try await open(app.services.hub, .chat, member: app.id("member moderator"))
        defer { stream.cancel() }
        #expect(try await react(message, "wow", as: .host) == 303)
        try await settle(app.services.hub, channel)
        let told = try await written(channel)
        #expect(told.contains("event: reacted") && told.contains("\\\"wow\\\"") && !told.contains("SECRETWORDS"))
    }

    @Test func erasedMembersLeaveNoSign() async throws {
        let message = try await message(as: .host)
        #expect(try await react(message, "like", as: .traveller) == 303)
        try await app.store.deletion.erase(app.id("member traveller"), trip: trip, at: app.clock.now)
        #expect(try await !app.send(.get, message, as: .host).page.has(".reactions"))
    }

    // MARK: pinned messages

    @Test func hostsPinThreeAtMost() async throws {
        var messages: [String] = []
        for index in 0..<4 { messages.append(try await message("Important \(index)")) }
        func pin(_ index: Int, _ value: String = "yes", as user: TestUser = .host) async throws -> Int {
            try await app.send(.post, messages[index] + "/pin", as: user, form: [("pinned", value)]).status
        }
        #expect(try await pin(0, as: .traveller) == 403)
        #expect(try await pin(0, as: .moderator) == 403)
        for index in 0..<3 {
            app.clock.pass(.seconds(1))
            #expect(try await pin(index) == 303)
        }
        #expect(try await pin(3) == 409)
        #expect(try await pin(1) == 303, "pinned already, and still so")
        let page = try await app.send(.get, app.chat, as: .traveller).page
        #expect(page.texts("#pins a").map { String($0.suffix(11)) } == ["Important 2", "Important 1", "Important 0"])
        #expect(!page.has("#pins form"))
        #expect(try await app.send(.get, app.chat, as: .host).page.has("#pins form"))
        #expect(try await app.send(.get, messages[1] + "/about", as: .host).page.text(".staff-acts")?.contains("Unpin") == true)
        #expect(try await pin(1, "no") == 303)
        // What is removed is no longer at the top, and makes room.
        #expect(try await app.send(.post, messages[2] + "/remove", as: .host).status == 303)
        #expect(try await app.send(.get, app.chat, as: .traveller).page.texts("#pins a").count == 1)
        #expect(try await pin(3) == 303)
    }

    @Test func pinsOfBlockedAuthorsAreNotShown() async throws {
        let message = try await message("Read this")
        #expect(try await app.send(.post, message + "/pin", as: .host, form: [("pinned", "yes")]).status == 303)
        let ada = try await app.joined("member")
        #expect(try await app.send(.get, app.chat, token: ada).page.has("#pins a"))
        let block = "/trips/alpha/friends/\(app.id("member traveller"))/block"
        #expect(try await app.send(.post, block, token: ada, form: [("blocked", "yes")]).status == 303)
        #expect(try await !app.send(.get, app.chat, token: ada).page.has("#pins a"))
    }
}
