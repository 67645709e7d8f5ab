import Database
import Domain
import Store
import Testing

/// Who is told of what is written in a conversation that they follow.
@Suite struct FollowTests {
    private let test: TestEvent
    private let group = ID(high: 6, low: 1)
    private var store: Stores { test.store }

    /// Everybody can sign in; the first three are in a group with a conversation.
    init() async throws {
        test = try await TestEvent(members: 4, capacity: nil)
        let (members, trip, group) = (test.members, test.trip, self.group)
        try await test.database.write { connection in
            for id in members {
                try connection.run(
                    "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, ?, 'n', 'h', 0, 0)",
                    [.blob(id.bytes), .text(id.description)])
                try connection.run("UPDATE member SET account_id = id WHERE id = ?", [.blob(id.bytes)])
            }
            try connection.run(
                "INSERT INTO member_group (id, trip_id, name, folded_name) VALUES (?, ?, 'Bus 1', 'bus 1')",
                [.blob(group.bytes), .blob(trip.bytes)])
            for id in members.prefix(3) {
                try connection.run(
                    "INSERT INTO member_of_group (group_id, member_id) VALUES (?, ?)", [.blob(group.bytes), .blob(id.bytes)])
            }
        }
        _ = try await store.chat.openGroup(group, name: "Bus 1", trip: trip, by: TestEvent.author, at: TestEvent.start)
    }

    private func at(_ minute: Int) -> Instant { TestEvent.start + .minutes(minute) }

    private func follow(_ members: Int..., in conversation: ID, at minute: Int = 0) async throws {
        for member in members {
            try await store.chat.setFollowing(true, conversation, member: test.members[member], at: at(minute))
        }
    }

    @discardableResult
    private func write(_ member: Int, in conversation: ID, naming named: Int? = nil, at minute: Int) async throws -> Int {
        let mentions = named.map { [Mention(memberID: test.members[$0], text: "@somebody")] } ?? []
        let draft = MessageStore.Draft(
            conversation: conversation, trip: test.trip, member: test.members[member],
            clientID: ID(high: UInt64(minute + 1), low: UInt64(member)),
            text: "x",
            replyTo: nil, state: .visible, mentions: mentions)
        return try await store.messages.send(draft, at: at(minute)).number
    }

    @discardableResult
    private func run(_ minute: Int, after: Int = 0) async throws -> Int {
        try await store.messageNotices.tell(after: after, before: at(minute - 2), at: at(minute))
    }

    /// By member, what stands in the inboxes.
    private func told(_ kind: NoticeKind = .followed) throws -> [Int: String] {
        var told: [Int: String] = [:]
        for (index, member) in test.members.enumerated() {
            let notices = try store.notices.inbox(account: member, since: TestEvent.start, before: nil, limit: 10)
            let found = notices.filter { $0.kind == kind && !$0.isRead }
            #expect(found.count < 2, "one notice for each conversation")
            told[index] = found.first?.title
        }
        return told
    }

    private func followers() throws -> Int {
        try test.database.read { try $0.one("SELECT count(*) FROM follow") { $0.int(0) } ?? -1 }
    }

    @Test func whoFollowsIsToldOnceAndTheAuthorIsNot() async throws {
        try await follow(0, 1, 2, in: test.trip)
        try await follow(1, in: test.trip)
        for minute in 1...2 { try await write(0, in: test.trip, at: minute) }
        try await run(2)
        #expect(try told().isEmpty, "they may still be reading")
        try await run(5)
        try await run(5)
        let title = "2 new messages in the trip’s chat, last from Member 00000"
        #expect(try told() == [1: title, 2: title])
        try await store.chat.setFollowing(false, test.trip, member: test.members[2], at: at(6))
        #expect(try followers() == 2 && !store.chat.isFollowing(test.trip, member: test.members[2]))
    }

    @Test func anEventsConversationIsNamed() async throws {
        try await follow(1, in: test.event)
        try await write(0, in: test.event, at: 1)
        try await run(4)
        #expect(try told() == [1: "Member 00000 wrote in Walk"])
        for minute in 5...30 { try await write(0, in: test.event, at: minute) }
        try await run(33)
        #expect(try told() == [1: "More than 20 new messages in Walk, last from Member 00000"])
    }

