import Domain

/// The co-hosts of a trip on its staff page, and the form that names one.
package struct CoHostSection: Sendable {
    package struct Row: Sendable {
        let name: String
        let link: Link
        let period: String
        let reason: String?
        let by: String
        /// Nil where the reader may not.
        let end: Link?
    }
    let rows: [Row]
    let action: Link
    let fields: [FormField]
    /// Of a choice of days and times.
    let times: [FormField]
    let isExact: Bool
    let hasCandidates: Bool
    let problem: String?
    /// With what was typed, or with what is wrong.
    let cameBack: Bool

    /// - Parameter typed: what the form holds, by the names of its fields.
    package init(
        trip: Trip, coHosts: [(coHost: CoHost, mayEnd: Bool)], candidates: [RosterRow], typed: (String) -> String, errors: [FieldError],
        problem: String?, now: Instant
    ) {
        let slug = trip.fields.slug
        rows = coHosts.map { coHost, mayEnd in
            Row(
                name: coHost.name, link: Path.member(slug, coHost.memberID), period: coHost.period(trip.zone, now: now),
                reason: coHost.reason.isEmpty ? nil : coHost.reason, by: coHost.namedBy,
                end: mayEnd ? Path.endCoHost(slug, coHost.id) : nil)
        }
        action = Path.nameCoHost(slug)
        hasCandidates = !candidates.isEmpty
        self.problem = problem
        cameBack = problem != nil || !["member", "time", "reason", "from_day", "until_day"].allSatisfy { typed($0).isEmpty }
        let people =
            [("", Texts.said("Choose somebody"))]
            + candidates.map {
                ($0.id.description, $0.fullName + ($0.role == .traveller ? "" : " (\(Texts.said(text: $0.role.rawValue)))"))
            }
        let time = typed("time").isEmpty ? CoHostTime.tonight.rawValue : typed("time")
        fields = [
            FormField("member", "Co-host", typed("member"), kind: .choice, errors: errors).offering(people),
            FormField("time", "For how long", time, kind: .choice, errors: errors)
                .offering(CoHostTime.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }),
            FormField(
                "reason", "Why", typed("reason"), hint: "For instance: Ada is ill. The co-host and all hosts read it.", errors: errors),
        ]
        let zone = "Trip time, \(trip.zone.identifier)."
        times = [
            FormField("from_day", "From", typed("from_day"), kind: .date, hint: "Leave empty to start now.", errors: errors),
            FormField("from_time", "From, time", typed("from_time"), kind: .time, hint: zone, errors: errors),
            FormField("until_day", "Until", typed("until_day"), kind: .date, hint: "With “Until a day and time”.", errors: errors),
            FormField("until_time", "Until, time", typed("until_time"), kind: .time, hint: zone, errors: errors),
        ]
        isExact = ["from_day", "from_time", "until_day", "until_time"].contains { name in
            !typed(name).isEmpty || errors.contains { $0.field == name }
        }
    }
}
