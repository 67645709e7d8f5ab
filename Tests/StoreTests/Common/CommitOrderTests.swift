import Database
import Domain
import Foundation
import Store
import TestDatabases
import Testing

/// Who writes first may be done last: what others do meanwhile must not take it for old.
@Suite(.timeLimit(.minutes(2))) struct CommitOrderTests {
    private let people: TestPeople
    private let nodes: TestNodes
    private let now = TestPeople.noon
    init() async throws {
        people = try await TestPeople()
        nodes = try TestNodes(people.file)
    }

    private func draft(_ text: String) -> MessageStore.Draft {
        .init(
            conversation: people.trip, trip: people.trip, member: TestPeople.member("host"),
            clientID: ID(high: 90, low: .random(in: 0 ... .max)), text: text,
            replyTo: nil, state: .visible)
    }

    /// Runs the body on node 0, and leaves its transaction open until what is returned is called.
    private func begin(
        _ body: @escaping @Sendable (Connection) throws -> Void
    ) async -> (ends: @Sendable () -> Void, Task<Void, any Error>) {
        let ends = DispatchSemaphore(value: 0)
        let (results, result) = AsyncThrowingStream<Void, any Error>.makeStream()
        await withCheckedContinuation { isThere in
            nodes.databases[0].write(changesMore: { _ in true }) { connection in
                try body(connection)
                isThere.resume()
                ends.wait()
            } done: {
                result.finish(throwing: $0.failure)
            }
        }
        return ({ ends.signal() }, Task { for try await _ in results {} })
    }

    private func insertMessage(_ text: String) -> @Sendable (Connection) throws -> Void {
        let (draft, now) = (draft(text), now)
        return { connection in
            _ = try connection.insert(
                """
                INSERT INTO message (conversation_id, member_id, client_id, text, state, sent_at) VALUES (?, ?, ?, ?, 'visible', ?)
                """,
                [.id(draft.conversation), .id(draft.member), .id(draft.clientID), .text(text), .integer(now.microseconds)])
        }
    }

    /// Sends "first" on node 0 and "second" on node 1, and ends node 0's transaction last, if it lets the other one go first.
    private func sendBoth() async throws {
        let (ends, first) = await begin(insertMessage("first"))
        defer { ends() }
        let second = Task { [nodes, now] in try await nodes.stores[1].messages.send(draft("second"), at: now) }
        if TestDatabase.isOnServer { try await nodes.waitForTurn() }
        #expect(try nodes.number("SELECT count(*) FROM message") == 0)
        ends()
        try await first.value
        _ = try await second.value
    }

    /// An open page asks for what comes after the last message that it has.
    @Test func messagesAreThereInTheOrderOfTheirNumbers() async throws {
        try await sendBoth()
        let thread = try nodes.stores[1].messages.thread(
            people.trip, .newest, limit: 9, reader: TestPeople.member("other"), seesHeld: false)
        #expect(thread.map(\.text) == ["first", "second"])
    }

    /// A reader who sees a number has seen all before it, while many write.
    @Test func noMessageComesBehindOneThatWasSeen() async throws {
        let count = 60
        let seen = try await withThrowingTaskGroup(of: [Int].self) { group in
            for node in 0..<2 {
                group.addTask { [self] in
                    try await withThrowingTaskGroup(of: Void.self) { writers in
                        for number in 0..<count / 2 {
                            writers.addTask { [self] in _ = try await nodes.stores[node].messages.send(draft("\(number)"), at: now) }
                        }
                        try await writers.waitForAll()
                    }
                    return []
                }
            }
            group.addTask { [self] in
                var seen: [Int] = []
                while seen.count < count {
                    let next = try people.store.messages.thread(
                        people.trip, .after(seen.last ?? 0), limit: 100, reader: TestPeople.member("other"), seesHeld: false)
                    seen += next.map(\.number)
                    try await Task.sleep(for: .milliseconds(1))
                }
                return seen
            }
            return try await group.reduce([], +)
        }
        #expect(seen.count == count && seen == seen.sorted())
    }

    @Test func everyMessageIsFound() async throws {
        let (ends, first) = await begin(insertMessage("fondue one"))
        defer { ends() }
        let second = Task { [nodes, now] in
            _ = try await nodes.stores[1].messages.send(draft("fondue two"), at: now)
            try await nodes.stores[1].messages.indexNew()
        }
        if TestDatabase.isOnServer { try await nodes.waitForTurn() }
        ends()
        try await first.value
        try await second.value
        try await nodes.stores[0].messages.indexNew()
        #expect(try nodes.number("SELECT count(*) FROM message_search") == 2)
    }

    /// What came into the inbox behind what was read stays there.
    @Test func noPositionIsLostOnTheWayIntoTheHistory() async throws {
        let fixture = FixStoreTests()
        let (file, database, store) = try await fixture.newStore()
        try await fixture.add(store, [7], receivedAt: 7)
        let late = try #require(try database.read { try $0.one("SELECT fixes FROM fix_inbox") { $0.blob(0) } })
        _ = try await store.fixes.track(member: fixture.id(2), from: fixture.now, to: fixture.now + .hours(1), limit: 100)
        try await database.write { _ = try $0.run("DELETE FROM fix_run") }
        let both = try TestNodes(file)
        // Its number is lower than that of the next one, and it is committed when that one was read.
        let opens = TestDatabase.isOnServer ? await both.shut("fix_run") : {}
        let (isThere, ends) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let (isDone, done) = AsyncStream<Void>.makeStream()
        defer {
            ends.signal()
            opens()
        }
        both.databases[0].write(changesMore: { _ in true }) { connection in
            _ = try connection.run("INSERT INTO fix_inbox (fixes) VALUES (?)", [.blob(late)])
            isThere.continuation.finish()
            if TestDatabase.isOnServer { ends.wait() }
        } done: { _ in
            done.finish()
        }
        for await _ in isThere.stream {}
        try await fixture.add(both.stores[1], [9], receivedAt: 9)
        let merging = Task {
            try await both.stores[1].fixes.track(member: fixture.id(2), from: fixture.now, to: fixture.now + .hours(1), limit: 100)
        }
        if TestDatabase.isOnServer { try await both.wait(for: 1, at: "fix_run") }
        ends.signal()
        for await _ in isDone {}
        opens()
        _ = try await merging.value
        try await fixture.add(both.stores[1], [11], receivedAt: 11)
        let track = try await both.stores[1].fixes.track(
            member: fixture.id(2), from: fixture.now, to: fixture.now + .hours(1), limit: 100)
        #expect(track.map { Int(($0.time - fixture.now).components.seconds) } == [7, 9, 11])
        try database.close()
    }

    /// Who has seen a notice of their account has seen all before it: the second waits until the first is stored or given up.
    @Test(.enabled(if: TestDatabase.isOnServer)) func noNoticeOfAnAccountComesBehindOneThatWasSeen() async throws {
        let account = Account(
            id: TestPeople.account("host"), name: "host", email: "host@x.example", isAdmin: false, hasSecondFactor: false)
        let open = await nodes.shut("audit")
        defer { open() }
        // Has written its notice, and stands before the line of the trail.
        let first = Task { [nodes, now] in
            try await nodes.stores[0].accounts.setPassword("hash", account: account, keeping: nil, by: .commandLine, at: now)
        }
        try await nodes.wait(for: 1, at: "audit")
        let second = Task { [nodes, now] in
            let session = SessionStore.New(
                id: ID(high: 91, low: 1), tokenHash: TestNodes.hash, accountID: account.id, isPending: false, isPhone: false, userAgent: "",
                address: "", device: nil, way: "password")
            try await nodes.stores[1].sessions.add(session, replacing: nil, at: now)
        }
        try await nodes.waitForTurn()
        #expect(try nodes.number("SELECT count(*) FROM account_notice") == 0)
        open()
        try await first.value
        try await second.value
        #expect(try people.texts("SELECT kind FROM account_notice ORDER BY number") == ["passwordChanged", "session"])
    }
}

extension Result where Failure == any Error {
    fileprivate var failure: (any Error)? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
