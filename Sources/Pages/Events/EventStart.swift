import Domain

extension FormPage.Start {
    /// Events of the trip from which a new one may begin, the newest first; nil where there are none.
    package static func events(_ events: [EventSummary], _ tripLayout: TripLayout) -> FormPage.Start? {
        guard !events.isEmpty else { return nil }
        let text = EventText(zone: tripLayout.trip.zone, now: tripLayout.now)
        let sorted = events.map(\.event).sorted { $0.fields.startsAt > $1.fields.startsAt }
        let choices = sorted.map { event in
            FormField.Choice(
                value: event.id.description, label: "\(event.fields.title) · \(text.start(event.fields))", isSelected: false)
        }
        return FormPage.Start(
            action: Path.newEvent(tripLayout.slug), name: "copy", label: Texts.said("Start from another event"),
            choices: [FormField.Choice(value: "", label: Texts.said("Start from…"), isSelected: true)] + choices,
            submit: Texts.said("Fill in"))
    }
}
