import Domain
import Live
import Store

/// Giving, replacing and revoking the links of phone apps, and the tracker doctor.
package struct TrackerService: Sendable {
    /// Nobody carries more phones; a list that grows without end is a mistake.
    package static let limit = 20
    /// What the tracker doctor looks back on, and how many requests it shows on a page.
    package static let (doctorTime, doctorLimit) = (Duration.hours(24), 50)
    private let store: TrackerStore
    private let fixes: FixStore
    private let sharing: SharingService
    private let directory: TrackerDirectory
    private let hub: Hub
    private let system: SystemInputs

    package init(
        store: TrackerStore, fixes: FixStore, sharing: SharingService, directory: TrackerDirectory, hub: Hub, system: SystemInputs
    ) {
        self.store = store
        self.fixes = fixes
        self.sharing = sharing
        self.directory = directory
        self.hub = hub
        self.system = system
    }

    /// With when each was last heard of.
    package func list(of member: Member) async throws -> [Tracker] {
        try await fixes.mergeToRead()
        return try store.list(member: member.id)
    }

    package func find(_ id: ID, _ access: some HostProof) async throws -> Tracker {
        try await fixes.mergeToRead()
        guard let tracker = try store.find(id, trip: access.trip.id) else { throw Refusal.notFound }
        return tracker
    }

    /// What the phone sent in the last day, with its values only where the reader may look back on its owner's way.
    package func doctor(_ tracker: Tracker, _ filter: TrackerDayFilter, _ access: some HostProof) async throws -> TrackerDay {
        let since = system.now() - TrackerService.doctorTime
        let day = try await fixes.day(tracker: tracker.id, since: since, filter, limit: TrackerService.doctorLimit)
        guard try !sharing.mayLookBack(on: tracker.memberID, access) else { return day }
        return TrackerDay(requests: day.requests.map(\.withoutPlaces), hours: day.hours, hasOlder: day.hasOlder)
    }

    package func add(label: String, to member: Member, _ access: OpenHostAccess) async throws -> Tracker {
        let label = tidyLine(label)
        guard label.count <= 60 else { throw Refusal.invalid([FieldError("label", "At most 60 characters.")]) }
        guard try store.list(member: member.id).count(where: { $0.revokedAt == nil }) < TrackerService.limit else {
            throw Refusal.invalid([FieldError("label", "A member has at most \(TrackerService.limit) trackers. Remove one first.")])
        }
        return try await add(label.isEmpty ? "Phone" : label, to: member, replacing: nil, access)
    }

    // MARK: one's own phone

    /// The name under which the web page itself sends positions.
    package static let pageLabel = "This page"

    package func own(_ member: Member) async throws -> [Tracker] {
        try await list(of: member).filter { $0.revokedAt == nil }
    }

    /// Those with an app, oldest first: without the web page that sends positions itself.
    package func ownPhones(_ member: Member) async throws -> [Tracker] {
        try await own(member).filter { $0.label != TrackerService.pageLabel }.sorted { $0.createdAt < $1.createdAt }
    }

    /// Whether anything has come of one of somebody's phones.
    package func hasSent(_ token: String, _ member: Member) async throws -> Bool {
        try await list(of: member).contains { $0.token == token && $0.lastContactAt != nil }
    }

    package func addOwn(label: String, _ member: Member, _ access: MemberAccess) async throws -> Tracker {
        guard member.id == (access.member), access.trip.archivedAt == nil else { throw Refusal.notFound }
        let label = tidyLine(label)
        guard label.count <= 60 else { throw Refusal.invalid([FieldError("label", "At most 60 characters.")]) }
        guard try await own(member).count < TrackerService.limit else {
            throw Refusal.invalid([FieldError("label", "At most \(TrackerService.limit) phones. Remove one first.")])
        }
        return try await add(label.isEmpty ? "Phone" : label, to: member, replacing: nil, access)
    }

    /// The token by which the web page sends positions; made when it is first needed.
    package func pageToken(_ member: Member, _ access: MemberAccess) async throws -> String {
        if let found = try await own(member).first(where: { $0.label == TrackerService.pageLabel }) { return found.token }
        return try await addOwn(label: TrackerService.pageLabel, member, access).token
    }

    /// The same tracker for what a page takes that somebody opened with a link of their own.
    func pageEntry(of member: Member, by author: Author) async throws -> TrackerEntry {
        if let found = try store.list(member: member.id).first(where: { $0.revokedAt == nil && $0.label == TrackerService.pageLabel }) {
            return TrackerEntry(id: found.id, memberID: member.id, tripID: member.tripID)
        }
        let now = system.now()
        let tracker = Tracker(
            id: system.newID(), memberID: member.id, label: TrackerService.pageLabel, token: system.newToken(bytes: 16), createdAt: now,
            revokedAt: nil, lastContactAt: nil)
        try await store.add(tracker, member: member, replacing: nil, under: nil, by: author, at: now)
        let entry = TrackerEntry(id: tracker.id, memberID: member.id, tripID: member.tripID)
        directory.add(tracker.token, entry)
        return entry
    }

    package func revokeOwn(_ id: ID, _ member: Member, _ access: MemberAccess) async throws {
        guard member.id == (access.member), let tracker = try await own(member).first(where: { $0.id == id }) else {
            throw Refusal.notFound
        }
        try await end(tracker, of: member, access)
    }

    /// A new link in place of one that leaked; the old one is dead before this returns.
    package func replace(_ tracker: Tracker, of member: Member, _ access: OpenHostAccess) async throws -> Tracker {
        let new = try await add(tracker.label, to: member, replacing: tracker.id, access)
        // Only now: where the disk takes no new link, the phone keeps its old one.
        directory.remove(tracker.token)
        return new
    }

    package func revoke(_ tracker: Tracker, of member: Member, _ access: some HostProof) async throws {
        try await end(tracker, of: member, access)
    }

    private func end(_ tracker: Tracker, of member: Member, _ access: some TripProof) async throws {
        try await end(tracker, of: member, trip: access.trip.id, by: access.author)
    }

    private func end(_ tracker: Tracker, of member: Member, trip: ID, by author: Author) async throws {
        try await store.revoke(tracker, member: member, by: author, at: system.now())
        directory.remove(tracker.token)
        if try !store.list(member: member.id).contains(where: { $0.revokedAt == nil }) { hub.tripChannel(trip).forget(member.id) }
    }

    /// One that ends by itself: what sent its positions sends no more.
    /// - Parameter owner: of a member's id; nil for somebody who is in the bin.
    func end(_ id: ID, trip: ID, by author: Author, owner: (ID) throws -> Member?) async throws {
        guard let tracker = try store.find(id, trip: trip), tracker.revokedAt == nil, let member = try owner(tracker.memberID) else {
            return
        }
        try await end(tracker, of: member, trip: trip, by: author)
    }

    private func add(
        _ label: String, to member: Member, replacing old: ID?, _ access: some TripProof
    ) async throws -> Tracker {
        let now = system.now()
        let tracker = Tracker(
            id: system.newID(), memberID: member.id, label: label, token: system.newToken(bytes: 16),
            createdAt: now, revokedAt: nil, lastContactAt: nil)
        try await store.add(
            tracker, member: member, replacing: old, under: access.coHostTime(for: member.id), by: access.author, at: now)
        directory.add(
            tracker.token, TrackerEntry(id: tracker.id, memberID: member.id, tripID: access.trip.id))
        return tracker
    }
}
