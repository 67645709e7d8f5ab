import Domain

/// Everything that hosts set for a trip, in sections with one button.
package struct TripSettingsPage: Page {
    package struct Section: Sendable {
        let id: String
        let title: String
        let link: Link
        var fields: [FormField]
    }
    let layout: Layout
    let form: FormPage
    let sections: [Section]
    let isArchived: Bool
    let archive: Link
    /// For admins alone.
    let delete: Link?
    let bikes: Link
    let history: String
    package init(layout: Layout, form: FormPage, trip: Trip, isAdmin: Bool, history: String) {
        self.layout = layout
        self.form = form
        sections = TripSettingsPage.sections(form.fields)
        isArchived = trip.archivedAt != nil
        archive = Path.trip(trip.fields.slug, isArchived ? "/reopen" : "/archive")
        delete = isAdmin ? Path.trip(trip.fields.slug, "/delete") : nil
        bikes = Path.bikes(trip.fields.slug, "/feeds")
        self.history = history
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsSettings(self, &out) }

    private static func sections(_ fields: [FormField]) -> [Section] {
        var sections: [Section] = []
        for field in fields {
            if let (_, title) = TripForm.sections.first(where: { $0.0 == field.name }) {
                let id = "section-" + title.lowercased()
                sections.append(Section(id: id, title: Texts.said(title), link: Path.anchor(id), fields: []))
            }
            guard !sections.isEmpty else { continue }
            sections[sections.count - 1].fields.append(field)
        }
        return sections
    }
}
