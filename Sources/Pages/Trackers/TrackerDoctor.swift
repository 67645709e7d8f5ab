import Domain

/// A day of a tracker's requests, with every value that was read from them.
package struct TrackerDoctor: Sendable {
    /// Positions of a batch that are shown one by one behind the newest.
    private static let shown = 20

    struct Arrival: Sendable {
        let since: Instant
        /// Of the newest position.
        let accuracy: Double?
    }
    package struct View: Sendable {
        let label: String
        let link: Link
        let isOn: Bool
    }
    package struct Reading: Sendable {
        let problem: String?
        let text: String
    }
    package struct More: Sendable {
        let label: String
        let readings: [Reading]
        let rest: String?
    }
    package struct Row: Sendable {
        let at: String
        let app: String
        let isProblem: Bool
        let summary: String
        let readings: [Reading]
        let more: More?
        let answer: String
    }
    package struct Hour: Sendable {
        let from: String
        let requests: String
        let stored: String
        let remarks: String
        let repeats: String
    }
    /// Nothing on older pages, and where nothing came.
    let health: String?
    let chart: TrackerChart?
    /// Of a phone whose first position of the day came within the last hour.
    let arrival: Arrival?
    /// Whether something came today, and no position of it was kept.
    let hasNoPosition: Bool
    let zone: String
    let kept: String
    let views: [View]
    let empty: Nothing?
    let rows: [Row]
    var hasRows: Bool { !rows.isEmpty }
    let newest: Link?
    let older: Link?
    let hours: [Hour]
    var hasHours: Bool { !hours.isEmpty }

    package init(_ day: TrackerDay, _ filter: TrackerDayFilter, of tracker: ID, trip: Trip, now: Instant) {
        let clock = TripClock(zone: trip.zone, now: now)
        func link(_ isProblemsOnly: Bool, before: Instant? = nil) -> Link {
            let query = [("only", isProblemsOnly ? "problems" : ""), ("before", before.map { String($0.microseconds) } ?? "")]
            return Path.tracker(trip.fields.slug, tracker).asking(query).at("doctor")
        }
        let isNewest = filter.before == nil && !filter.isProblemsOnly
        health = isNewest ? TrackerDoctor.health(day.requests, clock, now: now) : nil
        chart = isNewest ? TrackerChart(day.hours, zone: trip.zone, now: now) : nil
        arrival = isNewest && !day.hasOlder ? TrackerDoctor.arrival(day.requests, now: now) : nil
        hasNoPosition = isNewest && !day.hours.isEmpty && day.hours.allSatisfy { $0.stored == 0 }
        zone = trip.zone.abbreviation(at: now)
        kept =
            Texts.said(
                "Every stored position is kept, and the newest 500 requests with a remark; those before are counted by hour. "
                    + "The original requests are not stored.")
        views = [
            View(label: Texts.said("Everything"), link: link(false), isOn: !filter.isProblemsOnly),
            View(label: Texts.said("Problems only"), link: link(true), isOn: filter.isProblemsOnly),
        ]
        empty = day.requests.isEmpty ? TrackerDoctor.nothing(day, filter) : nil
        rows = TrackerDoctor.alike(day.requests).map { $0.count == 1 ? TrackerDoctor.row($0[0], clock) : TrackerDoctor.row(of: $0, clock) }
        newest = filter.before == nil ? nil : link(filter.isProblemsOnly)
        older = day.hasOlder ? day.requests.last.map { link(filter.isProblemsOnly, before: $0.receivedAt) } : nil
        hours = day.hours.map { hour in
            Hour(
                from: clock.minute(hour.start), requests: String(hour.requests), stored: String(hour.stored),
                remarks: String(hour.remarks), repeats: String(hour.repeats))
        }
    }

    private static func nothing(_ day: TrackerDay, _ filter: TrackerDayFilter) -> Nothing {
        if filter.before != nil { return Nothing("Nothing before that.", "Go back to what is newer.") }
        if day.hours.isEmpty {
            return Nothing("Nothing has arrived in the last 24 hours.", "Scan a code and wait for the first position.")
        }
        return .settled(filter.isProblemsOnly ? "No problems in the last 24 hours." : "Nothing that arrived in the last 24 hours is kept.")
    }

    private static func row(_ request: TrackerRequest, _ clock: TripClock) -> Row {
        let values = request.fixes.reversed().map { Reading(problem: nil, text: FixValues.text(RawFix($0), clock)) }
        let summary = request.remark.map { Texts.said(text: $0.summary) } ?? Texts.said("\(counted(request.stored, "position")) stored")
        // The summary has said why already, unless there are several reasons.
        let reasons = Set((request.remark?.refused ?? []).map(\.refusal))
        let refused = (request.remark?.refused ?? []).map { refused in
            Reading(
                problem: reasons.count == 1 ? nil : Texts.said(text: refused.refusal.sentence) + ":",
                text: FixValues.text(refused.raw, clock))
        }
        return Row(
            at: clock.second(request.receivedAt), app: request.format.label, isProblem: request.isProblem,
            summary: summary,
            readings: values.prefix(1) + refused, more: more(Array(values.dropFirst())),
            answer: Texts.said(text: (request.remark?.answer ?? .taken).label))
    }

    /// One line for many that say the same, newest first.
    private static func row(of requests: [TrackerRequest], _ clock: TripClock) -> Row {
        let values = requests.flatMap { $0.fixes.reversed() }.map { Reading(problem: nil, text: FixValues.text(RawFix($0), clock)) }
        let (first, last) = (clock.second(requests[requests.count - 1].receivedAt), clock.second(requests[0].receivedAt))
        let stored = counted(requests.reduce(0) { $0 + $1.stored }, "position")
        return Row(
            at: last, app: requests[0].format.label, isProblem: false, summary: "\(stored), \(first)–\(last)",
            readings: Array(values.prefix(1)),
            more: values.count < 2
                ? nil : More(label: Texts.said("The \(values.count - 1) before it"), readings: Array(values.dropFirst()), rest: nil),
            answer: Texts.said(text: (requests[0].remark?.answer ?? .taken).label))
    }

    private static func more(_ values: [Reading]) -> More? {
        guard !values.isEmpty else { return nil }
        let rest = values.count - shown
        return More(
            label: values.count == 1 ? Texts.said("The one before it") : Texts.said("The \(values.count) before it"),
            readings: Array(values.prefix(shown)),
            rest: rest > 0 ? Texts.said("And \(rest) more, which the member’s track has.") : nil)
    }
}

extension TrackerOutcome {
    /// As HTTP says it.
    fileprivate var label: String {
        switch self {
        case .taken: "200"
        case .unreadable: "422, not taken"
        case .tooLarge: "413, not taken"
        }
    }
}

/// Trip time to the second: phones send several times a minute.
struct TripClock {
    private let zone: TripZone
    private let today: Day

    init(zone: TripZone, now: Instant) {
        self.zone = zone
        today = zone.today(at: now)
    }

    /// "14:03:22", or "5 Jan 14:03:22" for another day.
    func second(_ instant: Instant) -> String { text(instant) { $0.clock + ":" + padded($0.secondsOfDay % 60, 2) } }
    func minute(_ instant: Instant) -> String { text(instant, \.clock) }

    private func text(_ instant: Instant, _ clock: (LocalTime) -> String) -> String {
        let local = zone.local(instant)
        guard local.day != today else { return clock(local) }
        let year = local.day.components.year
        return local.day.short + (year == today.components.year ? "" : " \(year)") + " " + clock(local)
    }
}
