import Domain
import Foundation
import Services
import Store
import Testing

/// The switch that follows a conversation, and what comes of it.
@Suite struct FollowFlowTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func follow(_ followed: String, _ path: String? = nil, as user: TestUser = .traveller) async throws -> TestApp.TestResponse {
        try await app.send(.post, (path ?? app.chat) + "/follow", as: user, form: [("followed", followed)])
    }
    /// What the button says, whether it is pressed, and what it would do.
    private func button(_ path: String? = nil, as user: TestUser = .traveller) async throws -> [String] {
        let page = try await app.send(.get, path ?? app.chat, as: user).page
        return page.find(".follow button").flatMap { [$0.text, $0["aria-pressed"] ?? "", $0["value"] ?? ""] }
    }

    @Test func theSwitchSaysWhetherItIsOn() async throws {
        #expect(try await button() == ["Follow", "false", "yes"])
        for _ in 0..<2 {
            let followed = try await follow("yes")
            #expect(followed.status == 303 && followed.location == app.chat + "?done=followed")
            #expect(try await app.send(.get, followed.location, as: .traveller).body.contains("You follow this conversation"))
        }
        #expect(try await button() == ["Following", "true", "no"])
        #expect(try await button(as: .host) == ["Follow", "false", "yes"])
        let ended = try await follow("no")
        #expect(try await app.send(.get, ended.location, as: .traveller).body.contains("You no longer follow this conversation."))
        #expect(try await button() == ["Follow", "false", "yes"])
        #expect(try await follow("perhaps").status == 422)
    }

    @Test func onlyWhatSomebodyReadsAndNoTwosomeIsFollowed() async throws {
        let (host, traveller) = (try app.member(.host), try app.member(.traveller))
        let direct = "/trips/alpha/chat/\(try await app.services.chat.openDirect(with: host.member, traveller))"
        #expect(try await button(direct).isEmpty)
        #expect(try await follow("yes", direct).status == 404)
        // The traveller is not in it; hosts read it.
        let group = try #require(try app.services.roster.groups(app.host()).first { $0.id == app.id("group") })
        let room = "/trips/alpha/chat/\(try await app.services.chat.openGroup(group, app.host()))"
        #expect(try await follow("yes", room).status == 404)
        #expect(try await follow("yes", room, as: .host).status == 303)
        #expect(try await button(room, as: .host).first == "Following")
        #expect(try await follow("yes", as: .travellerOfAnotherTrip).status == 404)
        // Nobody writes there any more.
        try await app.services.trips.setArchived(true, app.host())
        #expect(try await button().isEmpty)
        #expect(try await follow("yes").status == 409)
    }

    @Test func aMessageIsToldAndOpeningTheConversationReadsIt() async throws {
        _ = try await app.send(.get, app.chat, as: .traveller)
        try await app.services.messageNotices.runDue()
        #expect(try await follow("yes").status == 303)
        #expect(try await app.write("The SECRET-WORDS", as: .host).status == 303)
        app.clock.pass(.minutes(3))
        try await app.services.messageNotices.runDue()
        let inbox = try await app.send(.get, "/notices", as: .traveller)
        #expect(inbox.body.contains("host Person wrote in the trip’s chat") && !inbox.body.contains("SECRET-WORDS"))
        #expect(!(try await app.send(.get, "/notices", as: .moderator).body.contains("wrote in the trip’s chat")))
        let before = try unread()
        _ = try await app.send(.get, app.chat, as: .traveller)
        #expect(try before == 1 && unread() == 0)
        let settings = try await app.send(.get, "/notices/settings", as: .traveller).body
        #expect(settings.contains("Direct messages, mentions and conversations that you follow, bundled"))
        let data = try await app.ownData(app.member(.traveller)).first { $0.name == "followed.csv" }
        #expect(data?.text.contains("\"Trip alpha\"") == true)
    }

    private func unread() throws -> Int? {
        try app.database.read { try $0.one("SELECT count(*) FROM notice WHERE kind = 'followed' AND read_at IS NULL") { $0.int(0) } }
    }
}
