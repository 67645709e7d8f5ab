import Domain
import Logging
import Store
import Synchronization

/// How one channel sends, and how much at once.
package struct ChannelSender: Sendable {
    package let channel: DeliveryChannel
    package let mostAtOnce: Int
    /// What only urgent deliveries take besides: a service that does not answer must not keep a call for help waiting.
    var urgentBesides: Int { min(mostAtOnce, 16) }
    package let send: @Sendable (DueDelivery) async -> DeliveryOutcome
    package init(channel: DeliveryChannel, mostAtOnce: Int, send: @escaping @Sendable (DueDelivery) async -> DeliveryOutcome) {
        (self.channel, self.mostAtOnce, self.send) = (channel, mostAtOnce, send)
    }
}

/// The dispatcher: tells open pages of new notices, plans deliveries and sends them. It keeps nothing that is not stored: killed at any
/// moment, it goes on where it was, and what was in flight goes out once more with the same id.
package final class OutboxService: Sendable {
    private static let tick = Duration.milliseconds(250)
    /// While there is more to do than was done at once.
    private static let busyTick = Duration.milliseconds(20)
    private static let planned = 500
    /// Rounds between looks for urgent deliveries while all other places are taken: such a look reads everything that is due.
    private static let roundsToUrgent = 25
    /// By less, clocks are set so often that it is not worth a look.
    private static let step = Duration.seconds(1)
    /// Longer than any service may take to answer.
    private static let lease = Duration.seconds(90)
    /// Without a sign of the dispatcher for that long, pages say so.
    package static let silence = Duration.minutes(1)

    private let store: OutboxStore
    private let notices: NoticeStore
    private let unread: ReadCache<ID, Int>
    private let senders: [ChannelSender]
    private let lease: JobLease?
    private let system: SystemInputs
    private let ranAt: Mutex<Instant>
    /// What the clock showed, and the one that only counts on.
    private let shown: Mutex<(time: Instant, at: Duration)>
    /// Since when attempts are under way.
    private let inHand = Mutex<[ID: Duration]>([:])
    private let sending = Mutex<[DeliveryChannel: Int]>([:])

    package init(
        store: OutboxStore, notices: NoticeStore, unread: ReadCache<ID, Int>, senders: [ChannelSender],
        lease: JobLease? = nil, system: SystemInputs
    ) {
        (self.store, self.notices, self.unread) = (store, notices, unread)
        (self.senders, self.lease, self.system) = (senders, lease, system)
        ranAt = Mutex(system.now())
        shown = Mutex((system.now(), system.uptime()))
    }

    /// When the dispatcher last looked: now, where another node has it.
    package var lastRun: Instant { lease?.isElsewhere == true ? system.now() : ranAt.withLock { $0 } }
    /// The channels that are set up.
    package var channels: [DeliveryChannel] { DeliveryChannel.allCases.filter { channel in senders.contains { $0.channel == channel } } }

    /// Until the task is cancelled.
    package func run(logger: Logger) async throws {
        try await begin(logger)
        try await withThrowingDiscardingTaskGroup { group in
            var (nextSweep, isBusy, round) = (system.uptime(), false, 0)
            while !Task.isCancelled {
                try await Task.sleep(for: isBusy ? OutboxService.busyTick : OutboxService.tick)
                round = (round + 1) % OutboxService.roundsToUrgent
                let job = JobRounds.begin()
                do {
                    try await followClock()
                    isBusy = try await plan() == OutboxService.planned
                    for sender in senders where try await start(sender, seeksUrgent: round == 0, in: &group, logger) { isBusy = true }
                    if system.uptime() >= nextSweep {
                        nextSweep = system.uptime() + .hours(1)
                        try await sweep()
                    }
                    ranAt.withLock { $0 = system.now() }
                    job?.end()
                } catch is CancellationError { return } catch {
                    job?.end(failed: true)
                    logger.failed("the outbox stands still", error)
                }
            }
        }
    }

    /// As far as it was while nothing ran.
    private func begin(_ logger: Logger) async throws {
        while true {
            do {
                try await store.releaseClaims(at: system.now())
                return try await store.setBack(to: system.now())
            } catch is CancellationError { throw CancellationError() } catch {
                logger.failed("the outbox does not begin", error)
                try await Task.sleep(for: OutboxService.tick)
            }
        }
    }

    /// Everything that is due, one after another, until nothing is.
    package func runDue() async throws {
        try await followClock()
        while try await plan() > 0 {}
        for sender in senders {
            while case let due = try await claim(sender.channel, limit: sender.mostAtOnce), !due.isEmpty {
                for delivery in due { try await attempt(delivery, sender) }
            }
        }
        ranAt.withLock { $0 = system.now() }
    }

    /// Nothing waits for a time of before that comes again hours later: a call for help would.
    private func followClock() async throws {
        let (now, uptime) = (system.now(), system.uptime())
        if shown.withLock({ now < $0.time + (uptime - $0.at) - OutboxService.step }) { try await store.setBack(to: now) }
        shown.withLock { $0 = (now, uptime) }
    }

    // MARK: planning

    /// - Returns: how many notices were looked at.
    @discardableResult
    private func plan() async throws -> Int {
        let now = system.now()
        let pending = try store.pending(at: now, limit: OutboxService.planned)
        guard !pending.isEmpty else { return 0 }
        let told = Set(pending.filter { !$0.isTold }.compactMap(\.account))
        try await unread.whileChanging(told) {
            try await store.store(pending.map { plan($0, at: now) }, telling: told, at: now)
        }
        return pending.count
    }

    private func plan(_ notice: PendingNotice, at now: Instant) -> OutboxStore.Planned {
        let plan = DeliveryPlan(notice, channels: channels, at: now)
        return .init(
            notice: notice.id, deliveries: plan.addresses.map { (id: system.newID(), address: $0) }, dueAt: plan.dueAt, nextAt: plan.nextAt)
    }

    // MARK: sending

    /// - Parameter seeksUrgent: also while only urgent deliveries may go out.
    /// - Returns: whether there may be more.
    private func start(
        _ sender: ChannelSender, seeksUrgent: Bool, in group: inout ThrowingDiscardingTaskGroup<any Error>, _ logger: Logger
    ) async throws -> Bool {
        let free = sender.mostAtOnce - sending.withLock { $0[sender.channel] ?? 0 }
        guard free > 0 || seeksUrgent && free > -sender.urgentBesides else { return true }
        let due = try await claim(sender.channel, limit: max(0, free), urgentLimit: free + sender.urgentBesides)
        // When the clock is set forward, leases end at once: what is under way here is not sent again.
        for delivery in due where take(delivery.id) {
            sending.withLock { $0[sender.channel, default: 0] += 1 }
            group.addTask { [self] in
                defer {
                    sending.withLock { $0[sender.channel, default: 0] -= 1 }
                    inHand.withLock { $0[delivery.id] = nil }
                }
                do { try await attempt(delivery, sender) } catch is CancellationError {} catch {
                    // Its lease runs out, and it is sent again.
                    logger.failed("an attempt is not noted", error)
                }
            }
        }
        return free <= 0 || !due.isEmpty
    }

    /// - Returns: whether it is not under way already, for as long as a lease lasts.
    private func take(_ delivery: ID) -> Bool {
        let now = system.uptime()
        return inHand.withLock { inHand in
            if let since = inHand[delivery], now - since < OutboxService.lease { return false }
            inHand[delivery] = now
            return true
        }
    }

    private func claim(_ channel: DeliveryChannel, limit: Int, urgentLimit: Int = 0) async throws -> [DueDelivery] {
        let now = system.now()
        guard try store.hasDue(channel, isUrgent: limit == 0, at: now) else { return [] }
        return try await store.claim(
            channel, limit: limit, urgentLimit: urgentLimit, at: now, leaseEnd: now + OutboxService.lease, inboxSince: now - Notice.kept)
    }

    private func attempt(_ delivery: DueDelivery, _ sender: ChannelSender) async throws {
        // Whoever has the dispatcher by now has released the claim.
        try JobLease.check()
        let outcome = await sender.send(delivery)
        // The page with the button is open, most likely.
        let tester = delivery.notice.kind == .test ? delivery.person.account : nil
        try await store.store(
            [record(delivery, outcome, at: system.now())], telling: Set([tester].compactMap(\.self)), at: system.now())
    }

    private func record(_ delivery: DueDelivery, _ outcome: DeliveryOutcome, at now: Instant) -> OutboxStore.Record {
        func ended(_ state: DeliveryState, _ reason: String = "", endsAddress: Bool = false) -> OutboxStore.Record {
            .init(delivery: delivery.id, state: state, reason: reason, dueAt: now, endsAddress: endsAddress)
        }
        switch outcome {
        case .accepted: return ended(.accepted)
        case .refused(let reason): return ended(.failed, reason)
        case .gone(let reason): return ended(.failed, reason, endsAddress: true)
        case .later(let reason, let asked):
            guard asked != nil || delivery.attempts < DeliveryRetry.limit else { return ended(.failed, reason) }
            let spread = Double(system.randomBytes(1)[0]) / 255
            let dueAt = now + DeliveryRetry.delay(attempts: delivery.attempts, asked: asked, spread: spread)
            guard dueAt < delivery.expiresAt else { return ended(.expired, reason) }
            let known = delivery.isUnsure ? DeliveryDoubt.unsure : reason
            return .init(delivery: delivery.id, state: .queued, reason: known, dueAt: dueAt, isCounted: asked == nil)
        case .unsure where delivery.isUnsure: return ended(.failed, DeliveryDoubt.twice)
        case .unsure: return record(delivery, .later(reason: DeliveryDoubt.unsure, after: nil), at: now)
        }
    }

    /// A device says that it has shown a notice, or that it was opened there. What it says is no later than now.
    /// - Returns: whether there is such a delivery.
    package func report(_ delivery: ID, isOpened: Bool, at time: Instant) async throws -> Bool {
        // Strangers who guess cost no write.
        guard let found = try store.recipient(of: delivery) else { return false }
        let (accounts, time) = (isOpened || found.isTest ? found.accounts : [], min(time, system.now()))
        try await unread.whileChanging(accounts) {
            try await store.report(delivery, isOpened: isOpened, telling: accounts, at: time)
        }
        return true
    }

    private func sweep() async throws {
        while try await notices.sweep(before: system.now() - Notice.kept, limit: 500) == 500 {}
    }
}
