import Domain
import Live
import Logging
import Store

/// Who sees where a traveller is. What is switched off is off the board, the streams, the lists and the apps' replies before
/// the answer goes out.
package struct SharingService: Sendable {
    let store: SharingStore
    let fixes: FixStore
    let directory: TrackerDirectory
    let hub: Hub
    let unsaved: UnsavedWork
    let system: SystemInputs

    package func find(_ access: MemberAccess) throws -> Sharing {
        let member = access.member
        guard let sharing = try store.find(member) else { throw Refusal.notFound }
        guard isUnsaved(member) else { return sharing }
        return Sharing(level: .off, endsAt: nil, isOffBySelf: true, offSince: sharing.offSince, isStored: false)
    }

    /// Whether the reader may look back on where a member was: always on their own way, and on a hidden member's only as a host
    /// where the trip's settings say so.
    package func mayLookBack(on member: ID, _ access: some TripProof) throws -> Bool {
        guard access.actor.members[access.trip.id] != member, let sharing = try store.find(member) else { return true }
        let isOver = sharing.endsAt.map { $0 <= system.now() } ?? false
        guard sharing.level == .off || isOver || directory.isPaused(member) else { return true }
        return access.isHost && sharing.showsTrackWhileOff(access.trip)
    }

    /// - Parameters:
    ///   - time: for how long; without meaning for `.off`.
    ///   - meantAt: when it was chosen, for a choice that waited in a phone: it shows nobody for longer than was meant.
    package func set(_ level: SharingLevel, _ time: SharingTime, meantAt: Instant? = nil, _ access: MemberAccess) async throws {
        let member = access.member
        guard level == .off || access.trip.archivedAt == nil else { throw Refusal.conflict("This trip is over.") }
        let now = system.now()
        if level == .off { return try await switchOff(member, access.trip.id, isBySelf: true, by: access.author) }
        let end = time.end(from: meantAt ?? now, trip: access.trip)
        if let meantAt, let offSince = try find(access).offSince, offSince > meantAt {
            throw Refusal.conflict("Sharing was switched off after that. Choose again if you want to be seen.")
        }
        guard meantAt == nil || end > now else { throw Refusal.conflict("The time for which you wanted to be seen is over.") }
        try await store.set(level, until: end, member: member, trip: access.trip.id, isBySelf: true, by: access.author, at: now)
        unsaved.drop(SharingService.key(member))
        try await show(level, member, access.trip.id)
    }

    /// For good: a member who is to be deleted is seen by nobody, whether they or a host asked for it.
    func hide(_ member: ID, _ access: some TripProof) async throws {
        try await switchOff(member, access.trip.id, isBySelf: true, by: access.author)
    }

    /// Hides a new member, who is stored as hidden until they choose.
    func startHidden(_ member: ID, _ trip: ID) {
        directory.setPaused(true, member: member)
        hub.tripChannel(trip).hide(member)
    }

    /// Whether the member is hidden in memory alone, and would be seen again after a restart.
    package func isUnsaved(_ member: ID) -> Bool { unsaved.holds(SharingService.key(member)) }
    private static func key(_ member: ID) -> String { "sharing off of \(member)" }

    /// Hidden at once; stored now, or when the disk takes it.
    private func switchOff(_ member: ID, _ trip: ID, isBySelf: Bool, by author: Author) async throws {
        let (store, now) = (store, system.now())
        try await show(.off, member, trip)
        try await unsaved.store(SharingService.key(member)) {
            try await store.set(.off, until: nil, member: member, trip: trip, isBySelf: isBySelf, by: author, at: now)
        }
    }

    private func show(_ level: SharingLevel, _ member: ID, _ trip: ID) async throws {
        let tripChannel = hub.tripChannel(trip)
        guard level != .off else {
            directory.setPaused(true, member: member)
            return tripChannel.hide(member)
        }
        directory.setPaused(false, member: member)
        if level == .hosts { tripChannel.withhold(member) } else { tripChannel.unwithhold(member) }
        tripChannel.board.show(member)
        if tripChannel.board.entry(member) == nil, let entry = try await fixes.newest(member: member) { tripChannel.board.update(entry) }
    }

    /// Reads anew who is seen by whom. Members who left the trip are off the board; members who came back are where they were last.
    func refresh() async throws {
        let gone = try store.gone()
        directory.setGone(Set(gone.values.joined()))
        for board in try store.boards() {
            let tripChannel = hub.tripChannel(board.trip)
            tripChannel.setFriends(board.isFriendly, withheld: board.withheld)
            for member in tripChannel.setGone(gone[board.trip] ?? []) {
                if let entry = try await fixes.newest(member: member) { tripChannel.board.update(entry) }
            }
        }
    }

    /// After somebody was parted from a member for good: removes the trackers' tokens and the position.
    func drop(_ member: ID, _ trip: ID, tokens: [String]) async throws {
        tokens.forEach(directory.remove)
        if try store.find(member)?.level == .off {
            directory.setPaused(true, member: member)
            hub.tripChannel(trip).hide(member)
        } else {
            hub.tripChannel(trip).forget(member)
        }
        try await refresh()
    }

    /// A traveller who signs out is off every map.
    package func stopAll(of actor: Actor) async throws {
        let now = system.now()
        for (trip, member) in actor.members
        where actor.roles[trip]?.isStaff == false || actor.coHosting[trip]?.isActive(at: now) == true {
            guard let sharing = try store.find(member), sharing.level != .off else { continue }
            try await switchOff(member, trip, isBySelf: true, by: Author(actor))
        }
    }

    /// Switches sharing off where its time is up.
    package func endExpiredSharing() async throws {
        for (member, trip) in try store.due(at: system.now()) where !isUnsaved(member) {
            try await switchOff(member, trip, isBySelf: true, by: Author(id: nil, name: "Sotravel"))
        }
    }

    /// Every half second, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            do { try await endExpiredSharing() } catch is CancellationError { return } catch {
                logger.error("sharing job failed", metadata: ["error": "\(error)"])
            }
        }
    }
}
