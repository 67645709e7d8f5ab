import Domain
import Store

/// What each account is to know, in one inbox for all of its trips.
package struct NoticeService: Sendable {
    private static let pageSize = 50
    private let store: NoticeStore
    private let addresses: AddressBook
    private let reports: OutboxStore
    private let unread: ReadCache<ID, Int>
    package let outbox: OutboxService
    private let trip: @Sendable (ID) throws -> Trip?
    private let system: SystemInputs

    init(
        store: NoticeStore, addresses: AddressBook, reports: OutboxStore, unread: ReadCache<ID, Int>, outbox: OutboxService,
        trip: @escaping @Sendable (ID) throws -> Trip?, system: SystemInputs
    ) {
        (self.store, self.addresses, self.reports, self.unread) = (store, addresses, reports, unread)
        (self.outbox, self.trip, self.system) = (outbox, trip, system)
    }

    /// Nothing has been sent for a while: the dispatcher stands still.
    package var isStill: Bool { !outbox.lastRun.isWithin(OutboxService.silence, before: system.now()) }

    // MARK: the inbox

    package func unreadCount(_ actor: Actor) throws -> Int {
        let account = actor.account.id
        return try unread.value(for: account) { try store.unread(account: account, since: system.now() - Notice.kept) }
    }

    /// - Parameter before: the last one of the page before.
    package func inbox(_ actor: Actor, before: ID? = nil) async throws -> Inbox {
        let now = system.now()
        let found = try store.inbox(account: actor.account.id, since: now - Notice.kept, before: before, limit: NoticeService.pageSize + 1)
        let notices = Array(found.prefix(NoticeService.pageSize))
        let unseen = notices.filter { !$0.isRead }.map(\.id)
        if !unseen.isEmpty { try await store.markShown(unseen, at: now) }
        return Inbox(
            notices: notices, trips: try trips(notices), hasMore: found.count > NoticeService.pageSize, isStill: isStill)
    }

    private func trips(_ notices: [Notice]) throws -> [ID: Trip] {
        let ids = Set(notices.compactMap(\.tripID))
        return Dictionary(firstOf: try ids.compactMap { id in try trip(id).map { (id, $0) } })
    }

    /// Opens a notice: it counts as read from now on, or, where somebody waits, once they are answered.
    /// - Returns: also its trip, if it has one.
    package func open(_ id: ID, _ actor: Actor) async throws -> (notice: Notice, trip: Trip?) {
        guard let notice = try store.find(id, account: actor.account.id) else { throw Refusal.notFound }
        if notice.kind != .joinRequest { try await markRead([id], actor) }
        return (notice, try notice.tripID.flatMap { try trip($0) })
    }

    /// - Parameter notices: nil for all.
    package func markRead(_ notices: [ID]?, _ actor: Actor) async throws {
        let (account, now) = (actor.account.id, system.now())
        try await unread.whileChanging([account]) { try await store.markRead(notices, account: account, at: now) }
    }

    /// Whoever looks at the page that notices of a trip are about need not be told of them any more. They count until that is done.
    package func markSeen(about trip: ID, _ kind: NoticeKind, _ access: some TripProof) async throws {
        guard let member = access.actor.members[access.trip.id], try store.hasUntold(about: trip, kind, member: member) else { return }
        try await store.markSeen(about: trip, kind, by: member, at: system.now())
    }

    package func markUnread(_ notice: ID, _ actor: Actor) async throws {
        let account = actor.account.id
        try await unread.whileChanging([account]) { try await store.markUnread(notice, account: account) }
    }

    // MARK: how to be reached

    package func reach(_ actor: Actor) throws -> OwnReach {
        var reach = OwnReach(
            choices: try addresses.choices(actor.account.id), channels: outbox.channels,
            addresses: try addresses.addresses(account: actor.account.id))
        reach.tests = try reports.tests(account: actor.account.id)
        return reach
    }

    package func setChoices(_ choices: NoticeChoices, _ actor: Actor) async throws {
        guard (1...1440).contains(choices.minutesToNext) else {
            throw Refusal.invalid([FieldError("minutes", "Between 1 and 1,440 minutes.")])
        }
        try await addresses.setChoices(choices, account: actor.account.id)
    }

    /// Sends the reader a notice by that channel alone, to try it.
    package func sendTest(_ channel: DeliveryChannel, _ actor: Actor) async throws {
        let now = system.now()
        guard outbox.channels.contains(channel),
            try addresses.addresses(account: actor.account.id).contains(where: { $0.channel == channel })
        else { throw Refusal.conflict("Set up this channel first. Nothing reaches you there yet.") }
        let notice = NewNotice(
            id: system.newID(), person: .account(actor.account.id), kind: .test, subject: nil, urgency: .urgent,
            topic: ChannelTest.topic(channel), title: Texts.said("A test from Sotravel"),
            text: Texts.said("If you can read this, this channel reaches you."), expiresAt: now + .minutes(10))
        try await unread.whileChanging([actor.account.id]) { try await store.add([notice], at: now) }
    }

    // MARK: what hosts see

    /// The newest deliveries of the trip.
    package func report(_ access: some HostProof, _ filter: DeliveryReport.Filter) throws -> DeliveryReport {
        let now = system.now()
        let (lines, rates) = try reports.report(trip: access.trip.id, filter, since: now - OutboxStore.fresh, at: now)
        return DeliveryReport(filter: filter, lines: lines, rates: rates, lastRun: outbox.lastRun, isStill: isStill)
    }

    /// What failed in the last day and nobody has read, as the page of deliveries shows it.
    package func failed(_ access: some HostProof) throws -> [DeliveryReport.Line] {
        let now = system.now()
        return try reports.failed(trip: access.trip.id, since: now - OutboxStore.fresh, at: now)
    }

    /// Sends once more what failed.
    package func tryAgain(_ delivery: ID, _ access: some HostProof) async throws {
        try await reports.tryAgain(delivery, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// Whether the server is set up for any.
    package var hasChannels: Bool { !outbox.channels.isEmpty }

    /// The channels that reach each member, for the trip's hosts.
    package func reach(_ access: StaffAccess) throws -> [ID: Set<DeliveryChannel>] {
        try addresses.reach(trip: access.trip.id, by: outbox.channels)
    }
}
