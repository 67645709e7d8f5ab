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
