import Domain
import Foundation
import Services
import Store
import StreamSuite
import Testing

/// Questions with answers to choose from.
@Suite struct PollFlowTests: StreamSuite {
    private let app: TestApp
    var trip: ID { app.id("trip alpha") }

    init() async throws { app = try await TestApp.withTrips() }

    private func ask(
        _ question: String = "Where do we eat?", _ answers: [String] = ["Fondue", "Pizza"], more: [(String, String)] = [],
        client: String = UUID().uuidString, as user: TestUser = .traveller
    ) async throws -> TestApp.TestResponse {
        let form = [("client_id", client), ("question", question)] + answers.enumerated().map { ("answer_\($0.offset + 1)", $0.element) }
        return try await app.send(.post, app.chat + "/poll", as: user, form: form + more)
    }

    /// The address of a poll that is asked.
    private func asked(_ answers: [String] = ["Fondue", "Pizza"], more: [(String, String)] = []) async throws -> String {
        #expect(try await ask("Where do we eat?", answers, more: more).status == 303)
        return "\(app.chat)/messages/\(try app.newestMessage())"
    }

    private func vote(_ poll: String, _ answer: Int, _ change: String = "add", as user: TestUser) async throws -> Int {
        try await app.send(.post, poll + "/vote", as: user, form: [(change, String(answer))]).status
    }

    private func counts(_ poll: String, as user: TestUser = .host) async throws -> [String] {
        try await app.send(.get, poll, as: user).page.texts(".poll-count")
    }

