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
        /// Days in a row on which nothing is planned are one line.
        let isFree: Bool
        let entries: [Entry]
    }
    let layout: Layout
    let name: String
    let dates: String
    let zone: String
    let sections: [Section]
    let emergency: String?
    let stamp: TimeText

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
        let planned = Dictionary(grouping: shown) { text.day($0.event.fields.startsAt).number }
        sections = ProgrammePage.runs(days) { planned[$0.number] == nil && $0 != text.day(now) }.map { run in
            let entries = (planned[run.first.number] ?? []).map { ProgrammePage.entry($0, isOwn: isOwn, slug, text) }
            return Section(
                title: run.first == run.last ? run.first.long : Texts.said("\(run.first.long) to \(run.last.long)"),
                isToday: run.first == text.day(now), isFree: entries.isEmpty, entries: entries)
        }
        emergency = EmergencyLine.paper(trip.fields.emergencyNumbers)
        stamp = TimeText(now, zone: trip.zone, now: now)
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsProgramme(self, &out) }

    /// Days that are free and follow one another are one run, every other day is one of its own.
    private static func runs(_ days: [Day], isFree: (Day) -> Bool) -> [(first: Day, last: Day)] {
        var runs: [(first: Day, last: Day)] = []
        for day in days {
            if let run = runs.last, run.last.number + 1 == day.number, isFree(run.last), isFree(day) {
                runs[runs.count - 1].last = day
            } else {
                runs.append((day, day))
            }
        }
        return runs
    }

    private static func place(_ fields: EventFields) -> String {
        fields.otherMeetingPoint.map { Texts.said("\(fields.place), meet: \($0)") } ?? fields.place
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
