import Domain

/// The whole log of an event, check-in included.
extension EventService {
    /// More lines than any event has: an event of 600 people has some thousands.
    private static let historyLimit = 1_000_000

    package func history(of event: Event, _ access: some StaffProof) throws -> EventHistory {
        let lines = try store.log(of: event.id, limit: EventService.historyLimit)
        let changes = try audit.entries(subject: event.id, trip: access.trip.id, limit: EventService.historyLimit)
        let (lists, scans) = (try checkIn.lists(of: event.id), try checkIn.scans(of: event.id))
        let byID = Dictionary(lists.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let known = try roster.entries(RosterFilter(), access).map { ($0.row.id, $0.row.fullName) }
        let named = lines.compactMap { line in line.memberID.map { ($0, line.memberName) } }
        let names = Dictionary(known + named, uniquingKeysWith: { first, _ in first })
        // The stores give the newest first; equal times keep the order in which they were written.
        let ticks = scans.flatMap { EventHistoryEntry.lines($0, name: names[$0.memberID] ?? "", list: byID[$0.listID]) }
        return EventHistory(
            entries: changes.reversed().map { EventHistoryEntry($0) } + lines.reversed().map { EventHistoryEntry($0) } + ticks, lists: lists
        )
    }
}
