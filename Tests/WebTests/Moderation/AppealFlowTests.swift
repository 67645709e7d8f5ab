import Database
import Domain
import Services
import Store
import Testing

/// An appeal goes to somebody else than who took the action, where there is somebody else.
@Suite struct AppealFlowTests {
    private let app: TestApp

    init() async throws { app = try await TestApp.withTrips() }

    /// The moderator warns Ada, who appeals: the action's number in the log, and the case.
    private func appeal() async throws -> (number: Int, found: ID) {
        let found = try #require(try app.openCase(app.reportedMessage))
        var decision = CaseDecision()
        (decision.actions, decision.reason, decision.version) = ([PlannedAction(.warn)], "Be kind", found.version)
        try await app.services.moderation.apply(decision, to: found.id, app.staff(.moderator))
        let number = try #require(
            try app.services.moderation.entries(action: .warn, before: nil, limit: 1, app.staff(.moderator)).first
        ).number
        let ada = try await app.joined("member")
        let response = try await app.send(
            .post, "/trips/alpha/chat/notices/\(number)/appeal", token: ada, form: [("text", "It was a joke")])
        #expect(response.status == 303)
        return (number, found.id)
    }
    private func decide(_ number: Int, as user: TestUser) async throws -> TestApp.TestResponse {
        try await app.send(
            .post, "/trips/alpha/moderation/appeals/\(number)", as: user, form: [("granted", "no"), ("reason", "It stays")])
    }
    private func page(_ found: ID, as user: TestUser) async throws -> String {
        try await app.send(.get, "/trips/alpha/moderation/cases/\(found)", as: user).body
    }

    @Test func whoTookTheActionDoesNotDecide() async throws {
        let (number, found) = try await appeal()
        let own = try await page(found, as: .moderator)
        #expect(own.contains("You took this action: somebody else decides the appeal, such as") && own.contains("host Person"))
        #expect(!own.contains("/moderation/appeals/\(number)"))
        #expect(try await page(found, as: .host).contains("/moderation/appeals/\(number)"))
        let refused = try await decide(number, as: .moderator)
        #expect(refused.status == 403 && refused.body.contains("somebody else decides the appeal"))
        // Not by closing the case either, but handing it over is theirs.
        let version = try #require(try app.store.cases.find(found, trip: app.id("trip alpha"))).version
        let act = { (action: String) in
            try await app.send(
                .post, "/trips/alpha/moderation/cases/\(found)/act", as: .moderator,
                form: [("action", action), ("version", String(version)), ("do", "apply")])
        }
        #expect(try await act("dismiss").status == 403)
        #expect(try await act("escalate").status == 303)
        #expect(try await decide(number, as: .host).status == 303)
        #expect(try await page(found, as: .moderator).contains("Refused"))
    }

    /// What an earlier fault left: appeals that wait in closed cases, where nobody looks. The step puts each into an open one.
    enum Lost: CaseIterable { case alone, besideAnOpenCase, twice, decided }

    @Test(arguments: Lost.allCases) func lostAppealsAreInTheQueueAgain(_ lost: Lost) async throws {
        let (number, found) = try await appeal()
        let other = app.services.system.newID()
        try await app.database.write { connection in
            for statement in AppealFlowTests.old { try connection.run(statement) }
            try connection.run(
                "UPDATE moderation_case SET closed_at = opened_at, outcome = 'Warned', claimed_name = 'Bo' WHERE id = ?",
                [.blob(found.bytes)])
            if lost == .decided {
                try connection.run("UPDATE appeal SET decided_at = made_at, is_granted = 0 WHERE log_number = ?", [Value(number)])
            }
            if lost == .twice || lost == .besideAnOpenCase {
                try connection.run(AppealFlowTests.copyOfCase, [.blob(other.bytes), Value(lost == .twice), .blob(found.bytes)])
            }
            if lost == .twice { for statement in AppealFlowTests.copyOfAppeal { try connection.run(statement, [.blob(other.bytes)]) } }
        }
        let later = try AppDatabase(path: app.folder.appending(path: "test.sqlite").path)
        let store = Stores(later)
        func isOpen(_ id: ID) throws -> Bool? { try store.cases.find(id, trip: app.id("trip alpha")).map { $0.closedAt == nil } }
        let places = try later.read { try $0.all("SELECT lower(hex(case_id)) FROM appeal ORDER BY log_number") { $0.text(0) } }
        let (own, new) = (AppealFlowTests.hex(found), AppealFlowTests.hex(other))
        switch lost {
        case .alone: #expect(try places == [own] && isOpen(found) == true)
        case .besideAnOpenCase: #expect(try places == [new] && isOpen(found) == false && isOpen(other) == true)
        case .twice: #expect(try places == [new, new] && isOpen(found) == false && isOpen(other) == true)
        case .decided: #expect(try places == [own] && isOpen(found) == false)
        }
        try later.close()
    }

    private static func hex(_ id: ID) -> String { id.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    private static let old = [
        "DELETE FROM schema_migration WHERE number = 29", "DROP INDEX tracker_under", "ALTER TABLE tracker DROP COLUMN under_id",
        "ALTER TABLE calendar_feed DROP COLUMN under_id", "ALTER TABLE join_link DROP COLUMN made_by",
        "ALTER TABLE staff_invite DROP COLUMN made_by",
    ]
    /// A minute later about the same.
    private static let copyOfCase = """
        INSERT INTO moderation_case (id, trip_id, subject_kind, message_number, member_id, conversation_id, reason, snapshot, place,
            is_urgent, weight, opened_at, closed_at)
        SELECT ?, trip_id, subject_kind, message_number, member_id, conversation_id, reason, snapshot, place, is_urgent, weight,
            opened_at + 60000000, CASE WHEN ? THEN opened_at + 60000000 END FROM moderation_case WHERE id = ?
        """
    private static let copyOfAppeal = [
        """
        INSERT INTO moderation_log (trip_id, case_id, action, actor_id, actor_name, member_id, numbers, reason, sentence, at)
        SELECT l.trip_id, ?, l.action, l.actor_id, l.actor_name, l.member_id, l.numbers, l.reason, l.sentence, l.at
        FROM moderation_log l JOIN appeal a ON a.log_number = l.number
        """,
        """
        INSERT INTO appeal (log_number, case_id, member_id, text, made_at)
        SELECT (SELECT max(number) FROM moderation_log), ?, member_id, text, made_at FROM appeal
        """,
    ]

    @Test func anAdminCounts() async throws {
        let (number, _) = try await appeal()
        #expect(try await decide(number, as: .admin).status == 303)
    }

    @Test func whoeverHadTheCaseHasItNoMore() async throws {
        let (_, found) = try await appeal()
        #expect(try app.store.cases.find(found, trip: app.id("trip alpha"))?.claim == nil)
    }

    @Test func whereNobodyElseIsItSaysSo() async throws {
        let (number, found) = try await appeal()
        try await app.database.write { connection in
            try connection.run("UPDATE account SET is_admin = 0")
            try connection.run("UPDATE member SET role = 'traveller' WHERE role = 'host'")
        }
        #expect(try await page(found, as: .moderator).contains("there is nobody else who may decide the appeal"))
        #expect(try await decide(number, as: .moderator).status == 303)
        #expect(try await page(found, as: .moderator).contains("nobody else could decide it"))
    }
    private func act(_ actions: [PlannedAction], on found: ModerationCase) async throws {
        var decision = CaseDecision()
        (decision.actions, decision.reason, decision.version) = (actions, "Be kind", found.version)
        try await app.services.moderation.apply(decision, to: found.id, app.staff(.moderator))
    }
    private func number(of action: ModerationAction) throws -> Int {
        try #require(try app.services.moderation.entries(action: action, before: nil, limit: 1, app.staff(.moderator)).first).number
    }

    /// Two actions of one case: deciding the one appeal leaves the other in the queue.
    @Test func theOtherAppealStaysInTheQueue() async throws {
        try await act(
            [PlannedAction(.remove), PlannedAction(.mute, minutes: 60)], on: try #require(try app.openCase(app.reportedMessage)))
        let (removal, mute, ada) = (try number(of: .remove), try number(of: .mute), try await app.joined("member"))
        for number in [removal, mute] {
            let response = try await app.send(
                .post, "/trips/alpha/chat/notices/\(number)/appeal", token: ada, form: [("text", "No")])
            #expect(response.status == 303)
        }
        #expect(try await decide(removal, as: .host).status == 303)
        let found = try #require(try app.openCase(app.reportedMessage))
        #expect(try await page(found.id, as: .host).contains("/moderation/appeals/\(mute)"))
        #expect(try await decide(mute, as: .host).status == 303)
        #expect(try app.openCase(app.reportedMessage) == nil)
    }

    /// The same message was reported again meanwhile: the appeal waits in that case, and outlives its end.
    @Test func anAppealWaitsInTheCaseThatIsOpen() async throws {
        let first = try #require(try app.openCase(app.reportedMessage))
        try await act([PlannedAction(.warn)], on: first)
        try await app.services.moderation.report(
            .message(app.reportedMessage, conversation: app.id("trip alpha")), reason: "spam", text: "", app.member(.host))
        let second = try #require(try app.openCase(app.reportedMessage))
        let (warning, ada) = (try number(of: .warn), try await app.joined("member"))
        let response = try await app.send(
            .post, "/trips/alpha/chat/notices/\(warning)/appeal", token: ada, form: [("text", "No")])
        #expect(response.status == 303 && second.id != first.id)
        // The moderator who warned decides the new report, and not the appeal.
        try await act([PlannedAction(.dismiss)], on: try #require(try app.openCase(app.reportedMessage)))
        #expect(try app.openCase(app.reportedMessage)?.id == second.id)
        #expect(try await decide(warning, as: .moderator).status == 403)
        #expect(try await page(second.id, as: .host).contains("/moderation/appeals/\(warning)"))
        #expect(try await decide(warning, as: .host).status == 303)
        #expect(try app.openCase(app.reportedMessage) == nil)
    }
}
