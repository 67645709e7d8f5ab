import Domain
import Logging
import Store

/// Stand-ins for hosts who are away: another member has host rights for a time.
package struct CoHostService: Sendable {
    let store: CoHostStore
    let roster: RosterService
    let directory: TrackerDirectory
    let system: SystemInputs

    /// Running and to come.
    package func list(_ access: some HostProof) throws -> [CoHost] {
        try store.open(trip: access.trip.id, at: system.now())
    }

    /// Who is one right now, for everybody who sees the roster.
    package func active(_ access: some StaffProof) throws -> Set<ID> {
        try store.active(trip: access.trip.id, at: system.now())
    }

    /// Who can be one: whoever has joined and is no host.
    package func candidates(_ access: some HostProof) throws -> [RosterRow] {
        return try roster.rows(trip: access.trip.id).filter { row in
            row.hasAccount && row.role != .host && (row.role.isStaff || (row.status != .cancelled && row.status != .left))
        }
    }

    package func name(_ request: CoHostRequest, _ access: OpenHostAccess) async throws {
        let now = system.now()
        guard let row = try candidates(access).first(where: { $0.id == request.member }) else {
            throw Refusal.invalid([FieldError("member", "Choose somebody who has joined this trip and is not a host.")])
        }
        guard row.id != access.coHost?.memberID else {
            throw Refusal.invalid([FieldError("member", "You cannot extend your own time as co-host.")])
        }
        if let standing = try list(access).first(where: { $0.memberID == row.id }), !mayEnd(standing, access) {
            throw Refusal.conflict("\(row.fullName) is already a co-host, named by \(standing.namedBy).")
        }
        let (start, end) = try request.period(access.trip, own: access.coHost, now: now)
        let coHost = CoHost(
            id: system.newID(), tripID: access.trip.id, memberID: row.id, name: row.fullName, startsAt: start, endsAt: end,
            reason: request.reason, namedBy: access.author.name, namedByID: access.author.id)
        try await store.name(
            coHost, under: access.coHost, period: coHost.period(access.trip.zone, now: now), by: access.author, at: now)
        try directory.removeEnded()
    }

    /// Hosts may end any co-host; co-hosts may end their own rights, and the rights that they gave.
    package func end(_ id: ID, _ access: some HostProof) async throws {
        guard let found = try list(access).first(where: { $0.id == id }) else { throw Refusal.notFound }
        guard mayEnd(found, access) else { throw Refusal.forbidden("A host made them co-host, so only a host can end it.") }
        guard try await store.end(id, trip: access.trip.id, by: access.author, at: system.now()) else { throw Refusal.notFound }
        try directory.removeEnded()
    }

    package func mayEnd(_ coHost: CoHost, _ access: some HostProof) -> Bool {
        access.coHost.map { $0.id == coHost.id || coHost.namedByID == access.author.id } ?? true
    }

    package func noteBegunAndEnded() async throws {
        let now = system.now()
        if try store.isDue(at: now) { try await store.noteBegunAndEnded(at: now) }
        try directory.removeEnded()
    }

    /// Every second, until the task is cancelled. Rights begin and end without this job: it records that.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(1))
            do { try await JobRounds.round(noteBegunAndEnded) } catch is CancellationError { return } catch {
                logger.failed("co-host job failed", error)
            }
        }
    }

    /// On each node, every second: this one's memory forgets the trackers of co-hosts whose time is over. Until the task is cancelled.
    package func forgetTrackers(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .seconds(1))
            do { try directory.removeEnded() } catch { logger.failed("trackers of former co-hosts stay", error) }
        }
    }
}
