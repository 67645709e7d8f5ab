import Database
import Domain
import Store
import Testing

/// Whom a call for help wakes when it comes from one of those who are woken otherwise.
@Suite struct HelpAlarmStoreTests {
    private let people: TestPeople
    private let call = ID(high: 5, low: 1)
    init() async throws { people = try await TestPeople() }

    private func call(by person: String) async throws {
        try await people.run(
            "INSERT INTO help_case (id, trip_id, member_id, is_test, raised_at) VALUES (?, ?, ?, 0, 0)",
            [.id(call), .id(people.trip), .id(TestPeople.member(person))])
        try await people.run(
            "INSERT INTO help_call (id, case_id, member_id, source, text, called_at, received_at) VALUES (?1, ?1, ?2, 'page', '', 0, 0)",
            [.id(call), .id(TestPeople.member(person))])
    }

    private func onDuty(_ person: String) async throws {
        try await people.run(
            "INSERT INTO duty (id, trip_id, member_id, starts_at, ends_at, made_by, made_at) VALUES (?1, ?2, ?3, 0, ?4, '', 0)",
            [.id(call), .id(people.trip), .id(TestPeople.member(person)), Value((TestPeople.noon + .hours(9)).microseconds)])
    }

    private func tell(after time: Duration = .zero) async throws {
        try await people.store.helpAlarms.tell(at: TestPeople.noon + time) { ID(high: 6, low: .random(in: 0 ... .max)) }
    }

    private func told(_ kind: NoticeKind) throws -> [String] {
        try people.texts(
            """
            SELECT coalesce(m.first_name, a.name) FROM notice n LEFT JOIN member m ON m.id = n.member_id
            LEFT JOIN account a ON a.id = n.account_id WHERE n.kind = '\(kind.rawValue)' ORDER BY 1
            """)
    }

    @Test func whoIsOnDutyAndCallsKeepsNobodyWaiting() async throws {
        try await onDuty("host")
        try await call(by: "host")
        try await tell()
        #expect(try told(.help) == ["other"])
    }

    @Test func aCallOfTheOnlyHostWakesTheAdminsAtOnce() async throws {
        try await people.run("UPDATE member SET role = 'traveller' WHERE first_name = 'other'")
        try await call(by: "host")
        try await tell()
        #expect(try told(.help) == ["admin"])
    }

    @Test func anAdminWhoCallsIsNotWokenByTheirOwnCall() async throws {
        try await people.run("UPDATE account SET is_admin = 1 WHERE name = 'traveller'")
        try await call(by: "traveller")
        try await tell()
        #expect(try told(.help) == ["host", "other"])
        try await tell(after: .minutes(3))
        #expect(try told(.help) == ["admin", "host", "other"])
    }

    @Test func nobodyStandsDownFromTheirOwnCall() async throws {
        try await call(by: "host")
        try await tell()
        // As an earlier version told them.
        let own = NewNotice(
            person: .member(TestPeople.member("host"), trip: people.trip), kind: .help, subject: call, urgency: .urgent,
            title: "host needs help", text: "", expiresAt: TestPeople.noon + .hours(12))
        try await people.store.notices.add([own], at: TestPeople.noon)
        try await people.run("UPDATE help_case SET is_waiting = 0, taken_name = 'other'")
        try await tell(after: .minutes(1))
        #expect(try told(.helpTaken) == ["other"])
    }

    private func titles() throws -> [String] {
        try people.texts("SELECT DISTINCT title || ' / ' || text FROM notice WHERE kind = 'help_taken'")
    }

    @Test func whoIsOnItIsNotToldToStandDown() async throws {
        try await call(by: "traveller")
        try await tell()
        #expect(try told(.help) == ["host", "other"])
        try await people.run(
            "UPDATE help_case SET is_waiting = 0, taken_name = 'host', taken_at = 1, taken_by = ?", [.id(TestPeople.account("host"))])
        try await tell(after: .minutes(1))
        #expect(try told(.helpTaken) == ["other"])
        #expect(try titles() == ["host is on it: traveller / You can stand down."])
    }

    @Test func whoResolvesItIsNotToldWhatTheyDid() async throws {
        try await call(by: "traveller")
        try await tell()
        try await people.run(
            "UPDATE help_case SET is_waiting = 0, resolved_at = 1, resolved_name = 'other', outcome = 'safe', taken_by = ?",
            [.id(TestPeople.account("host"))])
        // An earlier end of it, by somebody else.
        for person in ["host", "other"] {
            try await people.run(
                "INSERT INTO help_entry (case_id, kind, at, actor_id, actor_name, text) VALUES (?, 'resolved', 1, ?, ?, '')",
                [.id(call), .id(TestPeople.account(person)), .text(person)])
        }
        try await tell(after: .minutes(1))
        #expect(try told(.helpTaken) == ["host"])
        #expect(try titles() == ["Resolved: traveller / You can stand down."])
    }
}
