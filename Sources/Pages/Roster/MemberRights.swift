import Domain

/// The rights that a host gives a member on the member's page.
package struct MemberRights: Sendable {
    let name: String
    /// The trip still changes.
    let isOpen: Bool
    /// Nil for whoever cannot sign in yet.
    let setRole: Link?
    var withoutRole: Nothing? {
        setRole == nil ? Nothing("They have not joined yet.", "Whoever signs in can be given a role.") : nil
    }
    let roles: [FormField.Choice]
    let memberID: String
    let isCoHost: Bool
    /// "until 5 Jan, 04:00".
    let period: String
    let endCoHost: Link?
    /// Nil for whoever cannot be one.
    let makeCoHost: Link?
    let times: [FormField.Choice]
    /// When they will be gone, and who asked for it.
    let leaving: String?
    let keep: Link
    let erase: Link?
    let delete: Link?

    /// - Parameter coHost: what they were given.
    init(_ trip: Trip, _ member: Member, coHost: (coHost: CoHost, mayEnd: Bool)?, erasure: Erasure?, now: Instant) {
        let slug = trip.fields.slug
        leaving = erasure.map { erasure in
            let due = trip.zone.local(erasure.due)
            let how = Texts.said(
                erasure.hostName.isEmpty ? "They asked for it themselves." : "\(erasure.hostName) began it. Asked by: \(erasure.askedBy)")
            return Texts.said("Positions are deleted. The rest follows on \(due.day.short), \(due.clock).") + " " + how
        }
        keep = Path.keepMember(slug, member.id)
        erase = member.role == .traveller && erasure == nil && coHost == nil ? Path.eraseMember(slug, member.id) : nil
        let mayDelete = member.role == .traveller && coHost == nil && trip.archivedAt == nil
        delete = mayDelete ? Path.deleteMember(slug, member.id) : nil
        isOpen = trip.archivedAt == nil
        memberID = member.id.description
        isCoHost = coHost != nil
        period = coHost?.coHost.period(trip.zone, now: now) ?? ""
        endCoHost = coHost.flatMap { $0.mayEnd ? Path.endCoHost(slug, $0.coHost.id) : nil }
        makeCoHost = member.accountID == nil || member.role == .host || coHost != nil ? nil : Path.nameCoHost(slug)
        times = CoHostTime.allCases.filter { $0 != .exact && $0 != .open }.map {
            .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: $0 == .tonight)
        }

        name = member.fields.fullName
        setRole = member.accountID == nil ? nil : Path.setStaffRole(slug, member.id)
        roles = Role.choices.map { .init(value: $0.0, label: Texts.said(text: $0.1), isSelected: $0.0 == member.role.rawValue) }
    }
}

extension Role {
    /// For a choice of roles, by value and label.
    package static var choices: [(String, String)] {
        [
            ("host", Texts.said("Host")), ("moderator", Texts.said("Moderator")), ("medic", Texts.said("Medic")),
            ("traveller", Texts.said("Traveller")),
        ]
    }
    /// As a chip says it.
    var label: String { Texts.said(text: Role.choices.first { $0.0 == rawValue }?.1 ?? rawValue) }
}
