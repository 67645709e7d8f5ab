import Domain

/// What happens on the trip, day by day: to read and to print.
package struct ProgrammePage: Page {
    package struct Entry: Sendable {
        let hours: String
        let title: String
        let link: Link
        let place: String
        let bring: String?
        let note: String?
        let isCancelled: Bool
    }
    package struct Section: Sendable {
        let title: String
        let isToday: Bool
        let entries: [Entry]
    }
    let layout: Layout
    let name: String
    let dates: String
    let zone: String
    let sections: [Section]
    let emergency: String?
    let stamp: TimeText
    let back: Link

    /// - Parameter isOwn: of a traveller, with what they answered; else of the whole trip.
    package init(layout tripLayout: TripLayout, events: [EventSummary], isOwn: Bool) {
        layout = tripLayout.layout
        let (trip, now, slug) = (tripLayout.trip, tripLayout.now, tripLayout.slug)
        let text = EventText(zone: trip.zone, now: now)
        name = trip.fields.name
        dates = trip.fields.startDay.span(to: trip.fields.endDay)
        zone = Texts.said("Times are \(trip.zone.abbreviation(at: now)), \(trip.fields.timeZone).")
        let shown = events.filter { $0.event.state != .draft }
        let numbers = trip.fields.startDay.number...max(trip.fields.startDay, trip.fields.endDay).number
        let days = Set(shown.map { text.day($0.event.fields.startsAt).number }).union(numbers).sorted().map(Day.init(number:))
        sections = days.map { day in
            Section(
                title: day.long, isToday: day == text.day(now),
                entries: shown.filter { text.day($0.event.fields.startsAt) == day }.map { summary in
                    ProgrammePage.entry(summary, isOwn: isOwn, slug, text)
                })
        }
        emergency = EmergencyLine.paper(trip.fields.emergencyNumbers)
        stamp = TimeText(now, zone: trip.zone, now: now)
        back = isOwn ? Path.myEvents(slug) : Path.events(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsProgramme(self, &out) }

    private static func place(_ fields: EventFields) -> String {
        fields.place == fields.meetingPoint ? fields.place : Texts.said("\(fields.place), meet: \(fields.meetingPoint)")
    }

    private static func entry(_ summary: EventSummary, isOwn: Bool, _ slug: String, _ text: EventText) -> Entry {
        let (event, fields) = (summary.event, summary.event.fields)
        let isCancelled = event.state == .cancelled
        return Entry(
            hours: text.hours(fields), title: fields.title, link: isOwn ? Path.myEvent(slug, event.id) : Path.event(slug, event.id),
            place: ProgrammePage.place(fields), bring: fields.bring.isEmpty ? nil : fields.bring,
            note: isCancelled
                ? Texts.said("Cancelled: \(event.cancelReason)") : isOwn ? summary.own.map { Texts.said(text: $0.label) } : nil,
            isCancelled: isCancelled)
    }
}
