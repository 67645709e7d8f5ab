import Domain
import Foundation
import Pages
import Testing

/// Names of days and what stands together in a thread: the same cases as the browser's `thread-layout.js` is held to.
@Suite struct ThreadVectorTests {
    private struct Vector: Decodable {
        struct Message: Decodable {
            let author: String
            let time: Int64
            let day: String?
            let isClose: Bool
        }
        let why: String
        let zone: String
        let now: Int64
        let messages: [Message]
    }

    @Test func pagesAreLaidOutAsScriptsDo() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../vectors/thread.json")
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
        #expect(vectors.count > 5)
        for vector in vectors { try check(vector) }
    }

    private func check(_ vector: Vector) throws {
        let messages = vector.messages.enumerated().map { index, message in
            ChatMessage(
                number: index + 1, conversationID: ID(high: 1, low: 1), authorID: ID(high: 2, low: message.author == "a" ? 1 : 2),
                authorName: message.author, authorPhoto: nil, isByStaff: false, text: "x", state: .visible,
                sentAt: Instant(milliseconds: message.time), editedAt: nil, quote: nil)
        }
        let view = MessageView(
            "alpha", zone: try #require(TripZone(vector.zone)), reader: ID(high: 2, low: 9), blocked: [],
            now: Instant(milliseconds: vector.now))
        let rows = ThreadRow.rows(messages, view)
        var buffer = HTMLBuffer(reserving: 1024)
        ThreadPart(rows: rows).render(into: &buffer)
        let page = HTMLPage("<ol id=\"thread\">" + String(decoding: buffer.bytes, as: UTF8.self) + "</ol>")
        let found = page.find("#thread > li").map { $0.classes.contains("day-line") ? $0.text : $0.classes.contains("close") ? "+" : "-" }
        let wanted = vector.messages.flatMap { [$0.day, $0.isClose ? "+" : "-"].compactMap(\.self) }
        #expect(found == wanted, "\(vector.why)")
    }
}
