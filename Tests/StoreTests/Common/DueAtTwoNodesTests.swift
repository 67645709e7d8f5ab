import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// What is due is seen by two nodes, as when one of them hung, lost its lease on the jobs and goes on where it was: it is done once.
@Suite struct DueAtTwoNodesTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let now = TestPeople.noon
    init() async throws {
        people = try await TestPeople()
        nodes = try TestNodes(people.file)
    }

    @Test func aLetterGoesOutOnce() async throws {
        let now = now
        try await people.store.letters.askToConfirm("host@x.example", account: TestPeople.account("host"), at: now)
        let letter = try #require(try people.store.letters.due(at: now, limit: 9).first)
        let begun = try await nodes.meet(before: "letter") { store, node in
            try await store.letters.begin(
                letter, tokenHash: [UInt8](repeating: UInt8(node), count: 32), at: now, leaseEnd: now + .seconds(90)) != nil
        }
        #expect(begun.successes().count { $0 } == 1)
        #expect(begun.refusals().isEmpty)
        #expect(try nodes.number("SELECT attempts FROM letter") == 1)
        #expect(try nodes.number("SELECT count(*) FROM letter_token") == 1)
        // Whoever began it said nothing more.
        let later = now + .seconds(91)
        let again = try await people.store.letters.begin(
            letter, tokenHash: [UInt8](repeating: 9, count: 32), at: later, leaseEnd: later + .seconds(90))
        #expect(again?.letter.attempts == 2)
    }

    @Test func aSilentPhoneIsToldOnce() async throws {
        let now = now
        try await people.store.silence.set(5, member: TestPeople.member("traveller"), at: now)
        let watch = try #require(try people.store.silence.all(at: now).first)
        let told = try await nodes.meet(before: "silence_watch") { store, _ in
            try await store.silence.tell(watch, contact: now, at: now + .minutes(6))
        }
        #expect(told.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM notice") == 1)
        // By a later look it is told again.
        let next = try #require(try people.store.silence.all(at: now).first)
        try await people.store.silence.tell(next, contact: now + .minutes(7), at: now + .minutes(15))
        #expect(try nodes.number("SELECT count(*) FROM notice") == 2)
    }

    @Test func aMorningIsToldOnce() async throws {
        let now = now
        try await people.run(
            "INSERT INTO notice_choice (account_id, theme, channel, is_on) VALUES (?, 'summary', 'email', 1)",
            [.id(TestPeople.account("host"))])
        let round = try #require(try people.store.morning.due(0..<86_400, at: now).first)
        let told = try await nodes.meet(before: "notice") { store, _ in
            try await store.morning.tell(round, title: "Today", text: "Nothing", until: now + .hours(12), at: now)
        }
        #expect(told.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM notice") == 1)
    }

    @Test func sharingEndsOnceAndNotWhereAnotherTimeWasChosen() async throws {
        let (now, trip, member, clock) = (now, people.trip, TestPeople.member("traveller"), Author(id: nil, name: "Sotravel"))
        let on = "UPDATE member SET sharing_paused_at = NULL, shares_with = 'hosts', sharing_ends_at = ? WHERE id = ?"
        try await people.run(on, [.integer(now.microseconds), .id(member)])
        let ended = try await nodes.meet(before: "member") { store, _ in
            try await store.sharing.end(member, trip: trip, by: clock, at: now + .seconds(1))
        }
        #expect(ended.successes().count == 2)
        #expect(try people.store.sharing.find(member)?.level == .off)
        #expect(try nodes.number("SELECT count(*) FROM audit WHERE action = 'sharing set'") == 1)
        try await people.run(on, [.integer((now + .hours(1)).microseconds), .id(member)])
        try await people.store.sharing.end(member, trip: trip, by: clock, at: now + .seconds(2))
        #expect(try people.store.sharing.find(member)?.level == .hosts)
        #expect(try nodes.number("SELECT count(*) FROM audit WHERE action = 'sharing set'") == 1)
    }

    @Test func somebodyIsRemindedOnce() async throws {
        let event = try await TestEvent(members: 2, capacity: nil)
        try await event.database.write { _ = try $0.run("UPDATE invitation SET opened_at = 1") }
        let both = try TestNodes(event.file)
        let near = TestEvent.begins - .hours(20)
        let reminded = try await both.meet(before: "reminder") { store, _ in try await store.reminders.remind(at: near) }
        #expect(reminded.successes().count == 2)
        #expect(try both.number("SELECT count(*) FROM reminder") == 2)
    }
}
