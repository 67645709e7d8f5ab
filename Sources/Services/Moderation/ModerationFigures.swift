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

    private static let figureDays = 31

    /// The days of the trip until today, oldest first, and the last of them where the trip is long. Before it begins, the last week.
    package func days(_ access: some StaffProof) throws -> [ModerationDay] {
        let (zone, fields) = (access.trip.zone, access.trip.fields)
        let last = min(zone.today(at: now), fields.endDay)
        let first = max(min(fields.startDay, Day(number: last.number - 6)), Day(number: last.number - ModerationService.figureDays + 1))
        let history = try store.history(trips: [access.trip.id], since: zone.instant(day: first, secondsOfDay: 0))
        let byDay = Dictionary(grouping: history) { zone.local($0.opened).day.number }
        return (first.number...max(first.number, last.number)).map { number in
            let cases = byDay[number] ?? []
            return ModerationDay(
                day: Day(number: number), opened: cases.count, open: cases.count { $0.closed == nil },
                medianClaim: ModerationService.median(cases.compactMap { found in found.claimed.map { $0 - found.opened } }),
                medianClose: ModerationService.median(cases.compactMap { found in found.closed.map { $0 - found.opened } }),
                byReason: Dictionary(cases.map { ($0.reason, 1) }, uniquingKeysWith: +))
        }
    }

    private static func median(_ times: [Duration]) -> Duration? {
        times.isEmpty ? nil : times.sorted()[times.count / 2]
    }
}
