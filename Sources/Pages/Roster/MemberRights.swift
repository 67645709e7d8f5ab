import Domain

/// What a host gives a member on their page.
package struct MemberRights: Sendable {
    let name: String
    /// Nil for whoever cannot sign in yet.
    let setRole: Link?
    let roles: [FormField.Choice]
    let memberID: String
    let isCoHost: Bool
    /// "until 5 Jan, 04:00".
    let period: String
    let endCoHost: Link?
    /// Nil for whoever cannot be one.
    let makeCoHost: Link?
    let times: [FormField.Choice]

    /// - Parameter coHost: what they were given.
    init(_ trip: Trip, _ member: Member, coHost: (coHost: CoHost, mayEnd: Bool)?, now: Instant) {
        let slug = trip.fields.slug
        memberID = member.id.description
        isCoHost = coHost != nil
        period = coHost?.coHost.period(trip.zone, now: now) ?? ""
        endCoHost = coHost.flatMap { $0.mayEnd ? Path.trip(slug, "/co-hosts/\($0.coHost.id)/end") : nil }
        makeCoHost = member.accountID == nil || member.role == .host || coHost != nil ? nil : Path.trip(slug, "/co-hosts")
        times = CoHostTime.allCases.filter { $0 != .exact && $0 != .open }.map {
            .init(value: $0.rawValue, label: $0.label, isSelected: $0 == .tonight)
        }

        name = member.fields.fullName
        setRole = member.accountID == nil ? nil : Path.trip(slug, "/staff/\(member.id)")
        roles = Role.choices.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == member.role.rawValue) }
    }
}

extension Role {
    /// For a choice of roles, by value and label.
    package static let choices = [("host", "Host"), ("moderator", "Moderator"), ("medic", "Medic"), ("traveller", "Traveller")]
}
