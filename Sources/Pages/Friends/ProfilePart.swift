import Domain

/// What somebody says of themselves for one purpose: as it is, and the fields to change it.
package struct ProfilePart: Sendable {
    package struct Fact: Sendable {
        let label: String
        let text: String
        let link: Link?
        /// Where it is needed and nobody knows it: to the field.
        let add: Link?
    }
    package struct Missing: Sendable {
        let label: String
        let link: Link
    }
    let name: String
    let title: String
    /// Who sees it.
    let privacy: String
    let facts: [Fact]
    /// What could be there as well, each with its field.
    let missing: [Missing]
    var hasMissing: Bool { !missing.isEmpty }
    /// What hosts keep and is not changed here.
    let note: String?
    private(set) var fields: [FormField]
    let isOpen: Bool
    let cancel: Link

    /// Every field of `MemberField.own` is in these or a link: the route reads them all, and empties what the form lacks.
    private static let safety: [MemberField] = [.phone, .emergencyName, .emergencyPhone, .diet, .ability]
    private static let person: [MemberField] = [.firstName, .lastName, .description, .languages]

    /// - Parameters:
    ///   - values: of the form, as it was filled.
    ///   - edited: the name of the part that is open besides those with something wrong in them.
    static func all(
        _ member: Member, _ values: MemberFields, _ slug: String, edited: String, errors: [FieldError]
    ) -> [ProfilePart] {
        let form = (member: member, values: values, slug: slug, edited: edited, errors: errors)
        let notes =
            member.hasMedicalNotes
            ? Texts.said("Medical notes: hosts keep some about you. Tell a host what has changed.")
            : Texts.said("Medical notes: none. Tell a host what a medic should know.")
        let parts = [
            part(
                "safety", "Safety", "Only hosts, moderators and medics see this. Diet and ability: only hosts and moderators.", safety,
                form,
                note: notes),
            part("profile", "Profile", "Everyone on the trip sees this.", person, form),
            part("links", "Links", "Everyone on the trip sees this.", SocialName.fields, form),
        ]
        // One form: the first field that is wrong has the focus, whatever part it is in.
        let all = parts.flatMap(\.fields)
        return parts.map { part in
            var part = part
            part.fields = part.fields.map { $0.focused(among: all) }
            return part
        }
    }

    private typealias Form = (member: Member, values: MemberFields, slug: String, edited: String, errors: [FieldError])

    private static func part(
        _ name: String, _ title: String, _ privacy: String, _ fields: [MemberField], _ form: Form, note: String? = nil
    ) -> ProfilePart {
        let (known, needed) = (form.member.fields, [MemberField.phone, .emergencyName, .emergencyPhone])
        func edit(_ field: MemberField) -> Link { Path.profile(form.slug).asking("edit", name).at(field.rawValue) }
        let made = fields.map { field in
            FormField(field.rawValue, field.label, form.values[field], kind: field.isMultiline ? .text : .line, errors: form.errors)
                .filled(by: autocomplete(field))
        }
        let isEmergency = known[.emergencyName].isEmpty && known[.emergencyPhone].isEmpty
        let shown = fields.filter { !known[$0].isEmpty || needed.contains($0) && !(isEmergency && $0 == .emergencyPhone) }
        return ProfilePart(
            name: name, title: Texts.said(text: title), privacy: Texts.said(text: privacy),
            facts: shown.map { field in
                Fact(
                    label: Texts.said(text: field.label), text: known[field], link: Path.social(field, known[field]),
                    add: known[field].isEmpty ? edit(field) : nil)
            },
            missing: fields.filter { known[$0].isEmpty && !needed.contains($0) }.map {
                Missing(label: add($0), link: edit($0))
            },
            note: note, fields: made.map { $0.among(made) },
            // Also where the form came back: what was typed is seen.
            isOpen: form.edited == name || made.contains(where: \.isInvalid) || fields.contains { form.values[$0] != known[$0] },
            cancel: Path.profile(form.slug))
    }

    /// Names of services stay as they are.
    private static func add(_ field: MemberField) -> String {
        if field == .description { return Texts.said("Add a few words about you") }
        let name = SocialName.fields.contains(field) ? field.label : Texts.said(text: field.label.lowercased())
        return Texts.said("Add \(name)")
    }

    private static func autocomplete(_ field: MemberField) -> String {
        switch field {
        case .firstName: "given-name"
        case .lastName: "family-name"
        case .phone: "tel"
        default: "off"
        }
    }
}
