import Database
import Domain
import Store
import Testing

/// What open pages hear of events.
struct EventChangeTests {
    private func event(members: Int = 3, capacity: Int? = nil, invited: Int? = nil) async throws -> (TestEvent, HeardChanges) {
        let test = try await TestEvent(members: members, capacity: capacity, invited: invited)
        return (test, try HeardChanges(test.database))
    }

    private func told(_ test: TestEvent, _ members: [Int], _ hint: EventHint) -> TripChange {
        .told(members.map { test.members[$0] }, hint, of: test.event, title: "Walk", test.trip)
    }

    @Test func aHintSaysWhyAndOfWhichEvent() throws {
        let change = TripChange.told([ID(high: 3, low: 1)], .answerDue, of: ID(high: 2, low: 1), title: "A \"walk\"", ID(high: 1, low: 1))
        #expect(change.kind == .told && change.ids == [ID(high: 3, low: 1)])
        #expect(change.data?.text == #"{"id":"\#(ID(high: 2, low: 1))","why":"answer_due","title":"A \"walk\""}"#)
    }

    @Test func anAnswerIsHeardByItsMemberAndBesideTheEventOnce() async throws {
        let (test, noted) = try await event()
        let first = try await noted.during { try await test.say(1, .answer(isComing: true)) }
        #expect(first == [.event(test.event, test.trip), told(test, [1], .own)])
        #expect(try await noted.during { try await test.say(1, .answer(isComing: true)) }.isEmpty, "it is in force already")
    }

    @Test func aRefusedAnswerIsNotHeard() async throws {
        let (test, noted) = try await event()
        let late = try await noted.during {
            await #expect(throws: Refusal.self) { try await test.say(0, .answer(isComing: true), at: TestEvent.begins + .hours(1)) }
        }
        #expect(late.isEmpty)
    }

