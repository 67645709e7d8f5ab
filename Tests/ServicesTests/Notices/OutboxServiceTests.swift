import Database
import Domain
import Foundation
import Logging
import Services
import Store
import Synchronization
import TestDatabases
import Testing

/// The dispatcher with services that do not answer, or ask to wait.
@Suite struct OutboxServiceTests {
    /// One traveller with a browser and no quiet hours, and a service that does as a test says.
    private final class Post: Sendable {
        private let file: TestDatabase
        let database: AppDatabase
        let store: Stores
        private let clock = Mutex(Instant(seconds: 1_767_614_400))
        private let tried = Mutex<[DueDelivery]>([])

        init() async throws {
            file = try TestDatabase()
            database = try file.open()
            store = Stores(database)
            try await database.write { connection in
                _ = try connection.run(
                    "INSERT INTO account (id, email, name, password_hash, is_admin, created_at) VALUES (?, 'a@x.example', 'a', '', 0, 0)",
                    [.blob(Post.account.bytes)])
            }
            try await store.addressBook.put(.init(id: ID(high: 2, low: 1), channel: .push, address: "push"), account: Post.account, at: now)
            var choices = NoticeChoices()
            choices.quiet = nil
            try await store.addressBook.setChoices(choices, account: Post.account)
        }

        deinit { try? database.close() }

        private static let account = ID(high: 1, low: 1)
        var now: Instant { clock.withLock { $0 } }
        func pass(_ time: Duration) { clock.withLock { $0 = $0 + time } }
        /// Every attempt that was begun.
        var attempts: [DueDelivery] { tried.withLock { $0 } }

        func add(_ number: UInt64, _ urgency: Urgency = .normal, lasts: Duration = .days(7)) async throws {
            try await store.notices.add(
                [
                    NewNotice(
                        id: ID(high: 3, low: number), person: .account(Post.account), kind: .test, subject: nil, urgency: urgency,
                        title: "The bus", text: "", expiresAt: now + lasts)
                ], at: now)
        }

        func outbox(mostAtOnce: Int = 50, send: @escaping @Sendable (DueDelivery) async -> DeliveryOutcome) -> OutboxService {
            let sender = ChannelSender(channel: .push, mostAtOnce: mostAtOnce) { [self] delivery in
                tried.withLock { $0.append(delivery) }
                return await send(delivery)
            }
            return OutboxService(
                store: store.outbox, notices: store.notices, unread: ReadCache(database, limit: 10), senders: [sender],
                system: SystemInputs(now: { [self] in now }, randomBytes: { count in (0..<count).map { _ in .random(in: 0 ... .max) } }))
        }

        func state() throws -> String? {
            try database.read { try $0.one("SELECT state FROM delivery", []) { $0.text(0) } }
        }
    }

    private let post: Post
    init() async throws { post = try await Post() }

    /// As the dispatcher that looks all the time: in steps, so that nothing waits for longer than it has to.
    private func run(_ outbox: OutboxService, for time: Duration, step: Duration) async throws {
        let end = post.now + time
        while post.now < end {
            try await outbox.runDue()
            post.pass(step)
        }
    }

    // A second alone; beside all other tests, each of its waits is for its turn.
    @Test(.timeLimit(.minutes(5))) func aServiceThatDoesNotAnswerKeepsNoCallForHelpWaiting() async throws {
        let outbox = post.outbox(mostAtOnce: 2) { delivery in
            if delivery.notice.urgency != .urgent { try? await Task.sleep(for: .seconds(3600)) }
            return .accepted
        }
        for number in 1...4 { try await post.add(UInt64(number)) }
        let running = Task { try await outbox.run(logger: Logger(label: "test")) }
        try await until { post.attempts.count == 2 }
        try await post.add(9, .urgent)
        let isSent = try await until { post.attempts.contains { $0.notice.urgency == .urgent } }
        let others = post.attempts.count { $0.notice.urgency != .urgent }
        running.cancel()
        _ = await running.result
        #expect(isSent)
        #expect(others == 2, "what is not urgent stays within the limit")
    }

    /// - Returns: whether it came true within ten seconds.
    @discardableResult
    private func until(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(20)) }
        return condition()
    }

    @Test func whatAServiceAsksToWaitForIsNeverGivenUp() async throws {
        let isBusy = Mutex(true)
        let outbox = post.outbox { _ in
            isBusy.withLock { $0 } ? .later(reason: "Wait", after: .minutes(10)) : .accepted
        }
        try await post.add(1)
        try await run(outbox, for: .hours(30), step: .minutes(10))
        #expect(try post.state() == "queued")
        #expect(post.attempts.count == 180)
        isBusy.withLock { $0 = false }
        try await run(outbox, for: .minutes(20), step: .minutes(10))
        #expect(try post.state() == "accepted")
    }

    @Test func anOutageOfHalfADayLosesNothing() async throws {
        let isAway = Mutex(true)
        let outbox = post.outbox { _ in isAway.withLock { $0 } ? .later(reason: "Away", after: nil) : .accepted }
        try await post.add(1)
        try await run(outbox, for: .hours(12), step: .minutes(5))
        #expect(try post.state() == "queued")
        isAway.withLock { $0 = false }
        try await run(outbox, for: .hours(2), step: .minutes(5))
        #expect(try post.state() == "accepted")
    }

    /// Leases end by the time of day: what is under way here is not sent again because that was set.
    @Test(.timeLimit(.minutes(1))) func aClockThatIsSetForwardSendsNothingAgain() async throws {
        let outbox = post.outbox { _ in
            try? await Task.sleep(for: .seconds(3600))
            return .accepted
        }
        try await post.add(1, .urgent)
        let running = Task { try await outbox.run(logger: Logger(label: "test")) }
        #expect(try await until { post.attempts.count == 1 })
        for _ in 0..<3 {
            post.pass(.hours(3))
            try await Task.sleep(for: .milliseconds(700))
        }
        running.cancel()
        _ = await running.result
        #expect(post.attempts.count == 1)
    }

    /// A service that does not know a message that it is given again, and from which no answer comes.
    @Test func whatMayHaveArrivedIsSentOnceMore() async throws {
        let outbox = post.outbox { _ in .unsure }
        try await post.add(1)
        try await run(outbox, for: .hours(2), step: .minutes(1))
        #expect(post.attempts.map(\.isUnsure) == [false, true])
        #expect(try post.state() == "failed")
    }

    /// What it says in between does not make it forget that.
    @Test func anAnswerInBetweenChangesNothing() async throws {
        let post = post
        let outbox = post.outbox { _ in post.attempts.count == 2 ? .later(reason: "Wait", after: .seconds(9)) : .unsure }
        try await post.add(1)
        try await run(outbox, for: .hours(2), step: .minutes(1))
        #expect(post.attempts.map(\.isUnsure) == [false, true, true])
        #expect(try post.state() == "failed")
    }

    @Test func oneAddressIsNotTriedForever() async throws {
        let outbox = post.outbox { _ in .later(reason: "Away", after: nil) }
        try await post.add(1)
        try await run(outbox, for: .hours(36), step: .minutes(5))
        #expect(try post.state() == "failed")
        #expect(post.attempts.count == DeliveryRetry.limit)
    }

    @Test func nothingIsTriedAfterItsTime() async throws {
        let outbox = post.outbox { _ in .later(reason: "Wait", after: .seconds(30)) }
        try await post.add(1, lasts: .minutes(10))
        try await run(outbox, for: .minutes(20), step: .seconds(30))
        #expect(try post.state() == "expired")
    }
}
