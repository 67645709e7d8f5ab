import Domain

/// What hosts type about a member: what every list needs first, the rest folded away until there is something in it.
package enum MemberForm {
    /// Every field of `MemberField.typed` is in these or in `more`: the route reads them all, and empties what the form lacks.
    package static let basics: [MemberField] = [.firstName, .lastName, .phone, .email, .groups, .status, .room]
    private static let more: [(String, [MemberField])] = [
        ("Safety: emergency contact, diet, a word for lists", [.emergencyName, .emergencyPhone, .diet, .attention]),
        ("Profile: ability, languages, links", [.ability, .languages, .description, .telegram, .instagram, .tiktok, .whatsapp, .linkedin]),
        ("Notes for hosts", [.hostNotes]),
    ]

    package static func fields(_ member: MemberFields, errors: [FieldError], groups: [Group]) -> [FormField] {
        basics.map { field($0, member, errors, groups) }
    }

    package static func folds(_ member: MemberFields, errors: [FieldError]) -> [FormPage.Fold] {
        more.map { summary, fields in
            FormPage.Fold(
                summary, isOpen: fields.contains { !member[$0].isEmpty }, fields: fields.map { field($0, member, errors, []) })
        }
    }

    private static func field(_ field: MemberField, _ member: MemberFields, _ errors: [FieldError], _ groups: [Group]) -> FormField {
        let made = FormField(field.rawValue, field.label, member[field], kind: kind(field), hint: hint(field), errors: errors)
        return switch field {
        case .firstName, .lastName, .room: made.half
        case .status: made.offering(MemberStatus.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }).half
        case .groups: made.picking(groups.map(\.name))
        default: made
        }
    }

    private static func hint(_ field: MemberField) -> String? {
        switch field {
        case .groups: "Tick them, or type a new one."
        case .attention: "A word or two that every list shows beside the name."
        case .hostNotes: "For hosts and moderators. Health details belong in the medical notes."
        default: nil
        }
    }

    private static func kind(_ field: MemberField) -> FormField.Kind {
        switch field {
        case .status: .choice
        case .groups: .picks
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
        action = Path.saveMedicalNotes(slug, member.id)
        version = member.version
        back = Path.member(slug, member.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.rosterMedical(self, &out) }
}
