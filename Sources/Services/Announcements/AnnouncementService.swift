import Domain
import Store

/// What hosts tell many people at once, and what became of it with each.
package final class AnnouncementService: Sendable {
    private static let listed = 200

    let store: AnnouncementStore
    let finder: AudienceFinder
    let audit: AuditStore
    let photos: PhotoService
    let safety: SafetyService
    private let events: EventStore
    let unread: ReadCache<ID, Int>
    let trips: @Sendable (ID) throws -> Trip?
    let system: SystemInputs

    init(
        store: AnnouncementStore, finder: AudienceFinder, events: EventStore, audit: AuditStore, photos: PhotoService,
        safety: SafetyService, unread: ReadCache<ID, Int>, trips: @escaping @Sendable (ID) throws -> Trip?, system: SystemInputs
    ) {
        (self.store, self.finder, self.events, self.audit, self.photos) = (store, finder, events, audit, photos)
        self.safety = safety
        (self.unread, self.trips, self.system) = (unread, trips, system)
    }

    // MARK: who may

    package func maySend(_ access: some TripProof) -> Bool {
        (try? access.tripAccess.requireAnnouncer()) != nil
    }

    package func announcer(_ access: some StaffProof) throws -> AnnouncerAccess { try access.tripAccess.requireAnnouncer() }

    // MARK: what staff see

    /// What waits first, then the newest.
    package func list(_ access: some StaffProof) throws -> [(announcement: Announcement, counts: ReceiptCounts)] {
        let counts = try store.counts(trip: access.trip.id)
        return try store.list(trip: access.trip.id, limit: AnnouncementService.listed).map { ($0, counts[$0.id] ?? ReceiptCounts([:])) }
    }

    package func find(_ id: ID, _ access: some StaffProof) throws -> Announcement {
        guard let found = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return found
    }

    package func receipts(_ id: ID, _ access: some StaffProof) throws -> AnnouncementReceipts {
        let found = try find(id, access)
        return AnnouncementReceipts(announcement: found, receipts: try store.receipts(of: found), calls: try store.calls(of: id))
    }

    package func opened(_ id: ID, _ access: some StaffProof) throws -> OpenedAnnouncement {
        let receipts = try receipts(id, access)
        let content = receipts.announcement.content
        return OpenedAnnouncement(
            receipts: receipts, event: try event(of: receipts.announcement),
            history: try audit.entries(subject: id, trip: access.trip.id, limit: 50),
            own: try access.asMember.flatMap { try store.own(id, member: $0.member, trip: access.trip.id) },
            corrects: try content.corrects.flatMap { try store.find($0, trip: access.trip.id) }, maySend: maySend(access),
            remindable: try store.remindable(id, trip: access.trip.id, by: finder.roster.channels))
    }

    // MARK: what members see

    /// Newest first.
    package func own(_ access: MemberAccess) throws -> [OwnAnnouncement] {
        try store.own(member: access.member, trip: access.trip.id, limit: AnnouncementService.listed)
    }

    /// What is still to be read or answered, newest first.
    package func waiting(_ access: MemberAccess) throws -> [OwnAnnouncement] {
        let now = system.now()
        return try store.waiting(
            member: access.member, trip: access.trip.id, since: now - Announcement.longest, limit: AnnouncementService.listed
        ).filter { $0.isWaiting(at: now) }
    }

    /// What the reader answered; nil where they have not, or where they did not get it. Opens nothing.
    package func ownAnswer(_ id: ID, _ access: MemberAccess) throws -> String? {
        guard let own = try store.own(id, member: access.member, trip: access.trip.id), own.announcement.state != .recalled,
            let answer = own.answer, own.announcement.content.answers.indices.contains(answer)
        else { return nil }
        return own.announcement.content.answers[answer].label
    }

    /// How many the reader has not opened that still hold; 0 for whoever is not on the trip.
    package func unopenedCount(_ access: some TripProof) throws -> Int {
        guard let member = access.actor.members[access.trip.id] else { return 0 }
        return try store.unopened(member: member, trip: access.trip.id, at: system.now())
    }

    /// What the trip's conversation shows of them, oldest first: all to staff, with how many got it, to others what they got.
    package func inChat(_ access: MemberAccess) throws -> [(announcement: Announcement, people: Int?)] {
        let isStaff = access.role.isStaff
        let found = isStaff ? try store.list(trip: access.trip.id, limit: 50) : try own(access).map(\.announcement)
        let sent = found.filter { $0.state == .sent }
        let people = isStaff && !sent.isEmpty ? try store.recipientCounts(trip: access.trip.id) : [:]
        return sent.sorted { ($0.sentAt ?? $0.madeAt, $0.id) < ($1.sentAt ?? $1.madeAt, $1.id) }
            .map { ($0, isStaff ? people[$0.id] ?? 0 : nil) }
    }

    /// Opens one: it counts as read from now on. One that was recalled says only that.
    package func open(_ id: ID, _ access: MemberAccess) async throws -> ReceivedAnnouncement {
        guard let own = try store.own(id, member: access.member, trip: access.trip.id) else { throw Refusal.notFound }
        try await noteOpened(id, access)
        let event = try event(of: own.announcement)
        let isInvited = try event.map { try events.invitation(event: $0.id, member: access.member).map { !$0.isRevoked } ?? false }
        return ReceivedAnnouncement(own: own, event: event, isInvited: isInvited ?? false)
    }

    /// The same for staff, who look at the receipts and may be among those who got it.
    package func noteOpened(_ id: ID, _ access: MemberAccess) async throws {
        // A page that is only looked at is not refused because its mark cannot be stored.
        let now = system.now()
        try? await unread.whileChanging([access.actor.account.id]) {
            try await store.open(id, trip: access.trip.id, member: access.member, at: now)
        }
    }

    /// Somebody says, on no page of ours, that they know it.
    package func see(_ id: ID, _ access: MemberAccess) async throws {
        guard try store.own(id, member: access.member, trip: access.trip.id) != nil else { throw Refusal.notFound }
        try await noteOpened(id, access)
    }

    private func event(of announcement: Announcement) throws -> Event? {
        try announcement.content.event.flatMap { try events.find($0, trip: announcement.tripID) }.flatMap { $0.state == .draft ? nil : $0 }
    }
}
