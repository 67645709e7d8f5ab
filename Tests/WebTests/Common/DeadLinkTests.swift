import Domain
import Foundation
import HTTPTypes
import Services
import Store
import Testing
import Web

/// No page shows a link that its reader cannot open, or a form that they cannot send: everybody who has a page follows its links, the
/// links of what they lead to, and so on.
@Suite struct DeadLinkTests {
    private func links(_ body: String) -> [String] {
        body.matches(of: /href="(\/[^"#]*)/).map { String($0.output.1).replacing("&amp;", with: "&") }
            .filter { !$0.hasPrefix("/assets/") && !$0.hasPrefix("/tiles/") }
    }

    /// Where the forms of a page go, and their buttons that go elsewhere.
    private func forms(_ body: String) -> [(method: HTTPRequest.Method, path: String)] {
        body.matches(of: /<form\b[^>]*>/).flatMap { form -> [(HTTPRequest.Method, String)] in
            let isPost = form.output.contains(/method="post"/.ignoresCase())
            let end = body[form.range.upperBound...].firstRange(of: "</form>")?.lowerBound ?? body.endIndex
            let targets = [String(form.output)] + body[form.range.upperBound..<end].matches(of: /<button\b[^>]*>/).map { String($0.output) }
            return targets.compactMap { tag in
                tag.firstMatch(of: /\b(?:form)?action="(\/[^"?#]*)/).map { (isPost ? .post : .get, String($0.output.1)) }
            }
        }
    }

    /// What is wrong with a form that goes there: nil for one that its reader may send.
    private func fault(_ form: (method: HTTPRequest.Method, path: String), _ routes: [RouteEntry], _ user: TestUser) -> String? {
        let parts = form.path.split(separator: "/")
        let fitting = routes.filter { route in
            let pattern = route.path.split(separator: "/")
            return route.method == form.method && pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix(":") || $0 == $1 }
        }
        guard let route = fitting.min(by: { $0.path.count { $0 == ":" } < $1.path.count { $0 == ":" } }) else { return "no such route" }
        if route.access == .open || route.access == .secret { return nil }
        let expected = AccessMatrixTests().expected(route.access, user)
        return expected == .allowed ? nil : expected.rawValue
    }

    /// A case about words between two people, which answer and name others.
    private func addDirectCase(_ app: TestApp) async throws -> ID {
        let opened = try await app.send(.post, "/trips/alpha/friends/\(app.id("member host"))/chat", as: .traveller).location
        let conversation = try #require(ID(opened.split(separator: "/").last ?? ""))
        func newest() throws -> Int {
            try app.store.messages.thread(conversation, .newest, limit: 1, reader: app.id("member host"), seesHeld: true)[0].number
        }
        _ = try await app.write("A kind word", to: opened)
        let form = [("text", "A rude word"), ("client_id", UUID().uuidString), ("reply_to", String(try newest()))]
        #expect(try await app.send(.post, opened + "/messages", as: .traveller, form: form).status == 303)
        let rude = try newest()
        let found = try #require(try app.store.messages.find(rude, conversation: conversation))
        #expect(found.quote != nil)
        try await app.services.moderation.report(
            .message(rude, conversation: conversation), reason: "harassment", text: "", app.member(.host))
        return try #require(try app.openCase(rude)).id
    }

    @Test(arguments: [TestUser.traveller, .medic, .moderator, .host, .admin]) func everyLinkOpens(_ user: TestUser) async throws {
        let app = try await TestApp.withTripsAndMedic()
        _ = try await app.write("@Ada Example are you up, too?", as: .host)
        let direct = try await addDirectCase(app)
        var pages = app.routes.filter { $0.method == .get && !$0.path.hasSuffix("/live") }.map { AccessMatrixTests().path($0, app) }
        pages += ["/trips/alpha/moderation/cases/\(direct)"]
        var (seen, dead, crawled, sent): ([String: Int], [String: String], Set<Substring>, Set<String>) = ([:], [:], [], [])
        while let page = pages.popLast() {
            let response = try await app.send(.get, page, as: user)
            guard response.status == 200, response.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
            for form in forms(response.body) where sent.insert("\(form.method) \(form.path)").inserted {
                if let fault = fault(form, app.routes, user) { dead["\(form.method) \(form.path): \(fault)"] = page }
            }
            for link in links(response.body) {
                // Once as it is; other orders and filters of a page hold the links of the page.
                if crawled.insert(link.prefix { $0 != "?" }).inserted, !link.hasSuffix("/live") { pages.append(link) }
                let status: Int
                if let known = seen[link] { status = known } else { status = try await app.send(.get, link, as: user).status }
                seen[link] = status
                if status == 403 || status == 404 { dead[link] = page }
            }
        }
        #expect(dead.isEmpty, "\(user): \(dead.sorted { $0.key < $1.key }.map { "\($0.value) leads to \($0.key)" })")
        #expect(seen.count > 30 && sent.count > 10, "\(seen.count) links, \(sent.count) forms")
    }
}
