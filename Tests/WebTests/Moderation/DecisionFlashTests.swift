import Domain
import Services
import Store
import Testing

/// What the pages of moderators say right after something was done: of what, and with the way back.
@Suite struct DecisionFlashTests {
    private let app: TestApp
    private let queue = "/trips/alpha/moderation"

    init() async throws { app = try await TestApp.withTrips() }

    private func toast(_ address: String, as user: TestUser = .moderator) async throws -> (text: String?, undo: String?) {
        let page = try await app.send(.get, address, as: user).page
        return (page.text(".toast .notice"), page.find(".toast form").first?["action"])
    }

    @Test func theQueueSaysWhatWasDecidedAndUndoesIt() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        let form = [("action", "remove"), ("reason", "Be kind"), ("version", String(found.version)), ("do", "apply")]
        let decided = try await app.send(.post, "\(queue)/cases/\(found.id)/act", as: .moderator, form: form)
        #expect(decided.status == 303 && decided.location == "\(queue)?decided=\(found.id)")
        let said = try await toast(decided.location)
        #expect(said.text == "Message removed: \(found.memberName).")
        // Once: the line above the cases stands there when the toast is gone.
        #expect(try await !app.send(.get, decided.location, as: .moderator).page.has("#last"))
        let last = try await app.send(.get, queue, as: .moderator).page.text("#last span")
        #expect(last == "You removed a message by \(found.memberName).")
        // It is said to whoever did it.
        #expect(try await toast(decided.location, as: .host).text == nil)
        let undone = try await app.send(.post, try #require(said.undo), as: .moderator)
        #expect(undone.status == 303 && undone.location.hasSuffix("done=undone"))
        let back = try await toast(undone.location)
        #expect(back.text == "Undone: message removed, \(found.memberName)." && back.undo == nil)
        // What is undone is not offered again.
        #expect(try await toast(decided.location).undo == nil)
    }

    @Test func severalCasesAtOnceAreCounted() async throws {
        let found = try #require(try app.openCase(app.reportedMessage))
        let form = [("case", "\(found.id) \(found.version) alpha"), ("action", "dismiss"), ("do", "apply")]
        let decided = try await app.send(.post, "\(queue)/bulk", as: .moderator, form: form)
        #expect(decided.status == 303)
        let page = try await app.send(.get, decided.location, as: .moderator).page
        #expect(page.text(".toast .notice") == "Kept: 1 case." && page.has(".toast a[href=\(queue)/log]"))
    }

    @Test func anAddressThatNamesNothingSaysNothing() async throws {
        let other = try #require(try app.openCase(app.reportedMessage)).id
        let number = "99999999999999999999"
        let queries = [
            "decided=\(other)", "decided=x", "undid=999999", "undid=\(number)", "did=remove&cases=0", "did=remove&cases=\(number)",
        ]
        for query in queries {
            #expect(try await toast("\(queue)?\(query)").text == nil, "\(query)")
        }
        #expect(try await toast("\(queue)/rules?rule=x").text == nil)
        #expect(try await toast("\(queue)/rules?phrase=\(other)").text == nil)
    }

    @Test func aRuleIsNamedWithItsState() async throws {
        func set(_ on: String) async throws -> String? {
            let form = [("kind", "phone"), ("effect", "note"), ("on", on), ("do", "save")]
            return try await toast(app.send(.post, "\(queue)/rules", as: .host, form: form).location, as: .host).text
        }
        #expect(try await set("on") == "“Phone numbers” is on.")
        #expect(try await set("") == "“Phone numbers” is off.")
    }

    @Test func anEmptyListSaysWhichOneIsEmpty() async throws {
        func empty(_ query: String) async throws -> String? {
            try await app.send(.get, "\(queue)?\(query)", as: .moderator).page.text("#queue .empty > p")
        }
        #expect(try await empty("view=mine") == "No case is assigned to you.")
        #expect(try await empty("view=mine&hours=24") == "No cases match these filters.")
    }
}
