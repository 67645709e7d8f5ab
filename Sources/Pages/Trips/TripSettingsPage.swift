import Domain

package struct TripSettingsPage: Page {
    let frame: Frame
    let form: FormPage
    let isArchived: Bool
    let archive: Link
    let history: String
    package init(frame: Frame, form: FormPage, trip: Trip, history: String) {
        self.frame = frame
        self.form = form
        isArchived = trip.archivedAt != nil
        archive = Path.trip(trip.fields.slug, isArchived ? "/reopen" : "/archive")
        self.history = history
    }
    package func render(into out: inout HTMLBuffer) { Template.tripsSettings(self, &out) }
}
