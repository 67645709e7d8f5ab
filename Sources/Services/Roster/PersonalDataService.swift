import Domain
import Live
import Logging
import Store

/// Members who want to be gone, by themselves or by a host whom they asked.
package struct PersonalDataService: Sendable {
    package static let grace = Duration.days(7)
    let store: DeletionStore
    let friends: FriendService
    let fixes: FixStore
    let sharing: SharingService
    let directory: TrackerDirectory
    let system: SystemInputs

    package func due(_ access: MemberAccess) throws -> Instant? { try store.find(access.member)?.due }

    /// Positions are gone when this returns; the rest follows after the grace.
    package func requestDeletion(_ access: MemberAccess) async throws {
        let member = try friends.own(access)
        try await begin(member, name: member.fields.fullName, askedBy: "", hostName: "", access)
    }

    private func begin(_ member: Member, name: String?, askedBy: String, hostName: String, _ access: some TripProof) async throws {
        // Checked first: nothing may be switched off that could not be switched on again.
        try store.requireTraveller(member.id, trip: access.trip.id)
        try await sharing.hide(member.id, access)
        let now = system.now()
        let erasure = Erasure(due: now + PersonalDataService.grace, askedBy: askedBy, hostName: hostName)
        let tokens = try await store.request(member.id, name: name, trip: access.trip.id, erasure, by: access.author, at: now)
        tokens.forEach(directory.remove)
        // What still lay in the inbox is dropped now, while the request stands.
        try await fixes.merge()
    }

    package func cancelDeletion(_ access: MemberAccess) async throws {
        let member = try friends.own(access)
        try await store.cancel(member.id, name: member.fields.fullName, trip: access.trip.id, by: access.author, at: system.now())
    }

    // MARK: by a host, at the member's request

    /// Of a member who will be gone.
    package func erasure(of member: ID, _ access: some HostProof) throws -> Erasure? {
        try store.find(member)
    }

    /// Whether a host may erase the member: a member with a role must give it up first.
    /// - Throws: a conflict where not.
    package func requireErasable(_ member: Member) throws {
        try store.requireTraveller(member.id, trip: member.tripID)
        guard try store.find(member.id) == nil else { throw Refusal.conflict("This is already under way.") }
    }

    /// Their positions are gone when this returns; the rest follows after the grace.
    package func erase(_ member: Member, _ request: ErasureRequest, _ access: some HostProof) async throws {
        try requireErasable(member)
        try request.check(member.fields.fullName)
        try await begin(member, name: nil, askedBy: request.askedBy, hostName: access.author.name, access)
    }

    package func keep(_ member: Member, _ access: some HostProof) async throws {
        try await store.cancel(member.id, name: nil, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// While the clock cannot be trusted, no member's grace period ends.
    package func eraseDueMembers() async throws {
        let now = system.now()
        guard try RetentionClock.isNear(now, fixes) else { return }
        let overdue = try friends.roster.overdueInBin(before: now - .days(BinnedMember.days))
        for (member, trip) in try store.allDue(at: now) + overdue {
            try await eraseForGood(member, trip: trip, by: Author(id: nil, name: "Sotravel"))
        }
    }

    func eraseForGood(_ member: ID, trip: ID, by author: Author) async throws {
        // What lies in the inbox is dropped while the request stands, and goes with the rest where there is none.
        try await fixes.merge()
        let tokens = try await store.erase(member, trip: trip, by: author, at: system.now())
        try await sharing.drop(member, trip, tokens: tokens)
    }

    /// Every minute, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            do { try await JobRounds.round(eraseDueMembers) } catch is CancellationError { return } catch {
                logger.failed("deletion job failed", error)
            }
            try await Task.sleep(for: .seconds(60))
        }
    }
}
