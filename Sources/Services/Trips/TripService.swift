import Domain
import Live
import Store

package final class TripService: Sendable {
    private let store: TripStore
    private let audit: AuditStore
    private let cache: ReadCache<String, Trip?>
    private let system: SystemInputs

    package init(
        store: TripStore, audit: AuditStore, cache: ReadCache<String, Trip?>, system: SystemInputs
    ) {
        self.store = store
        self.audit = audit
        self.cache = cache
        self.system = system
    }

    /// The trip as the actor may see it; not found for everybody who is not on it.
    /// - Parameter lastEventID: what was last said on the trip's stream.
    package func open(slug: String, for actor: Actor, lastEventID: String = "") throws -> TripAccess {
        guard let trip = try cache.value(for: slug, load: { try store.find(slug: slug) }),
            let role = actor.role(on: trip.id)
        else { throw Refusal.notFound }
        return TripAccess(trip: trip, role: role, actor: actor, lastEventID: lastEventID)
    }

    /// Open trips that the actor is staff of, in the order of the switcher.
    package func moderated(by actor: Actor, limit: Int) throws -> [StaffAccess] {
        try list(for: actor).filter { !$0.isArchived }.prefix(limit).compactMap { try open(slug: $0.slug, for: actor).asStaff }
    }

    /// A trip that a form of the moderators names.
    package func moderated(slug: String, by actor: Actor) throws -> StaffAccess { try open(slug: slug, for: actor).requireStaff() }

    package func list(for actor: Actor) throws -> [TripSummary] { try store.list(for: actor) }

    package func create(_ fields: TripFields, _ access: AdminAccess) async throws -> ID {
        try check(fields)
        let id = system.newID()
        try await store.add(fields, id: id, by: access.author, at: system.now())
        return id
    }

    /// - Parameter version: the one that the form was filled from.
    package func update(_ access: OpenHostAccess, to fields: TripFields, version: Int) async throws {
        try check(fields)
        guard version == access.trip.version else {
            throw Refusal.conflict("Somebody else has changed this trip. Reload the page to see it.")
        }
        try await store.update(access.trip, to: fields, by: access.author, at: system.now())
    }

    package func setArchived(_ isArchived: Bool, _ access: some HostProof) async throws {
        try await store.setArchived(isArchived, trip: access.trip, by: access.author, at: system.now())
    }

    // MARK: the bin

    package func bin(_ access: AdminAccess) throws -> [BinnedTrip] { try store.bin() }

    /// For a page that others read, too: nil for them.
    package func binned(_ id: ID, _ actor: Actor) -> BinnedTrip? { (try? actor.requireAdmin()).flatMap { try? binned(id, $0) } }

    /// - Throws: not found for what is not in the bin.
    package func binned(_ id: ID, _ access: AdminAccess) throws -> BinnedTrip {
        guard let found = try bin(access).first(where: { $0.thing.id == id }) else { throw Refusal.notFound }
        return found
    }

    /// - Throws: not found for what is not there, or is in the bin.
    package func find(slug: String, _ access: AdminAccess) throws -> Trip { try open(slug: slug, for: access.actor).trip }

    package func stake(of trip: Trip, _ access: AdminAccess) throws -> TripStake { try store.stake(of: trip.id) }

    /// - Parameter name: as the admin typed it.
    func moveToBin(_ trip: Trip, typed name: String, _ access: AdminAccess) async throws {
        guard folded(name) == folded(trip.fields.name) else {
            throw Refusal.invalid([FieldError("name", "Type the trip’s name exactly as above.")])
        }
        try await store.moveToBin(trip, by: access.author, at: system.now())
    }

    func takeOutOfBin(_ trip: ID, _ access: AdminAccess) async throws -> String {
        try await store.restore(trip, by: access.author, at: system.now())
    }

    private func check(_ fields: TripFields) throws(Refusal) {
        var check = Validation()
        check.merge(fields.errors)
        try check.check()
    }

    // MARK: Today

    /// Whether a host has put the list of what a new trip needs away.
    func isStartHidden(_ access: some StaffProof) throws -> Bool { try store.isStartHidden(access.trip.id) }

    package func setStartHidden(_ isHidden: Bool, _ access: OpenHostAccess) async throws {
        guard try store.isStartHidden(access.trip.id) != isHidden else { return }
        try await store.setStartHidden(isHidden, trip: access.trip, by: access.author, at: system.now())
    }

    /// What of the roster changed since the reader last looked.
    func news(_ access: some StaffProof) throws -> (visit: TripVisit?, changes: [AuditEntry]) {
        let visit = try store.visit(account: access.actor.account.id, trip: access.trip.id)
        let changes = try visit.map {
            try audit.rosterChanges(
                trip: access.trip.id, after: $0.baselineVersion, except: access.actor.account.id, limit: 200)
        }
        return (visit, changes ?? [])
    }

    /// Notes what the reader has seen, once in ten minutes; also makes this the trip that opens at sign-in.
    package func recordVisit(_ access: some TripProof) async throws {
        let (account, trip, now) = (access.actor.account.id, access.trip, system.now())
        let visit = try store.visit(account: account, trip: trip.id)
        let isRecent = visit.map { now - $0.seenAt < .minutes(10) } ?? false
        guard !isRecent || access.actor.lastTripID != trip.id else { return }
        try await store.recordVisit(account: account, trip: trip.id, version: trip.rosterVersion, at: now)
    }

    /// What the reader's list of members shows.
    /// - Parameter own: the trip's own columns.
    package func columns(_ access: some StaffProof, own: [OwnColumn]) throws -> [ListColumn] {
        let visit = try store.visit(account: access.actor.account.id, trip: access.trip.id)
        return ListColumn.shown(visit?.columns.split(separator: ",").map(String.init) ?? [], own: own)
    }

    package func setColumns(_ keys: [String], own: [OwnColumn], _ access: some StaffProof) async throws {
        try await store.setColumns(
            ListColumn.choice(keys, own: own).joined(separator: ","), account: access.actor.account.id, trip: access.trip.id,
            at: system.now())
    }
}
