import Domain

package enum MemberForm {
    package static func fields(_ member: MemberFields, errors: [FieldError], groups: [Group]) -> [FormField] {
        MemberField.typed.map { field in
            let hint: String? =
                switch field {
                case .groups:
                    groups.isEmpty
                        ? "Several are separated by ; – a new name makes a new group."
                        : "Several are separated by ; – there are " + groups.map(\.name).joined(separator: ", ") + "."
                case .attention: "A word or two that every list shows beside the name."
                case .hostNotes: "For hosts and moderators. Health belongs into the medical notes."
                default: nil
                }
            return FormField(
                field.rawValue, field.label, member[field], kind: kind(field), hint: hint, errors: errors
            )
            .offering(field == .status ? MemberStatus.allCases.map { ($0.rawValue, $0.label) } : [])
        }
    }

    private static func kind(_ field: MemberField) -> FormField.Kind {
        switch field {
        case .status: .choice
        case .hostNotes, .description: .text
        case .email: .email
        default: .line
        }
    }
}

package struct MedicalPage: Page {
    let layout: Layout
    let name: String
    let fields: [FormField]
    let action: Link
    let version: Int
    let back: Link
    package init(layout: Layout, slug: String, member: Member, notes: String, errors: [FieldError]) {
        self.layout = layout
        name = member.fields.fullName
        fields = [FormField("medical_notes", "Medical notes", notes, kind: .text, errors: errors)]
        action = Path.member(slug, member.id, "/medical/save")
        version = member.version
        back = Path.member(slug, member.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterMedical(self, &out) }
}

package struct GroupsPage: Page {
    package struct Row: Sendable {
        let name: String
        let count: String
        let leaders: [FormField.Choice]
        let save: Link
        let remove: Link
        let chat: Link
        let members: Link
        let print: Link
        let tracks: [TrackLink]
        let leader: String
    }
    let layout: Layout
    let rows: [Row]
    let mayEdit: Bool
    let add: Link
    let fields: [FormField]
    let printAll: Link
    let problem: String?
    package init(
        layout tripLayout: TripLayout, groups: [Group], members: [RosterRow], errors: [FieldError], typed: String
    ) {
        layout = tripLayout.layout
        let trip = tripLayout.trip
        let slug = trip.fields.slug
        let inside = Dictionary(grouping: members.flatMap { member in member.groupNames.map { (group: $0, member: member) } }, by: \.group)
        rows = groups.map { group in
            Row(
                name: group.name, count: counted(group.memberCount, "member"),
                leaders: [FormField.Choice(value: "", label: "No leader", isSelected: group.leaderID == nil)]
                    + inside[group.name, default: []].map {
                        .init(value: $0.member.id.description, label: $0.member.fullName, isSelected: $0.member.id == group.leaderID)
                    },
                save: Path.group(slug, group.id, ""), remove: Path.group(slug, group.id, "/remove"),
                chat: Path.group(slug, group.id, "/chat"),
                members: Path.roster(slug, [("group", group.name)]),
                print: Path.rosterFile(slug, "/print", [("group", group.name)]),
                tracks: TrackLink.all { Path.groupTrack(slug, group.name, $0) }, leader: group.leaderName)
        }
        mayEdit = tripLayout.isOpenHost
        add = Path.trip(slug, "/groups")
        fields = [FormField("name", "New group", typed, hint: "A bus, a ski class, a dive team.", errors: errors)]
        printAll = Path.rosterFile(slug, "/print", [("by_group", "on")])
        problem = errors.isEmpty ? nil : errors.map(\.message).joined(separator: " ")
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterGroups(self, &out) }
}