    @Test func anAnswerByLinkWithWhatWasSeenIsHeardByItsMember() async throws {
        let (test, noted) = try await event()
        let token = try #require(try test.store.events.invitation(event: test.event, member: test.members[2])).token
        let seen = try #require(SeenEvent("2.\(TestEvent.start.seconds)000"))
        let first = try await noted.during {
            _ = try await test.store.answers.answer(token: token, isComing: false, seen: seen, author: "link", at: TestEvent.start)
        }
        #expect(first == [.event(test.event, test.trip), told(test, [2], .own)])
        let again = try await noted.during {
            _ = try await test.store.answers.answer(token: token, isComing: false, seen: seen, author: "link", at: TestEvent.start)
        }
        #expect(again == [.event(test.event, test.trip), told(test, [2], .own)], "their other pages read what they have seen")
        let unknown = try await noted.during {
            await #expect(throws: Refusal.self) {
                try await test.store.answers.answer(token: "guessed", isComing: true, seen: seen, author: "link", at: TestEvent.start)
            }
        }
        #expect(unknown.isEmpty)
    }

    @Test func whoGetsAFreePlaceHearsOfIt() async throws {
        let (test, noted) = try await event(capacity: 1)
        try await test.say(0, .answer(isComing: true))
        try await test.say(1, .answer(isComing: true))
        let freed = try await noted.during { try await test.say(0, .answer(isComing: false)) }
        #expect(freed.count == 3 && Set(freed.map(\.kind)) == [.event, .told])
        #expect(freed.contains(told(test, [0], .own)) && freed.contains(told(test, [1], .offered)))
        let lapsed = try await noted.during { _ = try await test.store.answers.passOnExpiredOffers(at: TestEvent.start + .hours(13)) }
        #expect(lapsed == [.event(test.event, test.trip), told(test, [1], .lapsed)])
        let later = try await noted.during { _ = try await test.store.answers.passOnExpiredOffers(at: TestEvent.start + .hours(14)) }
        #expect(later.isEmpty)
    }

    @Test func whoIsInvitedHearsOfItOnce() async throws {
        let (test, noted) = try await event(invited: 2)
        let invited = try await noted.during { try await test.invite(2, at: TestEvent.start) }
        #expect(invited == [.event(test.event, test.trip), told(test, [2], .invited)])
        #expect(try await noted.during { try await test.invite(2, at: TestEvent.start) }.isEmpty)
    }

    @Test func movedAndCancelledEventsAreHeardByEverybodyButTheAuthor() async throws {
        let (test, noted) = try await event()
        let (author, account) = (test.members[1], ID(high: 4, low: 1))
        try await test.database.write { connection in
            try connection.run(
                "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, 'a@x.example', 'A', '', 0, 0)",
                [.id(account)])
            try connection.run("UPDATE member SET account_id = ? WHERE id = ?", [.id(account), .id(author)])
        }
        let host = Author(id: account, name: "A")
        let old = try await test.found()
        var fields = old.fields
        fields.capacity = 7
        let grown = try await noted.during {
            try await test.store.events.update(old, to: fields, asksAgain: false, changes: [], by: host, at: TestEvent.start)
        }
        #expect(grown == [.event(test.event, test.trip)], "more places are no news to whoever is invited")
        let before = try await test.found()
        fields.startsAt = TestEvent.begins + .hours(1)
        let moved = try await noted.during {
            try await test.store.events.update(before, to: fields, asksAgain: false, changes: [], by: host, at: TestEvent.start)
        }
        #expect(Set(moved.map(\.kind)) == [.event, .told] && moved.contains(told(test, [0, 2], .moved)))
        let stale = try await noted.during {
            await #expect(throws: Refusal.self) {
                try await test.store.events.update(before, to: fields, asksAgain: false, changes: [], by: host, at: TestEvent.start)
            }
        }
        #expect(stale.isEmpty)
        let now = try await test.found()
        let cancelled = try await noted.during {
            try await test.store.events.cancel(now, reason: "storm", by: host, at: TestEvent.start)
        }
        #expect(cancelled == [.event(test.event, test.trip), told(test, [0, 2], .cancelled)])
    }

    @Test func anEventInTheBinIsCancelledAndIsBack() async throws {
        let (test, noted) = try await event()
        let event = try await test.found()
        let deleted = try await noted.during {
            try await test.store.events.moveToBin(event, reason: "storm", isTold: true, by: TestEvent.author, at: TestEvent.start)
        }
        #expect(deleted == [.event(test.event, test.trip), told(test, [0, 1, 2], .cancelled)])
        let restored = try await noted.during {
            try await test.store.events.restore(test.event, trip: test.trip, by: TestEvent.author, at: TestEvent.start)
        }
        #expect(restored.contains(.event(test.event, test.trip)) && restored.contains(told(test, [0, 1, 2], .invited)))
    }

    @Test func reminderGoesToWhoeverIsRemindedOnce() async throws {
        let (test, noted) = try await event()
        try await test.database.write { _ = try $0.run("UPDATE invitation SET opened_at = 1 WHERE member_id = ?", [.id(test.members[1])]) }
        let near = TestEvent.begins - .hours(20)
        let due = try await noted.during { try await test.store.reminders.remind(at: near) }
        #expect(due == [.event(test.event, test.trip), told(test, [1], .answerDue)])
        #expect(try await noted.during { try await test.store.reminders.remind(at: near + .hours(1)) }.isEmpty)
    }

    @Test func ticksAreHeardOnceAndSoIsTakingThemBack() async throws {
        let (test, noted) = try await event()
        let list = CheckInList(id: ID(high: 5, low: 1), eventID: test.event, name: "Bus", exclusiveSet: "")
        let event = try await test.found()
        let added = try await noted.during {
            try await test.store.checkIn.add([list], to: event, by: TestEvent.author, at: TestEvent.start)
        }
        #expect(added == [.event(test.event, test.trip)])
        let scan = Scan(
            id: ID(high: 6, low: 1), listID: list.id, memberID: test.members[0], isIn: true, scannedAt: TestEvent.start,
            receivedAt: TestEvent.start, method: .tick, author: "Host")
        let record = {
            _ = try await test.store.checkIn.record([scan], event: test.event, trip: test.trip, uptime: .zero) { TestEvent.token() }
        }
        #expect(try await noted.during(record) == [.scans([scan], of: test.event, test.trip)])
        #expect(try await noted.during(record).isEmpty, "a phone sent its queue again")
        let undo = {
            _ = try await test.store.checkIn.undo(scan.id, event: test.event, trip: test.trip, by: "Host", at: TestEvent.start)
        }
        let undone = try await noted.during(undo)
        #expect(undone.map(\.kind) == [.scans] && undone.first?.data?.text.contains(#""undone":true"#) == true)
        #expect(try await noted.during(undo).isEmpty)
        #expect(
            try await noted.during {
                await #expect(throws: Refusal.self) {
                    try await test.store.checkIn.remove(list, of: event, by: TestEvent.author, at: TestEvent.start)
                }
            }.isEmpty)
    }
}