    @Test func whoIsNamedHearsOfItOnce() async throws {
        try await follow(1, 2, in: test.trip)
        try await write(0, in: test.trip, naming: 1, at: 1)
        try await run(4)
        #expect(try told() == [2: "Member 00000 wrote in the trip’s chat"])
        #expect(try told(.mention) == [1: "Member 00000 mentioned you"])
        // With what was written besides, it is still one notice.
        try await store.chat.setReadPosition(99, conversation: test.trip, member: test.members[2], at: at(5))
        try await write(0, in: group, naming: 1, at: 6)
        try await follow(1, in: group, at: 6)
        try await write(2, in: group, at: 7)
        try await run(10)
        #expect(try told().isEmpty)
        let bundled = try test.database.read {
            try $0.all("SELECT kind || ': ' || title FROM notice WHERE subject_id = ?", [.blob(group.bytes)]) { $0.text(0) }
        }
        #expect(bundled == ["mention: 2 new messages, last from Member 00002"])
    }

    @Test func whoIsBlockedIsNotHeard() async throws {
        try await follow(1, 2, in: test.trip)
        try await store.chat.setBlocked(true, test.members[0], by: test.members[1], at: at(0))
        try await write(0, in: test.trip, at: 1)
        try await run(4)
        #expect(try Set(told().keys) == [2])
    }

    @Test func whoLeavesTheGroupNoLongerFollowsIt() async throws {
        // The fourth is not in it; the third leaves; the second is the premise.
        try await follow(1, 2, 3, in: group)
        try await test.database.write { [left = test.members[2]] connection in
            _ = try connection.run("DELETE FROM member_of_group WHERE member_id = ?", [.blob(left.bytes)])
        }
        try await write(0, in: group, at: 1)
        try await run(4)
        #expect(try told() == [1: "Member 00000 wrote in Bus 1"])
        #expect(try followers() == 1)
    }

    @Test func whoLeavesTheTripOrIsErasedNoLongerFollows() async throws {
        try await follow(1, 2, 3, in: test.trip)
        try await test.database.write { [left = test.members[1], binned = test.members[2]] connection in
            try connection.run("UPDATE member SET status = 'left' WHERE id = ?", [.blob(left.bytes)])
            try connection.run(
                "UPDATE member SET status = 'cancelled', status_before = 'arrived', deleted_at = 1 WHERE id = ?", [.blob(binned.bytes)])
        }
        try await store.deletion.erase(test.members[3], trip: test.trip, at: at(1))
        #expect(try followers() == 2)
        try await write(0, in: test.trip, at: 1)
        try await run(4)
        #expect(try told().isEmpty)
        // Who is in the bin may come back.
        #expect(try followers() == 1 && store.chat.isFollowing(test.trip, member: test.members[2]))
    }

    @Test func staffFollowWhatTheyReadAndNoLongerAfterTheirTime() async throws {
        try await follow(3, in: group)
        try await setRole(3, "moderator")
        try await write(0, in: group, at: 1)
        try await run(4)
        #expect(try told() == [3: "Member 00000 wrote in Bus 1"])
        try await setRole(3, "traveller")
        try await write(0, in: group, at: 30)
        try await run(33)
        #expect(try followers() == 0)
    }

    private func setRole(_ member: Int, _ role: String) async throws {
        try await test.database.write { [id = test.members[member]] connection in
            _ = try connection.run("UPDATE member SET role = ? WHERE id = ?", [.text(role), .blob(id.bytes)])
        }
    }

    @Test func whatIsReadOrOlderThanFollowingIsNotTold() async throws {
        try await follow(1, in: test.trip)
        try await write(0, in: test.trip, at: 1)
        try await follow(2, in: test.trip, at: 2)
        let last = try await write(3, in: test.trip, at: 3)
        try await store.chat.setReadPosition(last, conversation: test.trip, member: test.members[1], at: at(4))
        try await run(6)
        #expect(try told() == [2: "Member 00003 wrote in the trip’s chat"])
        // Reading ends the notice that has not gone out.
        try await store.chat.setReadPosition(last, conversation: test.trip, member: test.members[2], at: at(7))
        #expect(try told().isEmpty)
    }

    @Test func anUnreadNoticeIsFollowedByOneAfterAQuarterOfAnHour() async throws {
        try await follow(1, 2, in: test.trip)
        let first = try await write(0, in: test.trip, at: 1)
        var looked = try await run(4)
        #expect(looked == first)
        try await store.chat.setReadPosition(first, conversation: test.trip, member: test.members[2], at: at(5))
        for minute in 6...7 { try await write(0, in: test.trip, at: minute) }
        looked = try await run(10, after: looked)
        // Who has read the first is told at once.
        let one = "Member 00000 wrote in the trip’s chat", two = "2 new messages in the trip’s chat, last from Member 00000"
        #expect(try told() == [1: one, 2: two])
        looked = try await run(18, after: looked)
        #expect(try told() == [1: one, 2: two])
        // Nothing new came, and the newer notice replaces the one that has not gone out.
        looked = try await run(20, after: looked)
        #expect(try told() == [1: two, 2: two])
        try await run(40, after: looked)
        #expect(try told() == [1: two, 2: two], "once")
    }
}
