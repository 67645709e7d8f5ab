import Domain
import Foundation
import Services
import Store
import Testing

/// One tap of a host calls an urgent message off, and the trip learns from it; never what would silence a danger.
@Suite struct FalseAlarmTests {
    private static let gloves = "Has anybody seen her lost gloves"
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    private func urgent() throws -> [ModerationCase] { try app.services.moderation.queue(app.staff(.host)).filter(\.isUrgent) }
    private func body(_ path: String, as user: TestUser = .host) async throws -> String {
        try await app.send(.get, "/trips/alpha" + path, as: user).body
    }
    private func path(_ found: ModerationCase) -> String { "/trips/alpha/moderation/cases/\(found.id)/false-alarm" }
    @discardableResult
    private func tap(_ found: ModerationCase, as user: TestUser = .host) async throws -> TestApp.TestResponse {
        try await app.send(.post, path(found), as: user, form: [("version", String(found.version))])
    }
    /// Whether a message raises, on a trip.
    private func raises(_ text: String, on trip: String = "trip alpha") throws -> Bool {
        try app.services.rules.verdict(on: text, isStaff: false, recent: [], trip: app.id(trip)).isSafety
    }
    private func call(_ text: String) async throws -> ModerationCase {
        #expect(try await app.write(text).status == 303)
        return try #require(try urgent().first)
    }
    private func alarm() throws -> LogEntry {
        try #require(try app.services.moderation.entries(action: .falseAlarm, before: nil, limit: 1, app.host()).first)
    }

    @Test func oneTapOfAHostCallsItOffOnEveryPage() async throws {
        let found = try await call(FalseAlarmTests.gloves)
        let page = "/moderation/cases/\(found.id)"
        #expect(try await body(page).contains("action=\"\(path(found))\""))
        #expect(try await !body(page, as: .moderator).contains(path(found)))
        #expect(try await body("/roster").contains(FalseAlarmTests.gloves))
        #expect(try await tap(found, as: .traveller).status == 403)
        #expect(try await tap(found, as: .moderator).status == 403)
        #expect(try await tap(found).location == "/trips/alpha/moderation/cases/\(found.id)")
        for user in [TestUser.host, .moderator] {
            #expect(try await !body("/roster", as: user).contains(FalseAlarmTests.gloves))
            #expect(try await !body("/moderation?view=closed", as: user).contains("Urgent"))
        }
        let after = try await body(page)
        #expect(after.contains("host Person marked this as a false alarm.") && after.contains("“lost” beside “gloves”"))
        #expect(!after.contains("Urgent") && after.contains("False alarm</span>"))
        let entry = try alarm()
        #expect(entry.actorName == "host Person" && entry.caseID == found.id && entry.sentence.contains("“lost” beside “gloves”"))
        let again = try await tap(found)
        #expect(again.status == 409 && again.body.contains("already closed"))
    }

    @Test func theTripLearnsAndNoOtherDoes() async throws {
        let same = "Whose are the lost red gloves, she asked"
        #expect(try raises(same))
        try await tap(call(FalseAlarmTests.gloves))
        #expect(try !raises(same) && !raises(FalseAlarmTests.gloves) && !raises("Lost gloves!"))
        #expect(try raises(same, on: "trip beta"))
        // Other words beside it, another weak word, a sure sign, a body, a person beside a danger.
        for text in [
            "Somebody is missing, no gloves", "Lost gloves and she fell", "We are lost, no gloves", "Lost!",
            "Lost gloves, her knee", "He lost gloves on the cliff", "Lost gloves. Somebody fell on the slope", "Lost gloves in the fog",
        ] { #expect(try raises(text), "\(text)") }
    }

    /// Somebody's name is a person; whoever joins is known at once, on that trip alone.
    @Test func namesOfTheTripArePersons() async throws {
        #expect(try raises("Ada is missing since noon") && !raises("Ada is missing since noon", on: "trip beta"))
        #expect(try !raises("Bruno is missing since noon"))
        var fields = MemberFields()
        (fields[.firstName], fields[.lastName], fields[.status]) = ("Bruno", "Sample", "arrived")
        var batch = RosterStore.Batch()
        batch.added.append(.init(id: app.services.system.newID(), fields: fields, role: .traveller, accountID: nil))
        _ = try await app.store.roster.apply(
            batch, trip: app.id("trip alpha"), by: .commandLine, at: app.clock.now, newID: app.services.system.newID)
        #expect(try raises("Bruno is missing since noon") && !raises("Bruno is at the bar"))
        let found = try await call("Has anybody seen Bruno? It is dark and he is not at the hut")
        #expect(found.isUrgent && found.subject == .message)
    }

    @Test func whatIsLearnedStandsWithTheRulesAndCanBeTakenBack() async throws {
        try await tap(call(FalseAlarmTests.gloves))
        let rules = try await body("/moderation/rules")
        #expect(rules.contains("“lost” beside “gloves” (English)") && rules.contains("Learned by host Person"))
        #expect(rules.contains("“\(FalseAlarmTests.gloves)”") && rules.contains("name=\"removed\" value=\"yes\""))
        let forModerators = try await body("/moderation/rules", as: .moderator)
        #expect(forModerators.contains("“lost” beside “gloves”") && !forModerators.contains("name=\"removed\""))
        let id = try #require(try app.store.rules.exceptions(trip: app.id("trip alpha")).first).id
        @Sendable func set(_ removed: String, as user: TestUser = .host, trip: String = "alpha") async throws -> UInt {
            UInt(
                try await app.send(.post, "/trips/\(trip)/moderation/exceptions/\(id)", as: user, form: [("removed", removed)]).status)
        }
        #expect(try await set("yes", as: .moderator) == 403)
        #expect(try await set("yes", as: .hostOfAnotherTrip, trip: "beta") == 404)
        #expect(try await set("yes") == 303)
        #expect(try await set("yes") == 409)
        #expect(try raises(FalseAlarmTests.gloves))
        let after = try await body("/moderation/rules")
        #expect(after.contains("Removed by host Person") && after.contains("Put back"))
        #expect(try await set("no") == 303)
        #expect(try !raises(FalseAlarmTests.gloves))
        // Right after it the toast has the way back, which needs no field.
        #expect(try await set("yes") == 303)
        let page = try await app.send(.get, "/trips/alpha/moderation/rules?phrase=\(id)", as: .host).page
        #expect(page.text(".toast .notice") == "“lost” beside “gloves”: raises an alarm again.")
        let undo = try #require(page.find(".toast form").first?["action"])
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try !raises(FalseAlarmTests.gloves))
        let audit = try app.store.audit.entries(subject: id, trip: app.id("trip alpha"), limit: 9).map(\.action)
        #expect(audit == ["exception put back", "exception taken back", "exception put back", "exception taken back"])
    }

