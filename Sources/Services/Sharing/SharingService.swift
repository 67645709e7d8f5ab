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
    private let order = SharingOrder()

    package func find(_ access: MemberAccess) throws -> Sharing {
        let member = access.member
        guard var sharing = try store.find(member) else { throw Refusal.notFound }
        // Of a trip that is over the board has nobody.
        sharing.hasPosition = access.trip.archivedAt != nil || hub.board(access.trip.id).entry(member) != nil
        guard isUnsaved(member) else { return sharing }
        return Sharing(level: .off, endsAt: nil, isOffBySelf: true, offSince: sharing.offSince, isStored: false)
    }

    /// What they said so far. Of what a disk that is full did not take nobody is asked.
    package func choice(_ access: MemberAccess) throws -> SharingChoice {
        isUnsaved(access.member) ? SharingChoice(isMade: true) : try store.choice(access.member)
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
        guard level == .off || access.trip.archivedAt == nil else { throw Refusal.conflict("This trip is over and no longer changes.") }
        let now = system.now()
        if level == .off { return try await switchOff(member, access.trip.id, by: access.author) }
        let end = time.end(from: meantAt ?? now, trip: access.trip)
        if let meantAt, let offSince = try find(access).offSince, offSince > meantAt {
            throw Refusal.conflict("Sharing was switched off after that. Choose again if you want to be seen.")
        }
        guard meantAt == nil || end > now else { throw Refusal.conflict("The time for which you wanted to be seen is over. Choose again.") }
        try await order.inTurn(of: member) {
            let hides = order.hides(of: member)
            try await store.set(level, until: end, member: member, trip: access.trip.id, by: access.author, at: now)
            unsaved.drop(SharingService.key(member))
            try await show(member, access.trip.id, isWithheld: level == .hosts, since: hides)
        }
    }

    /// For good: a member who is to be deleted is seen by nobody, whether they or a host asked for it.
    func hide(_ member: ID, _ access: some TripProof) async throws {
        try await switchOff(member, access.trip.id, by: access.author)
    }

    /// Hides a new member, who is stored as hidden until they choose.
    func startHidden(_ member: ID, _ trip: ID) {
        hideNow(member, trip)
    }

    /// Whether the member is hidden in memory alone, and would be seen again after a restart.
    package func isUnsaved(_ member: ID) -> Bool { unsaved.holds(SharingService.key(member)) }
    private static func key(_ member: ID) -> String { "sharing off of \(member)" }

    /// Hidden at once; stored now, or when the disk takes it.
    private func switchOff(
        _ member: ID, _ trip: ID, isBySigningOut: Bool = false, by author: Author, where isWanted: (Sharing) -> Bool = { _ in true }
    ) async throws {
        let now = system.now()
        hideNow(member, trip)
        try await order.inTurn(of: member) {
            guard try store.find(member).map(isWanted) ?? true else { return }
            try await storeOff(member, trip, isBySigningOut: isBySigningOut, by: author, at: now)
        }
    }

    private func storeOff(_ member: ID, _ trip: ID, isBySigningOut: Bool, by author: Author, at now: Instant) async throws {
        try await unsaved.store(SharingService.key(member)) { [store] in
            try await store.set(
                .off, until: nil, member: member, trip: trip, isBySigningOut: isBySigningOut, by: author, at: now)
        }
    }

    private func hideNow(_ member: ID, _ trip: ID) {
        order.hide(member) {
            directory.setPaused(true, member: member)
            hub.tripChannel(trip).hide(member)
        }
    }

    /// - Parameter isWithheld: from travellers; nil leaves it as it is.
    private func show(_ member: ID, _ trip: ID, isWithheld: Bool?, since hides: Int) async throws {
        let tripChannel = hub.tripChannel(trip)
        let isShown = order.show(member, since: hides) {
            directory.setPaused(false, member: member)
            if isWithheld == true { tripChannel.withhold(member) }
            if isWithheld == false { tripChannel.unwithhold(member) }
            tripChannel.board.show(member)
        }
        guard isShown, tripChannel.board.entry(member) == nil else { return }
        try await putBack(member, on: tripChannel.board)
    }

    /// A host's choice for a member. Pausing takes them off the board and every open map before it returns.
    func setPaused(_ isPaused: Bool, _ member: ID, _ trip: ID, storing store: () async throws -> Void) async throws {
        try await order.inTurn(of: member) {
            let hides = order.hides(of: member)
            try await store()
            if isPaused { hideNow(member, trip) } else { try await show(member, trip, isWithheld: nil, since: hides) }
        }
    }

    /// Another node has changed who sees a member: this one does as that one did.
    func follow(_ member: ID, _ trip: ID) async throws {
        try await order.inTurn(of: member) {
            let hides = order.hides(of: member)
            guard let sharing = try store.find(member), !isUnsaved(member) else { return }
            guard sharing.level != .off else { return hideNow(member, trip) }
            try await show(member, trip, isWithheld: sharing.level == .hosts, since: hides)
        }
    }

    /// Reads anew who is seen by whom. Members who left the trip are off the board; members who came back are where they were last.
    func refresh() async throws {
        let gone = try store.gone()
        directory.setGone(Set(gone.values.joined()))
        for board in try store.boards() {
            let tripChannel = hub.tripChannel(board.trip)
            tripChannel.setFriends(board.isFriendly, withheld: board.withheld)
            for member in tripChannel.setGone(gone[board.trip] ?? []) {
                try await putBack(member, on: tripChannel.board)
            }
        }
    }

    private func putBack(_ member: ID, on board: Board) async throws {
        let now = system.now()
        if let entry = try await fixes.newest(member: member, at: now) { board.update(entry, at: now) }
    }

    /// After somebody was parted from a member for good: removes the trackers' tokens and the position.
    func drop(_ member: ID, _ trip: ID, tokens: [String]) async throws {
        tokens.forEach(directory.remove)
        if try store.find(member)?.level == .off {
            hideNow(member, trip)
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
            try await switchOff(member, trip, isBySigningOut: true, by: Author(actor), where: { $0.level != .off })
        }
    }

    /// Switches sharing off where its time is up. Each node hides whom it shows; one of them stores it.
    package func endExpiredSharing() async throws {
        let now = system.now()
        for (member, trip) in try store.due(at: now) where !isUnsaved(member) {
            // Who has just chosen a new time stays visible: what is stored when the turn comes counts.
            try await order.inTurn(of: member) {
                guard let end = try store.find(member)?.endsAt, end <= now else { return }
                hideNow(member, trip)
                try await unsaved.store(SharingService.key(member)) { [store] in
                    try await store.end(member, trip: trip, by: Author(id: nil, name: "Sotravel"), at: now)
                }
            }
        }
    }

    /// Every half second, until the task is cancelled.
    package func run(logger: Logger) async throws {
        while !Task.isCancelled {
            try await Task.sleep(for: .milliseconds(500))
            do { try await JobRounds.round(endExpiredSharing) } catch is CancellationError { return } catch {
                logger.failed("sharing job failed", error)
            }
        }
    }
}
