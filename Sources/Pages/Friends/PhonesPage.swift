import Domain

/// The phone apps that send one's position.
package struct PhonesPage: Page {
    package struct Row: Sendable {
        let label: String
        let setUp: Link
        let contact: TimeText?
        let revoke: Link
    }
    let layout: Layout
    let rows: [Row]
    var hasRows: Bool { !rows.isEmpty }
    /// The form for one more is folded, unless it came back.
    let isOpen: Bool
    let fields: [FormField]
    /// Whether to be told that the phone is silent, and after how long.
    let silence: [FormField]
    var mistakes: Mistakes { Mistakes(fields + silence) }
    let silenceAction: Link
    let action: Link

    /// After how many minutes one is told that the phone is silent, as it is or as it was typed.
    package struct Silence: Sendable {
        let isOn: Bool
        let minutes: String
        package init(isOn: Bool, minutes: String) { (self.isOn, self.minutes) = (isOn, minutes) }
    }

    package init(layout tripLayout: TripLayout, trackers: [Tracker], silence watch: Silence, errors: [FieldError]) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let slug = trip.fields.slug
        rows = trackers.map { tracker in
            Row(
                label: tracker.label, setUp: Path.trackerSetUp(tracker.token),
                contact: tracker.lastContactAt.map { TimeText($0, zone: trip.zone, now: now) },
                revoke: Path.revokePhone(slug, tracker.id))
        }
        isOpen = errors.contains { $0.field == "label" }
        let name = FormField(
            "label", "Name of the phone", "", hint: "For instance Watch. Without a name it is called Phone.", errors: errors)
        fields = [name.focused(among: [name])]
        let told = [
            FormField("silence", "Tell me when my phone stops sending", watch.isOn ? "on" : "", kind: .tick),
            FormField(
                "minutes", "After how many minutes", watch.minutes, kind: .number, hint: "Not while sharing is off.", errors: errors),
        ]
        silence = told.map { $0.focused(among: told) }
        silenceAction = Path.silencePhones(slug)
        action = Path.phones(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.trackersPhones(self, &out) }
}
