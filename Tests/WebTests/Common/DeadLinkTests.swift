import Domain
import Foundation
import Services
import Store
import Testing
import Web

/// No page shows a link that its reader cannot open: every link of every page is followed by everybody who has a page.
@Suite struct DeadLinkTests {
    private func links(_ body: String) -> [String] {
        body.matches(of: /href="(\/[^"#]*)/).map { String($0.output.1).replacing("&amp;", with: "&") }
            .filter { !$0.hasPrefix("/assets/") && !$0.hasPrefix("/tiles/") }
    }

    /// A case about words between two people, which answer and name others.
    private func addDirectCase(_ house: House) async throws -> ID {
        let opened = try await house.send(.post, "/trips/alpha/friends/\(house.id("member host"))/chat", as: .traveller).location
        let conversation = try #require(ID(opened.split(separator: "/").last ?? ""))
        func newest() throws -> Int {
            try house.store.messages.thread(conversation, .newest, limit: 1, reader: house.id("member host"), seesHeld: true)[0].number
        }
        _ = try await house.write("A kind word", to: opened)
        let form = [("text", "A rude word"), ("client_id", UUID().uuidString), ("reply_to", String(try newest()))]
        #expect(try await house.send(.post, opened + "/messages", as: .traveller, form: form).status == 303)
        let rude = try newest()
        let found = try #require(try house.store.messages.find(rude, conversation: conversation))
        #expect(found.quote != nil)
        try await house.services.moderation.report(
            .message(rude, conversation: conversation), reason: "harassment", text: "", house.member(.host))
        return try #require(try house.openCase(rude)).id
    }

    @Test(arguments: [Asker.traveller, .medic, .moderator, .host, .admin]) func everyLinkOpens(_ asker: Asker) async throws {
        let house = try await House.furnishedWithMedic()
        _ = try await house.write("@Ada Example are you up, too?", as: .host)
        let direct = try await addDirectCase(house)
        var pages = house.routes.filter { $0.method == .get && !$0.path.hasSuffix("/live") }.map { AccessMatrixTests().path($0, house) }
        pages += ["/trips/alpha/moderation/cases/\(direct)"]
        var (seen, dead): ([String: Int], [String: String]) = ([:], [:])
        for page in pages {
            let answer = try await house.send(.get, page, as: asker)
            guard answer.status == 200, answer.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
            for link in links(answer.body) {
                let status: Int
                if let known = seen[link] { status = known } else { status = try await house.send(.get, link, as: asker).status }
                seen[link] = status
                if status == 403 || status == 404 { dead[link] = page }
            }
        }
        #expect(dead.isEmpty, "\(asker): \(dead.sorted { $0.key < $1.key }.map { "\($0.value) leads to \($0.key)" })")
        #expect(seen.count > 30, "\(seen.count)")
    }
}
