import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// The same made at two nodes at once, where only one of it can be. Each looks first, finds nothing, and makes it: nobody sees an error.
@Suite struct SameAtOnceTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let now = TestPeople.noon
    init() async throws {
        people = try await TestPeople()
        nodes = try TestNodes(people.file)
    }

    private func letAnybodySignUp() async throws {
        try await people.run("INSERT INTO server_setting (name, value) VALUES ('sign_up', 'on')")
    }

    private func account(_ node: Int, email: String) -> Account {
        Account(id: ID(high: 80, low: UInt64(node)), name: "New", email: email, isAdmin: false, hasSecondFactor: false)
    }

    /// Two people get the same new group.
    @Test func aGroupIsMadeOnce() async throws {
        let saved = try await nodes.meet(before: "member_group") { [people, now] store, node in
            var batch = RosterStore.Batch()
            batch.changed = [
                .init(id: TestPeople.member(["host", "other"][node])) { fields in
                    var new = fields
                    new[.groups] = "Skiers"
                    return new
                }
            ]
            return try await store.roster.apply(batch, trip: people.trip, by: .commandLine, at: now) { ID(high: 81, low: UInt64(node)) }
        }
        #expect(saved.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM member_group") == 1)
        #expect(try nodes.number("SELECT count(*) FROM member_of_group") == 2)
    }

    /// A card is drawn to two groups of one set by two hosts: the person is in one of them, and the second host hears of it.
    @Test func aPersonIsInOneGroupOfASet() async throws {
        let (member, trip) = (TestPeople.member("host"), people.trip)
        let version = try nodes.stores[0].roster.member(member, trip: trip)?.version
        let moved = try await nodes.meet(before: "member") { [now] store, node in
            var batch = RosterStore.Batch()
            batch.changed = [
                .init(id: member, expectedVersion: version) { fields in
                    var new = fields
                    new[.groups] = ["Bus 1", "Bus 2"][node]
                    return new
                }
            ]
            return try await store.roster.apply(batch, trip: trip, by: .commandLine, at: now) { ID(high: 81, low: UInt64(node)) }
        }
        #expect(moved.successes().count == 1)
        #expect(moved.refusals().count == 1)
        #expect(try nodes.number("SELECT count(*) FROM member_of_group") == 1)
    }

    @Test func nobodyIsInvitedTwice() async throws {
        let event = try await TestEvent(members: 3, capacity: 2, invited: 1)
        let both = try TestNodes(event.file)
        let invited = try await both.meet(before: "event") { store, _ in
            try await store.events.invite(
                Array(event.members.dropFirst()), to: event.event, by: TestEvent.author, at: TestEvent.start, newToken: TestEvent.token)
        }
        #expect(invited.successes().count == 2)
        #expect(try both.number("SELECT count(*) FROM invitation") == 3)
    }

    /// Nobody may see that the address has an account.
    @Test func twoSignUpsWithOneAddressSayTheSame() async throws {
        try await letAnybodySignUp()
        let added = try await nodes.meet(before: "account") { [self] store, node in
            try await store.signUps.add(account(node, email: "new@x.example"), passwordHash: "", limit: 9, at: now)
        }
        #expect(added.successes().count == 2)
        #expect(try nodes.number("SELECT count(*) FROM account WHERE email = 'new@x.example'") == 1)
    }

    /// Nor that it is just being given to one: the sign-up has looked before, and meets the account as it makes its own.
    @Test func aSignUpSaysNothingOfAnAccountThatIsBeingAdded() async throws {
        try await letAnybodySignUp()
        let open = TestDatabase.isOnServer ? await nodes.shut("audit") : {}
        defer { open() }
        let adding = Task { [self] in
            try await nodes.stores[0].accounts.add(account(0, email: "new@x.example"), passwordHash: "", by: .commandLine, at: now)
        }
        if TestDatabase.isOnServer { try await nodes.wait(for: 1, at: "audit") } else { try await adding.value }
        let signingUp = Task { [self] in
            try await nodes.stores[1].signUps.add(account(1, email: "new@x.example"), passwordHash: "", limit: 9, at: now)
        }
        if TestDatabase.isOnServer { try await nodes.waitForTurn() }
        open()
        try await adding.value
        try await signingUp.value
        #expect(try nodes.number("SELECT count(*) FROM account WHERE email = 'new@x.example'") == 1)
        #expect(try people.texts("SELECT kind FROM account_notice") == ["signUpTried"])
    }

    /// Of the places for accounts that wait for a trip one is left.
    @Test func theLimitOfSignUpsHolds() async throws {
        try await letAnybodySignUp()
        let added = try await nodes.meet(before: "account") { [self] store, node in
            try await store.signUps.add(account(node, email: "new\(node)@x.example"), passwordHash: "", limit: 1, at: now)
        }
        #expect(added.successes().count == 1)
        #expect(added.refusals().count == 1)
    }

    @Test func anAddressBelongsToOneAccount() async throws {
        let added = try await nodes.meet(before: "account") { [self] store, node in
            try await store.accounts.add(account(node, email: "new@x.example"), passwordHash: "", by: .commandLine, at: now)
        }
        #expect(added.successes().count == 1)
        #expect(added.refusals() == [.invalid([FieldError("email", "There is already an account with this address.")])])
    }

    @Test func aLinkIsUsedOnce() async throws {
        let link = JoinStore.NewLink(id: ID(high: 82, low: 1), memberID: TestPeople.member("traveller"), tokenHash: TestNodes.hash)
        try await people.run("UPDATE member SET account_id = NULL WHERE first_name = 'traveller'")
        try await people.store.joining.add([link], trip: people.trip, until: now + .days(1), under: nil, by: .commandLine, at: now)
        let used = try await nodes.meet(before: "join_link") { [now] store, node in
            try await store.joining.use(tokenHash: TestNodes.hash, newAccount: ID(high: 83, low: UInt64(node)), signedIn: nil, at: now)
        }
        #expect(used.successes().count == 1)
        #expect(used.refusals() == [.notFound])
        #expect(try nodes.number("SELECT count(*) FROM account WHERE name = 'traveller'") == 2)
    }

    @Test func aPasswordIsSetOnceByALink() async throws {
        let account = Account(
            id: TestPeople.account("host"), name: "host", email: "host@x.example", isAdmin: false, hasSecondFactor: false)
        try await people.store.letters.addPasswordLink(for: account, tokenHash: TestNodes.hash, by: .commandLine, at: now)
        let set = try await nodes.meet(before: "account") { [now] store, node in
            try await store.letters.setPassword("hash \(node)", tokenHash: TestNodes.hash, at: now)
        }
        #expect(set.successes().count == 1)
        #expect(set.refusals() == [.notFound])
    }

    /// A message that a phone sends to both, as it heard from neither.
    @Test func aMessageThatComesTwiceIsOneMessage() async throws {
        let sent = try await nodes.meet(before: "message") { [people, now] store, _ in
            try await store.messages.send(
                .init(
                    conversation: people.trip, trip: people.trip, member: TestPeople.member("host"), clientID: ID(high: 84, low: 1),
                    text: "Hello",
                    replyTo: nil,
                    state: .visible), at: now
            ).isNew
        }
        #expect(sent.successes().sorted { $0 && !$1 } == [true, false])
        #expect(try nodes.number("SELECT count(*) FROM message") == 1)
    }

    /// A map is drawn by one node, and the phone sends to the other.
    @Test func whatOneNodeStoredTheOtherShows() async throws {
        let fixture = FixStoreTests()
        let (file, database, _) = try await fixture.newStore()
        let both = try TestNodes(file)
        for second in 1...3 {
            try await fixture.add(both.stores[0], [second], receivedAt: second)
            let track = try await both.stores[1].fixes.track(
                member: fixture.id(2), from: fixture.now, to: fixture.now + .hours(1), limit: 100)
            #expect(track.count == second)
        }
        try database.close()
    }

    /// What a phone sent to two nodes is in one history, once, whichever node puts it there.
    @Test func positionsOfOneTrackerAreThereOnce() async throws {
        let fixture = FixStoreTests()
        let (file, database, store) = try await fixture.newStore()
        let both = try TestNodes(file)
        for second in 0..<6 { try await fixture.add(both.stores[second % 2], [second], receivedAt: second) }
        let track = try await both.meet(before: "fix_run") { store, _ in
            try await store.fixes.track(member: fixture.id(2), from: fixture.now, to: fixture.now + .hours(1), limit: 100).count
        }
        #expect(track.successes().contains(6))
        #expect(try fixture.fixesInRuns(database) == 6)
        #expect(try fixture.rows(database, "fix_inbox") == 0)
        try database.close()
        _ = store
    }
}

extension TestNodes {
    static let hash = [UInt8](repeating: 5, count: 32)
}
