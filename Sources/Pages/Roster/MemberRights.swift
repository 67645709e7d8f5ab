import Domain

/// What a host gives a member on their page.
package struct MemberRights: Sendable {
    let name: String
    /// Nil for whoever cannot sign in yet.
    let setRole: Link?
    let roles: [FormField.Choice]

    init(_ slug: String, _ member: Member) {
        name = member.fields.fullName
        setRole = member.accountID == nil ? nil : Path.trip(slug, "/staff/\(member.id)")
        roles = Role.choices.map { .init(value: $0.0, label: $0.1, isSelected: $0.0 == member.role.rawValue) }
    }
}

extension Role {
    /// For a choice of roles, by value and label.
    package static let choices = [("host", "Host"), ("moderator", "Moderator"), ("medic", "Medic"), ("traveller", "Traveller")]
}
