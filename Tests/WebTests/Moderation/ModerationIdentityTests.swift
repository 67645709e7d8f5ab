import Domain
import Foundation
import Services
import Testing

/// Things and people are told apart by what they are, never by what they are called.
@Suite struct ModerationIdentityTests {
    private let app: TestApp
    init() async throws { app = try await TestApp.withTrips() }

    private func run(_ statement: String) async throws {
        try await app.database.write { connection in _ = try connection.run(statement) }
    }
    private func report(_ text: String, in conversation: ID, by user: TestUser, as author: TestUser) async throws -> HTMLPage {
        #expect(try await app.write(text, to: "/trips/alpha/chat/\(conversation)", as: author).status == 303)
        let number = try #require(
            try app.store.messages.thread(conversation, .newest, limit: 1, reader: app.id("member host"), seesHeld: true).first?.number)
        try await app.services.moderation.report(
            .message(number, conversation: conversation), reason: "spam", text: "", app.member(user))
        let found = try #require(try app.openCase(number))
        return try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).page
    }

    @Test func anEventThatIsCalledADirectConversationLosesNoAction() async throws {
        try await run("UPDATE event SET title = 'a direct conversation' WHERE title = 'Glacier walk'")
        let page = try await report("Buy my skis", in: app.id("event"), by: .traveller, as: .host)
        #expect(page.has("input[value=remove_all]") && page.has("input[value=read_only]"))
        #expect(page.has("a[href^=/trips/alpha/chat/\(app.id("event"))?around=]"))
        let direct = try await app.services.chat.openDirect(with: app.id("member host"), app.member(.traveller))
        let other = try await report("Buy my sledge", in: direct, by: .traveller, as: .host)
        #expect(other.has("input[value=remove]") && !other.has("input[value=remove_all]") && !other.has("input[value=read_only]"))
        #expect(!other.has("a[href^=/trips/alpha/chat/\(direct)?around=]"))
    }

    /// On a phone: what stands right beside it is read first, and the decision is near.
    @Test func aLongContextIsFoldedToWhatStandsBesideWhatWasReported() async throws {
        let room = "/trips/alpha/chat/\(app.id("event"))"
        for text in ["One", "Two", "Three"] { #expect(try await app.write(text, to: room, as: .host).status == 303) }
        let long = try await report("Buy my sledge", in: app.id("event"), by: .traveller, as: .host)
        #expect(long.text(".is-long .context-all") == "Show more of the conversation")
        #expect(long.count(".is-long .thread > li") > 3 && long.text(".reported-here q") == "Buy my sledge")
    }

    @Test func theReportedReasonStandsInTheFieldAndAMissingOneBelowIt() async throws {
        let page = try await report("Buy my skis", in: app.id("event"), by: .traveller, as: .host)
        #expect(page.find("#reason").first?["value"] == "Spam or flooding" && !page.has("#reason-error"))
        // The context has its place, and its words once more in short.
        #expect(page.text(".reported-here q") == "Buy my skis" && page.text(".case-reported .snapshot") == "Buy my skis")
        let found = try #require(try app.openCase(app.reportedMessage))
        let form = [("decision", "remove"), ("reason", " "), ("version", String(found.version)), ("do", "preview")]
        let refused = try await app.send(.post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator, form: form)
        #expect(refused.status == 422 && refused.page.text("#reason-error") == "Give a reason: the author reads it.")
        #expect(refused.page.find("#reason").first?["aria-invalid"] == "true" && !refused.page.has("p.problem"))
        #expect(refused.page.find(".mistakes a").map { $0["href"] } == ["#reason"])
    }

    /// Whom the undoing of a decision is offered to.
    @Test func aModeratorOfTheSameNameIsNotOfferedTheUndo() async throws {
        try await run("UPDATE account SET name = 'Same Name' WHERE name IN ('host Person', 'moderator Person')")
        let found = try #require(try app.openCase(app.reportedMessage))
        let form = [("action", "dismiss"), ("version", String(found.version)), ("do", "apply")]
        #expect(try await app.send(.post, "/trips/alpha/moderation/cases/\(found.id)/act", as: .moderator, form: form).status == 303)
        #expect(try await app.send(.get, "/trips/alpha/moderation", as: .moderator).page.has("#last"))
        let other = try await app.send(.get, "/trips/alpha/moderation", as: .host)
        #expect(other.status == 200 && !other.page.has("#last"))
    }

    @Test func aHostOfTheSameNameIsNotOfferedTheUndo() async throws {
        try await app.add(.hostOfAnotherTrip, to: "alpha", as: .host)
        try await run("UPDATE account SET name = 'Same Name' WHERE name IN ('host Person', 'hostOfAnotherTrip Person')")
        let members = ["member", "member traveller"].map { ("member", app.id($0).description) }
        let form = members + [("do", "room"), ("room_to", "Attic"), ("confirm", "yes")]
        #expect(try await app.send(.post, "/trips/alpha/roster/bulk", as: .host, form: form).status == 303)
        let undo = "form[action^=/trips/alpha/roster/changes/]"
        #expect(try await app.send(.get, "/trips/alpha/roster", as: .host).page.has(undo))
        let other = try await app.send(.get, "/trips/alpha/roster", as: .hostOfAnotherTrip)
        #expect(other.status == 200 && !other.page.has(undo))
    }
}