    @Test func oneAnswerIsChosenChangedAndTakenBack() async throws {
        let poll = try await asked()
        #expect(try await app.send(.get, poll, as: .host).page.text(".message-text") == "Where do we eat?")
        for _ in 0..<2 { #expect(try await vote(poll, 0, as: .host) == 303) }
        #expect(try await vote(poll, 0, as: .moderator) == 303)
        #expect(try await counts(poll) == ["2", "0"])
        #expect(try await vote(poll, 1, as: .host) == 303)
        let row = try await app.send(.get, poll, as: .host).page
        #expect(row.texts(".poll-count") == ["1", "1"])
        #expect(row.find(".poll-answer").map { $0["aria-pressed"] ?? "" } == ["false", "true"])
        #expect(row.find(".poll-answer").map { $0["name"] ?? "" } == ["add", "drop"])
        #expect(row.text(".poll-state") == "2 people voted")
        #expect(try await vote(poll, 1, "drop", as: .host) == 303)
        #expect(try await counts(poll) == ["1", "0"])
        #expect(try await vote(poll, 2, as: .host) == 404)
        #expect(try await vote(poll, 9, as: .host) == 422)
        #expect(try await app.send(.get, poll + "/about", as: .traveller).page.texts(".voted h2") == ["Fondue 1", "Pizza 0"])
    }

    @Test func severalAnswersWhereTheyAreAllowed() async throws {
        let poll = try await asked(["Fondue", "Pizza", "Soup"], more: [("multiple", "on")])
        for answer in 0..<3 { #expect(try await vote(poll, answer, as: .host) == 303) }
        let row = try await app.send(.get, poll, as: .host).page
        #expect(row.texts(".poll-count") == ["1", "1", "1"] && row.text(".poll-state") == "1 person voted")
    }

    @Test func askedOnceHoweverOftenItIsSent() async throws {
        let client = UUID().uuidString
        for _ in 0..<3 { #expect(try await ask(client: client).status == 303) }
        #expect(try await app.send(.get, app.chat, as: .host).page.count(".poll") == 1)
    }

    @Test(arguments: [
        ("", ["A", "B"], "Write a question."), ("Q", ["A"], "Give at least two answers."),
        ("Q", ["A", " a "], "This answer is already on the list."),
    ])
    func whatIsNoPollComesBack(_ question: String, _ answers: [String], _ problem: String) async throws {
        let page = try await ask(question, answers)
        #expect(page.status == 422 && page.body.contains(problem) && page.body.contains("value=\"\(answers[0])\""))
        #expect(try await !app.send(.get, app.chat, as: .host).page.has(".poll"))
    }

    @Test func onlyWhoMayWriteAsksAndVotes() async throws {
        let poll = try await asked()
        #expect(try await vote(poll, 0, as: .travellerOfAnotherTrip) == 404)
        let settings = [("slow_seconds", "0"), ("newcomer_minutes", "0"), ("read_only_minutes", "10"), ("reason", "Calm")]
        #expect(try await app.send(.post, app.chat + "/settings", as: .host, form: settings).status == 303)
        #expect(try await vote(poll, 0, as: .traveller) == 409)
        #expect(try await ask().status == 409)
        #expect(try await app.send(.get, app.chat + "/poll", as: .traveller).status == 409)
        #expect(try await vote(poll, 0, as: .host) == 303)
        #expect(try await ask(as: .host).status == 303)
    }

    @Test func closedByWhoAskedOrStaffAndOpenedAgain() async throws {
        let poll = try await asked()
        let ada = try await app.joined("member")
        #expect(try await app.send(.post, poll + "/poll", token: ada, form: [("closed", "yes")]).status == 403)
        #expect(try await app.send(.post, poll + "/poll", as: .traveller, form: [("closed", "yes")]).status == 303)
        #expect(try await vote(poll, 0, as: .host) == 409)
        #expect(try await app.send(.get, poll, as: .host).page.text(".poll-state") == "Closed: Nobody has voted yet")
        #expect(try await app.send(.post, poll + "/poll?closed=no", as: .moderator).status == 303)
        #expect(try await vote(poll, 0, as: .host) == 303)
    }

    @Test func closesByItselfAndStaysClosed() async throws {
        let poll = NewPoll(question: "Now?", answers: ["Yes", "No"], isMultiple: false, closesAt: app.clock.now + .minutes(10))
        let message = try await app.services.chat.ask(poll, clientID: ID(UUID().uuidString) ?? trip, in: trip, app.member(.traveller))
        let path = "\(app.chat)/messages/\(message.number)"
        #expect(try await vote(path, 0, as: .host) == 303)
        app.clock.pass(.minutes(10))
        #expect(try await vote(path, 0, "drop", as: .host) == 409)
        #expect(try await app.send(.post, path + "/poll", as: .traveller, form: [("closed", "no")]).status == 409)
        #expect(try await counts(path) == ["1", "0"])
    }

    @Test func removedAndBlockedPollsTakeNoVotes() async throws {
        let poll = try await asked()
        let ada = try await app.joined("member")
        let block = "/trips/alpha/friends/\(app.id("member traveller"))/block"
        #expect(try await app.send(.post, block, token: ada, form: [("blocked", "yes")]).status == 303)
        #expect(try await !app.send(.get, poll, token: ada).body.contains("Fondue"))
        #expect(try await app.send(.post, poll + "/vote", token: ada, form: [("add", "0")]).status == 404)
        #expect(try await vote(poll, 0, as: .host) == 303)
        #expect(try await app.send(.post, poll + "/remove", as: .moderator).status == 303)
        #expect(try await !app.send(.get, poll, as: .host).body.contains("Fondue"))
        #expect(try await vote(poll, 0, as: .host) == 404)
    }

    @Test func aCaseShowsAllOfIt() async throws {
        let poll = try await asked()
        #expect(try await vote(poll, 1, as: .moderator) == 303)
        let report = [("message", String(try app.newestMessage())), ("in", trip.description), ("reason", "other"), ("text", "")]
        #expect(try await app.send(.post, "/trips/alpha/report", token: try await app.joined("member"), form: report).status == 303)
        let found = try #require(try app.openCase(try app.newestMessage()))
        #expect(try await app.send(.post, poll + "/delete", as: .traveller).status == 303)
        let page = try await app.send(.get, "/trips/alpha/moderation/cases/\(found.id)", as: .moderator).page
        #expect(page.text(".case-reported .snapshot") == "Where do we eat?")
        #expect(page.texts(".case-reported .poll-text") == ["Fondue", "Pizza"])
        #expect(page.texts(".case-reported .poll-count") == ["0", "1"])
    }

    /// Open pages hear of the votes and of no words.
    @Test func votesAreLiveWithoutWords() async throws {
        let poll = try await asked(["SECRETANSWER", "Pizza"])
        let (channel, stream) = try await open(app.services.hub, .chat, member: app.id("member moderator"))
        defer { stream.cancel() }
        #expect(try await vote(poll, 0, as: .host) == 303)
        try await settle(app.services.hub, channel)
        let told = try await written(channel)
        #expect(told.contains("event: reacted") && told.contains("poll-count") && !told.contains("SECRETANSWER"))
    }

    @Test func erasedMembersLeaveNoVote() async throws {
        #expect(try await ask(as: .host).status == 303)
        let poll = "\(app.chat)/messages/\(try app.newestMessage())"
        #expect(try await vote(poll, 0, as: .traveller) == 303)
        let votes = try #require(try await app.ownData(app.member(.traveller)).first { $0.name == "votes.csv" }).text
        #expect(votes.contains("Where do we eat?") && votes.contains("Fondue"))
        try await app.store.deletion.erase(app.id("member traveller"), trip: trip, at: app.clock.now)
        #expect(try await counts(poll) == ["0", "0"])
    }
}