    @Test func undoMakesItUrgentAgainAndUnlearns() async throws {
        let found = try await call(FalseAlarmTests.gloves)
        try await tap(found)
        let undo = "/trips/alpha/moderation/log/\(try alarm().number)/undo"
        #expect(try await body("/moderation/cases/\(found.id)").contains("action=\"\(undo)\""))
        #expect(try await app.send(.post, undo, as: .host).status == 303)
        #expect(try urgent().map(\.id) == [found.id])
        #expect(try await body("/roster").contains(FalseAlarmTests.gloves))
        #expect(try raises(FalseAlarmTests.gloves))
        // And once more, which teaches the same again.
        try await tap(#require(try urgent().first))
        #expect(try !raises(FalseAlarmTests.gloves) && urgent().isEmpty)
    }

    @Test func aSureSignTeachesNothing() async throws {
        let found = try await call("I can’t move, near the T-bar")
        #expect(try await body("/moderation/cases/\(found.id)").contains("Nothing can be learned here"))
        try await tap(found)
        #expect(try urgent().isEmpty && raises("I can’t move, near the T-bar"))
        #expect(try app.store.rules.exceptions(trip: app.id("trip alpha")).isEmpty)
    }

    @Test func whoseNameItIsTeachesNothing() async throws {
        // Ada Example is on the trip.
        try await tap(call("Lost Ada"))
        #expect(try raises("Lost Ada"))
    }

    @Test func anotherComplaintStillWaits() async throws {
        let found = try await call(FalseAlarmTests.gloves)
        let number = try #require(found.messageNumber)
        try await app.services.moderation.report(
            .message(number, conversation: app.id("trip alpha")), reason: "hate", text: "", app.member(.host))
        try await tap(#require(try urgent().first))
        #expect(try urgent().isEmpty)
        let open = try #require(try app.openCase(number))
        #expect(!open.isUrgent && open.closedAt == nil)
    }

    @Test func aColleagueWhoHasItIsNotOverrun() async throws {
        let found = try await call(FalseAlarmTests.gloves)
        try await app.services.moderation.claim(found.id, takesOver: false, app.staff(.moderator))
        let response = try await tap(found)
        #expect(response.status == 409 && response.body.contains("This case is assigned to"))
        #expect(try urgent().count == 1)
    }

    /// What one person writes is one case of help, and one bar, with the newest words.
    @Test func manyMessagesOfOnePersonAreOneCase() async throws {
        for index in 1...5 {
            app.clock.pass(.seconds(2))
            #expect(try await app.write("Somebody fell on the slope, \(index)").status == 303)
        }
        let open = try app.services.safety.open(app.host())
        let shown = try urgent().count
        #expect(open.count == 1 && open[0].calls.count == 6 && shown == 5)
        let page = try await body("/roster")
        #expect(page.components(separatedBy: "<section class=\"alert").count == 2)
        #expect(page.contains("SOS: traveller Person – “Somebody fell on the slope, 5”"))
    }

    /// On the case of help: resolved as a false alarm, it settles the messages and teaches the trip.
    @Test func aHelpCaseThatIsAFalseAlarmTeachesToo() async throws {
        let found = try await call(FalseAlarmTests.gloves)
        let help = try #require(found.help).id
        let path = "/trips/alpha/help/\(help)/resolve"
        #expect(try await app.send(.post, path, as: .host, form: [("outcome", "false_alarm")]).status == 303)
        #expect(try urgent().isEmpty && !raises(FalseAlarmTests.gloves))
        #expect(try app.services.safety.open(app.host()).isEmpty)
        let page = try await body("/help/\(help)")
        #expect(page.contains("Resolved by host Person: false alarm") && page.contains(FalseAlarmTests.gloves))
    }
}
