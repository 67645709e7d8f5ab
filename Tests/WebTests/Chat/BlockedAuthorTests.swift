import Domain
import Foundation
import Live
import NIOCore
import Services
import Store
import StreamSuite
import Testing

/// Who blocks somebody reads none of their words, whoever quotes them and wherever they would show.
@Suite struct BlockedAuthorTests: StreamSuite {
    private static let (words, mask) = ("peculiar xylophone", "<strong>Quoted:</strong> somebody whom you blocked")
    private let app: TestApp
    private let ada: String
    var trip: ID { app.id("trip alpha") }

    init() async throws {
        app = try await TestApp.withTrips()
        ada = try await app.joined("member")
    }

    private func block(_ isBlocked: Bool = true) async throws {
        let path = "/trips/alpha/friends/\(app.id("member traveller"))/block"
        let response = try await app.send(.post, path, token: ada, form: [("blocked", isBlocked ? "yes" : "no")])
        #expect(response.status == 303)
    }
    /// The traveller says it, and the host quotes it.
    private func quote() async throws -> (said: Int, quoting: Int) {
        #expect(try await app.write(BlockedAuthorTests.words).status == 303)
        let said = try app.newestMessage()
        let form = [("text", "I agree"), ("client_id", UUID().uuidString), ("reply_to", String(said))]
        #expect(try await app.send(.post, app.chat + "/messages", as: .host, form: form).status == 303)
        return (said, try app.newestMessage())
    }
    private func body(_ path: String) async throws -> String { try await app.send(.get, path, token: ada).body }

    @Test func aQuoteSaysOnlyThatSomebodyIsQuoted() async throws {
        let (said, quoting) = try await quote()
        let pages = [app.chat, app.chat + "/messages", app.chat + "/messages/\(quoting)"]
        for page in pages { #expect(try await body(page).contains("</strong> " + BlockedAuthorTests.words + "</a>"), "\(page)") }
        try await block()
        for page in pages {
            let body = try await body(page)
            #expect(!body.contains(BlockedAuthorTests.words) && body.contains(BlockedAuthorTests.mask), "\(page)")
        }
        // The others read on, the author sees no difference.
        for user in [TestUser.traveller, .moderator] {
            #expect(try await app.send(.get, app.chat, as: user).body.components(separatedBy: BlockedAuthorTests.words).count == 3)
        }
        #expect(try await body(app.chat + "?reply=\(said)").contains("name=\"reply_to\" value=\"\""))
        try await block(false)
        #expect(try await body(app.chat).components(separatedBy: BlockedAuthorTests.words).count == 3)
    }

    @Test func neitherTheWordsThemselvesNorTheSearchNorTheListShowThem() async throws {
        #expect(try await app.write("before that", as: .host).status == 303)
        #expect(try await app.write(BlockedAuthorTests.words).status == 303)
        let number = try app.newestMessage()
        let pages = [app.chat + "/messages/\(number)", "/trips/alpha/chat/search?q=peculiar", "/trips/alpha/chat"]
        for page in pages { #expect(try await body(page).contains("xylophone"), "\(page)") }
        try await block()
        for page in pages { #expect(try await !body(page).contains("xylophone"), "\(page)") }
        #expect(try await body("/trips/alpha/chat").contains("before that"))
    }

    @Test func theAnswerToAReplyHidesThemToo() async throws {
        #expect(try await app.write(BlockedAuthorTests.words).status == 303)
        let said = try app.newestMessage()
        try await block()
        let form = [("text", "So be it"), ("client_id", UUID().uuidString), ("reply_to", String(said))]
        let response = try await app.send(
            .post, app.chat + "/messages", token: ada, form: form, headers: ["Accept": "application/json"])
        #expect(response.status == 200 && response.body.contains("So be it") && response.body.contains(BlockedAuthorTests.mask))
        #expect(!response.body.contains(BlockedAuthorTests.words))
    }

    @Test(.timeLimit(.minutes(5))) func openPagesHearTheQuoteWithoutThem() async throws {
        try await block()
        let hub = app.services.hub
        let (reader, first) = try await open(hub, .chat, member: app.id("member"))
        let (other, second) = try await open(hub, .chat, member: app.id("member host"))
        let (_, quoting) = try await quote()
        for channel in [reader, other] { await pass(.milliseconds(75), channel) }
        let (heard, told) = (try await written(reader), try await written(other))
        let news = { (text: String) in text.components("event: message").count - 1 }
        #expect(news(heard) == 2 && news(told) == 2)
        let quote = { (text: String) in text.components("\"n\":\(quoting),").last ?? "" }
        #expect(quote(heard).contains("somebody whom you blocked") && !quote(heard).contains(BlockedAuthorTests.words))
        #expect(quote(told).contains(BlockedAuthorTests.words))
        hub.end { _ in true }
        for stream in [first, second] { try await stream.value }
    }
}
