import Domain
import Foundation
import Live
import NIOEmbedded
import Services
import StreamSuite
import Testing

/// What open pages hear of a message, and what becomes of it when they cannot be told.
@Suite struct ChatPublishingTests: StreamSuite {
    private let app: TestApp
    var trip: ID { app.id("trip alpha") }

    init() async throws { app = try await TestApp.withTrips() }

    private func rename(_ table: String, to name: String) async throws {
        // As a message does: what is kept in memory stays.
        try await app.database.append { connection in _ = try connection.run("ALTER TABLE \(table) RENAME TO \(name)") }
    }

    /// Who is told depends on more than what is stored: a fault there refuses no message, and pages are told to read.
    @Test func aMessageThatNobodyCouldBeToldIsStoredAndPagesRead() async throws {
        let (channel, stream) = try await open(app.services.hub, .chat, member: app.id("member host"))
        defer { stream.cancel() }
        #expect(try await app.write("Before").status == 303)
        app.pagesAreTold()
        try await settle(app.services.hub, channel)
        #expect(try await written(channel).contains("Before"), "the test's own premise")
        let client = UUID().uuidString
        try await rename("chat_block", to: "chat_block_away")
        let first = try await app.write("@host Person, come up", client: client)
        app.pagesAreTold()
        try await rename("chat_block_away", to: "chat_block")
        #expect(first.status == 303)
        try await settle(app.services.hub, channel)
        let told = try await written(channel)
        #expect(!told.contains("come up") && told.contains("event: standing\ndata: {\"reread\":true}"))
        // Sent again it is the same message, and nothing is to be told.
        #expect(try await app.write("@host Person, come up", client: client).status == 303)
        app.pagesAreTold()
        try await settle(app.services.hub, channel)
        #expect(try await written(channel).isEmpty)
        let page = try await app.send(.get, app.chat, as: .host).page
        #expect(page.texts("#thread .message-text").filter { $0.contains("come up") }.count == 1)
    }

    /// One row of the thread, as the page's script asks for it.
    @Test func wordsOfSomebodyBlockedAreNotInTheRowEither() async throws {
        let ada = try await app.joined("member")
        #expect(try await app.write("Now listen, all of you").status == 303)
        let row = "\(app.chat)/messages/\(try app.newestMessage())"
        #expect(try await app.send(.get, row, token: ada).page.text(".message-text") == "Now listen, all of you")
        let block = "/trips/alpha/friends/\(app.id("member traveller"))/block"
        #expect(try await app.send(.post, block, token: ada, form: [("blocked", "yes")]).status == 303)
        let (alone, thread) = (try await app.send(.get, row, token: ada), try await app.send(.get, app.chat, token: ada))
        for page in [alone.page, thread.page] {
            let message = "#m\(try app.newestMessage())"
            #expect(page.text(message + " .trace") == "Somebody whom you blocked wrote this.")
            #expect(page.text(message + " .message-text") == "" && !page.has(message + " .acts"))
            #expect(page.find(message).first?.classes.contains("gone") == true)
        }
        #expect(!alone.body.contains("Now listen"))
        #expect(try await app.send(.get, row, as: .host).page.text(".message-text") == "Now listen, all of you")
    }
}
