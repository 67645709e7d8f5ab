import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// What one person alone may have or do, asked for at two nodes at once.
@Suite struct ClaimTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let now = TestPeople.noon
    init() async throws {
        people = try await TestPeople()
        nodes = try TestNodes(people.file)
    }

    private func id(_ number: Int) -> ID { ID(high: 70, low: UInt64(number)) }
    private func author(_ node: Int) -> Author {
        let name = ["host", "other"][node]
        return Author(id: TestPeople.account(name), name: name)
    }

    private func call(_ number: Int, client: Int? = nil, _ store: Stores) async throws -> HelpStore.Outcome {
        try await store.help.add(
            .init(id: id(number), source: .page, text: "", calledAt: now, receivedAt: now, place: nil), client: client.map(id),
            toOpenOr: HelpCase(
                id: id(100 + number), tripID: people.trip, memberID: TestPeople.member("traveller"), memberName: "traveller", phone: "",
                isTest: false, raisedAt: now, calls: []), repetition: .zero, by: author(0))
    }

    private func message(_ text: String = "Hello", poll: NewPoll? = nil) async throws -> Int {
        try await people.store.messages.send(
            .init(
                conversation: people.trip, trip: people.trip, member: TestPeople.member("traveller"),
                clientID: id(.random(in: 1000...1_000_000)), text: text,
                replyTo: nil, state: .visible, poll: poll), at: now
        ).number
    }

    private func report(_ number: Int, by node: Int, in trip: ID, _ store: Stores) async throws -> ID {
        try await store.cases.file(
            .init(reporter: TestPeople.member(["host", "other"][node]), rule: nil, reason: "spam", text: "", isUrgent: false),
            on: .init(
                kind: .message, message: number, member: TestPeople.member("traveller"), conversation: trip, snapshot: "x", place: "y"),
            trip: trip, by: author(node), at: now, newID: { ID(high: 71, low: .random(in: 0 ... .max)) })
    }

    // MARK: calls for help

    /// Two people say that they are on it. One of them is told that it is theirs.
    @Test func aCallForHelpIsTakenByOne() async throws {
        _ = try await call(1, people.store)
        let taken = try await nodes.meet(before: "help_case") { [self] store, node in
            try await store.help.take(id(101), trip: people.trip, by: author(node), at: now)?.isFirst
        }
        #expect(taken.successes().compactMap(\.self).sorted { $0 && !$1 } == [true, false])
        #expect(try nodes.number("SELECT count(*) FROM help_entry") == 1)
    }

    /// One takes a call while another says how it ended: neither is lost.
    @Test func oneTakesACallThatAnotherEnds() async throws {
        _ = try await call(1, people.store)
        let ends = try await nodes.meet(before: "help_case") { [self] store, node in
            if node == 0 {
                _ = try await store.help.take(id(101), trip: people.trip, by: author(0), at: now)
            } else {
                _ = try await store.help.perform(.resolve(.safe, ""), on: id(101), trip: people.trip, by: author(1), at: now)
            }
        }
        #expect(ends.successes().count == 2)
        #expect(try people.store.help.find(id(101), trip: people.trip)?.ending != nil)
    }

    /// The phone sends its call to both, as it heard from neither.
    @Test func aCallThatComesTwiceIsOneCall() async throws {
        let heard = try await nodes.meet(before: "help_case") { [self] store, node in try await call(node, client: 1, store) }
        #expect(heard.successes().count == 2)
        #expect(heard.successes().count { $0 == .raised } == 1)
        #expect(try nodes.number("SELECT count(*) FROM help_case") == 1)
        #expect(try nodes.number("SELECT count(*) FROM help_call") == 1)
    }

    @Test func whoCallsTwiceHasOneCase() async throws {
        let heard = try await nodes.meet(before: "help_case") { [self] store, node in try await call(node, store) }
        #expect(heard.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM help_case") == 1)
        #expect(try nodes.number("SELECT count(*) FROM help_call") == 2)
    }

    /// Both nodes look for calls that nobody has been woken for.
    @Test func aCallWakesEachPersonOnce() async throws {
        _ = try await call(1, people.store)
        let told = try await nodes.meet(before: "notice") { [self] store, _ in
            try await store.helpAlarms.tell(at: now) { ID(high: 72, low: .random(in: 0 ... .max)) }
        }
        #expect(told.successes().count == 2)
        #expect(try people.texts("SELECT m.first_name FROM notice n JOIN member m ON m.id = n.member_id ORDER BY 1") == ["host", "other"])
    }

    // MARK: moderation

    @Test func twoReportsOfAMessageAreOneCase() async throws {
        let number = try await message()
        let filed = try await nodes.meet(before: "moderation_case") { [self] store, node in
            try await report(number, by: node, in: people.trip, store)
        }
        #expect(Set(filed.successes()).count == 1 && filed.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM moderation_case") == 1)
        #expect(try nodes.number("SELECT count(*) FROM report") == 2)
    }

    @Test func aCaseIsAssignedToOne() async throws {
        let filed = try await report(try await message(), by: 0, in: people.trip, people.store)
        let claimed = try await nodes.meet(before: "moderation_case") { [self] store, node in
            let moderator = CaseStore.Moderator(account: author(node).id ?? id(0), author: author(node), member: nil)
            try await store.cases.claim(filed, trip: people.trip, by: moderator, takesOver: false, at: now)
        }
        #expect(claimed.successes().count == 1)
        #expect(claimed.refusals().count == 1)
        #expect(try people.texts("SELECT action FROM moderation_log WHERE action = 'claim'").count == 1)
    }

    /// The twentieth report of a day is one report.
    @Test func aLimitHoldsForAllNodesTogether() async throws {
        for _ in 0..<19 { _ = try await report(try await message(), by: 0, in: people.trip, people.store) }
        let numbers = [try await message(), try await message()]
        let filed = try await nodes.meet(before: "moderation_case") { [self] store, node in
            try await report(numbers[node], by: 0, in: people.trip, store)
        }
        #expect(filed.successes().count == 1)
        #expect(filed.refusals().count == 1)
    }

    // MARK: votes

    @Test func aVoteAndASignAreThereOnce() async throws {
        let number = try await message(poll: NewPoll(question: "When?", answers: ["Now", "Later"], isMultiple: false, closesAt: nil))
        let member = TestPeople.member("traveller")
        let voted = try await nodes.meet(before: "poll_vote") { [now] store, node in
            try await store.messages.setVote(node, isOn: true, in: number, by: member, at: now)
        }
        #expect(voted.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM poll_vote") == 1)
        let signed = try await nodes.meet(before: "reaction") { [now] store, _ in
            try await store.messages.setReaction(.allCases[0], isOn: true, to: number, by: member, at: now)
        }
        #expect(signed.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM reaction") == 1)
    }
}
