import Database
import Domain
import Store
import Testing

/// What others read of claims while they are made.
extension ClaimTests {
    private func moderator(_ node: Int) throws -> CaseStore.Moderator {
        CaseStore.Moderator(account: try #require(author(node).id), author: author(node), member: nil)
    }

    /// G1a and G1b: somebody who was on it and let go on the way, or whose word was not stored, was never on it for anybody.
    @Test(arguments: [true, false]) func nobodySeesATakerWhoIsNone(fails: Bool) async throws {
        _ = try await call(1, people.store)
        let set = "UPDATE help_case SET taken_at = raised_at, taken_by = ?, taken_name = 'host' WHERE id = ?"
        try await nodes.withUndone(fails: fails) { [self] in
            _ = try $0.run(set, [.id(TestPeople.account("host")), .id(id(101))])
        } takenBack: { [self] in
            _ = try $0.run("UPDATE help_case SET taken_at = NULL, taken_by = NULL, taken_name = '' WHERE id = ?", [.id(id(101))])
        } look: {
            let found = try #require(try nodes.stores[1].help.find(id(101), trip: people.trip))
            #expect(found.holder == nil)
        }
        #expect(try await nodes.stores[1].help.take(id(101), trip: people.trip, by: author(1), at: now)?.isFirst == true)
    }

    /// The same of a case of moderation.
    @Test(arguments: [true, false]) func nobodySeesAClaimThatIsNone(fails: Bool) async throws {
        let filed = try await report(try await message(), by: 0, in: people.trip, people.store)
        let set = "UPDATE moderation_case SET claimed_at = opened_at, claimed_by = ?, claimed_name = 'host' WHERE id = ?"
        try await nodes.withUndone(fails: fails) {
            _ = try $0.run(set, [.id(TestPeople.account("host")), .id(filed)])
        } takenBack: {
            _ = try $0.run("UPDATE moderation_case SET claimed_at = NULL, claimed_by = NULL, claimed_name = '' WHERE id = ?", [.id(filed)])
        } look: {
            let found = try nodes.stores[1].cases.queue(
                trips: [people.trip], .init(), account: TestPeople.account("other"), now: now, limit: 9)
            #expect(found.open == 1 && found.unclaimed == 1)
        }
        try await nodes.stores[1].cases.claim(filed, trip: people.trip, by: moderator(1), takesOver: false, at: now)
    }

    /// Read skew: who is on a case and what its history says last are of one moment, while one node takes it and lets go again and again.
    @Test func aCaseAndItsHistoryAreOfOneMoment() async throws {
        _ = try await call(1, people.store)
        let filed = try await report(try await message(), by: 0, in: people.trip, people.store)
        let writing = Task { [self] in
            for round in 0..<30 {
                _ = try await nodes.stores[0].help.take(id(101), trip: people.trip, by: author(0), at: now)
                try await nodes.stores[0].cases.claim(filed, trip: people.trip, by: moderator(round % 2), takesOver: true, at: now)
                _ = try await nodes.stores[0].help.perform(.release, on: id(101), trip: people.trip, by: author(0), at: now)
            }
        }
        let (help, kind) = ("SELECT count(taken_at) FROM help_case", "SELECT kind FROM help_entry ORDER BY number DESC LIMIT 1")
        let claim = "SELECT claimed_name FROM moderation_case"
        let log = "SELECT actor_name FROM moderation_log WHERE action IN ('claim', 'take_over') ORDER BY number DESC LIMIT 1"
        for _ in 0..<200 {
            let (isTaken, last, holder, claimer) = try nodes.databases[1].read { connection in
                let isTaken = try connection.one(help) { $0.int(0) == 1 }
                let holder = try connection.one(claim) { $0.text(0) }
                return (
                    isTaken, try connection.one(kind) { $0.text(0) }, holder, try connection.one(log) { $0.text(0) }
                )
            }
            #expect(isTaken == (last == "taken"))
            #expect(holder == claimer ?? "")
        }
        try await writing.value
    }
}
