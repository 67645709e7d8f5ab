import Domain

/// Everything that hosts set for a trip, in sections with one button.
package struct TripSettingsPage: Page {
    package struct Section: Sendable {
        let id: String
        let title: String
        /// What is in it, where it is folded.
        let about: String
        let link: Link
        var fields: [FormField]
        /// Degrees, which few type: folded below the map that fills them in.
        var degrees: [FormField] = []
        var hasDegrees: Bool { !degrees.isEmpty }
        var isDegreesOpen: Bool { degrees.contains(where: \.isInvalid) }
        /// What stands below them.
        var rest: [FormField] = []
        /// Something in it is wrong.
        var isOpen: Bool { (fields + degrees + rest).contains(where: \.isInvalid) }
    }
    let layout: Layout
    let form: FormPage
    let sections: [Section]
    let isArchived: Bool
    let archive: Link
    /// For admins alone.
    let delete: Link?
    let bikes: Link
    let deliveries: Link
    let telegram: Link
    let history: String
    package init(layout: Layout, form: FormPage, trip: Trip, isAdmin: Bool, history: String) {
        self.layout = layout
        self.form = form
        sections = TripSettingsPage.sections(form.fields)
        isArchived = trip.archivedAt != nil
        archive = (isArchived ? Path.reopenTrip : Path.archiveTrip)(trip.fields.slug)
        delete = isAdmin ? Path.deleteTrip(trip.fields.slug) : nil
        bikes = Path.bikeFeeds(trip.fields.slug)
        (deliveries, telegram) = (Path.deliveries(trip.fields.slug), Path.telegramGroup(trip.fields.slug))
        self.history = history
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsSettings(self, &out) }

    private static func anchor(_ title: String) -> String { "section-" + title.lowercased() }

    /// Where one reads on once the form is saved: in the section that the page's script names, else in the first that was changed.
    package static func section(_ id: String, changed before: [String: String], to after: [String: String]) -> String? {
        if TripForm.sections.contains(where: { anchor($0.1) == id }) { return id }
        var title: String?
        for field in TripForm.fields(after, errors: []) {
            title = TripForm.sections.first { $0.0 == field.name }?.1 ?? title
            if before[field.name] != after[field.name] { return title.map(anchor) }
        }
        return nil
    }

    private static func sections(_ fields: [FormField]) -> [Section] {
        var sections: [Section] = []
        let hasMap = fields.contains { $0.pin != nil }
        for field in fields {
            if let (_, title, about) = TripForm.sections.first(where: { $0.0 == field.name }) {
                let id = anchor(title)
                sections.append(
                    Section(id: id, title: Texts.said(text: title), about: Texts.said(text: about), link: Path.anchor(id), fields: []))
            }
            guard !sections.isEmpty else { continue }
            let last = sections.count - 1
            if hasMap, ["base_latitude", "base_longitude"].contains(field.name) {
                sections[last].degrees.append(field)
            } else if sections[last].hasDegrees {
                sections[last].rest.append(field)
            } else {
                sections[last].fields.append(field)
            }
        }
        return sections
    }
}
