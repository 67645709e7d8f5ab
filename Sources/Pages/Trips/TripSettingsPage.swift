import Domain

package struct TripSettingsPage: Page {
    let layout: Layout
    let form: FormPage
    let isArchived: Bool
    let archive: Link
    let history: String
    package init(layout: Layout, form: FormPage, trip: Trip, history: String) {
        self.layout = layout
        self.form = form
        isArchived = trip.archivedAt != nil
        archive = Path.trip(trip.fields.slug, isArchived ? "/reopen" : "/archive")
        self.history = history
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsSettings(self, &out) }
}
