import Domain
import Live
import Store

/// What was done, and how fast.
extension ModerationService {
    package func entries(action: ModerationAction?, before: Int?, limit: Int, _ access: some StaffProof) throws -> [LogEntry] {
        try log.entries(trip: access.trip.id, action: action, member: nil, before: before, limit: limit)
    }

    package func slice(_ filter: LogFilter, from place: LogStart, limit: Int, _ access: some StaffProof) throws -> LogSlice<LogEntry> {
        try log.slice(trip: access.trip.id, filter, span: filter.span(access.trip.zone), from: place, limit: limit)
    }

    package func logBeginning(_ filter: LogFilter, limit: Int, _ access: some StaffProof) throws -> Int? {
        try log.beginning(trip: access.trip.id, filter, span: filter.span(access.trip.zone), limit: limit)
    }

    package func logPeople(_ access: some StaffProof) throws -> (about: [(id: ID, name: String)], by: [String]) {
        try log.people(trip: access.trip.id)
    }

    /// The last eight weeks, oldest first.
    package func weeks(_ access: some StaffProof) throws -> [ModerationWeek] {
        let now = now
        let history = try store.history(trips: [access.trip.id], since: now - .days(56))
        return (0..<8).map { index in
            let (start, end) = (now - .days(7 * (8 - index)), now - .days(7 * (7 - index)))
            let cases = history.filter { $0.opened >= start && $0.opened < end }
            return ModerationWeek(
                start: start, opened: cases.count, open: cases.count { $0.closed == nil },
                medianClaim: ModerationService.median(cases.compactMap { found in found.claimed.map { $0 - found.opened } }),
                medianClose: ModerationService.median(cases.compactMap { found in found.closed.map { $0 - found.opened } }),
                byReason: Dictionary(cases.map { ($0.reason, 1) }, uniquingKeysWith: +))
        }
    }

    private static func median(_ times: [Duration]) -> Duration? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }
}
