import Domain
import Live
import Store

/// Tells open pages what stores have noted, in the order of commits, on every node alike. Called on one thread.
final class ChangePublisher: Sendable {
    private let hub: Hub
    private let chat: ChatService
    private let sharing: SharingService
    private let directory: TrackerDirectory
    private let system: SystemInputs
    /// Reads trackers' secrets anew.
    private let reloadTrackers: @Sendable () -> Void
    /// Puts the boards in order after something was missed.
    private let reloadBoards: @Sendable () -> Void

    init(
        hub: Hub, chat: ChatService, sharing: SharingService, directory: TrackerDirectory, system: SystemInputs,
        reloadTrackers: @escaping @Sendable () -> Void, reloadBoards: @escaping @Sendable () -> Void
    ) {
        (self.hub, self.chat, self.sharing, self.directory, self.system) = (hub, chat, sharing, directory, system)
        (self.reloadTrackers, self.reloadBoards) = (reloadTrackers, reloadBoards)
    }

    func hear(_ news: TripNews) {
        // Positions first: whose were deleted since are taken off again.
        move(news.fixes)
        for (place, change, isOwn) in news.changes { publish(change, at: place, isOwn: isOwn) }
        if let place = news.lastPlace { hub.hear(upTo: place) }
        if news.isIncomplete { hub.reread() }
        if news.missesPositions || news.isIncomplete { reloadBoards() }
    }

    private func publish(_ change: TripChange, at place: UInt64, isOwn: Bool) {
        let channel = hub.tripChannel(change.trip)
        let data = change.data ?? .object { _ in }
        switch change.kind {
        case .roster: channel.publish(.roster, name: "roster", data: .object { $0.add("version", change.number) }, at: place)
        case .event: change.ids.forEach(channel.touch(event:))
        case .told, .notice: channel.tell(Set(change.ids), name: change.kind.rawValue, data: data, at: place)
        case .scans: channel.publish(.events, name: "scans", data: data, at: place)
        case .bikes: channel.publish(.bikes, name: "bikes", data: data, at: place)
        case .message, .changed, .reacted, .permissions, .memberPermissions: chat.publish(change, at: place, isOwn: isOwn)
        case .cases: hub.hint("case", of: change.trip, at: place)
        case .alerts: hub.hint("alert", of: change.trip, at: place)
        case .places: hub.hintPlaces(of: change.trip, isForAll: change.number == 1, at: place)
        case .nudge: channel.publish(.alerts, name: "nudge", data: data, at: place)
        case .announcement: change.ids.forEach(channel.touch(announcement:))
        case .sharing, .forgotten, .trackers: if !isOwn { follow(change, channel) }
        }
    }

    /// What the node that stored it did before it answered.
    private func follow(_ change: TripChange, _ channel: TripChannel) {
        switch change.kind {
        case .sharing:
            for member in change.ids {
                Task { [sharing] in await Failures.insist { try await sharing.follow(member, change.trip) } }
            }
        case .forgotten: change.ids.forEach(channel.forget)
        default: reloadTrackers()
        }
    }

    /// Positions that other nodes have taken. Trackers that this one does not know yet are known with the next.
    private func move(_ fixes: [(tracker: ID, fix: Fix, receivedAt: Instant)]) {
        guard !fixes.isEmpty else { return }
        let entries = directory.entries(of: Set(fixes.map(\.tracker)))
        for (tracker, fixes) in Dictionary(grouping: fixes, by: \.tracker) {
            guard let entry = entries[tracker], directory.refusal(of: entry.memberID) == nil else { continue }
            let received = fixes.map(\.receivedAt).max() ?? system.now()
            hub.board(entry.tripID).update(entry.memberID, with: fixes.map(\.fix).sorted { $0.time < $1.time }, at: received)
        }
        // They were gathered for a bell already, and need not wait for the next sending.
        hub.sendMoves()
    }
}
