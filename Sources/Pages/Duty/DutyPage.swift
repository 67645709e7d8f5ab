import Domain

/// Who is on duty now and next, and when nobody is.
package struct DutyPage: Page {
    package struct Row: Sendable {
        var when: String
        let name: String
        let phone: Call?
        let isNow: Bool
        /// Nil where a channel reaches them.
        let silence: String?
        /// Who is asked to take it over.
        let waiting: String?
        let accept: Link?
        let decline: Link?
        let offer: Link?
        let remove: Link?
    }
    package struct Call: Sendable {
        let number: String
        let link: Link
    }
    package struct Choice: Sendable {
        let value: String
        let label: String
    }
    let layout: Layout
    let now: [Row]
    let rows: [Row]
    let gaps: [String]
    let people: [Choice]
    let add: Link
    let paper: Link
    let stamp: TimeText
    let problem: String?
    var isEmpty: Bool { rows.isEmpty }
    var hasGaps: Bool { !gaps.isEmpty }
    var isNobody: Bool { now.isEmpty }

    /// - Parameter people: who may be asked to take a duty over.
    package init(layout tripLayout: TripLayout, roster: DutyRoster, people: [Duty.Person], me: ID?, problem: String? = nil) {
        let (slug, moment) = (tripLayout.slug, tripLayout.now)
        let text = EventText(zone: tripLayout.trip.zone, now: moment)
        (layout, self.problem) = (tripLayout.layout, problem)
        let all = roster.duties.map { Row($0, in: roster, slug, text, me: me) }
        (rows, now) = (all, all.filter(\.isNow))
        gaps = roster.gaps.map { DutyPage.span($0.startsAt, $0.endsAt, text) }
        self.people = people.map { Choice(value: $0.id.description, label: $0.name) }
        (add, paper) = (Path.newDuty(slug), Path.dutyPrint(slug))
        stamp = TimeText(moment, zone: tripLayout.trip.zone, now: moment)
    }
    package func render(into out: inout HTMLBuffer) { Template.dutyDuties(self, &out) }

    /// What is said right after a duty was added, handed over or accepted: how it stands now.
    package static func said(_ duty: Duty, zone: TripZone, now: Instant) -> String {
        let when = span(duty.startsAt, duty.endsAt, EventText(zone: zone, now: now))
        if let offered = duty.offered { return Texts.said("\(offered.name) has been asked: \(when).") }
        let name = duty.holder?.name ?? ""
        return Texts.said("\(name) is on duty: \(when).")
    }

    /// "Today 20:00 to 23:00", or with the day of the end where it is another one. On paper no day is "today": "Fri 27 Nov 20:00 to 23:00".
    static func span(_ start: Instant, _ end: Instant, _ text: EventText, onPaper: Bool = false) -> String {
        let spoken = { onPaper ? "\(text.day($0).withoutYear) \(text.clock($0))" : text.spoken($0) }
        let isSameDay = text.day(start) == text.day(end)
        return Texts.said("\(spoken(start)) to \(isSameDay ? text.clock(end) : spoken(end))")
    }
}

extension DutyPage.Row {
    init(_ duty: Duty, in roster: DutyRoster, _ slug: String, _ text: EventText, me: ID?) {
        when = DutyPage.span(duty.startsAt, duty.endsAt, text)
        let person = duty.holder ?? duty.offered
        name = person?.name ?? ""
        phone = person.flatMap { $0.phone.isEmpty ? nil : DutyPage.Call(number: $0.phone, link: Path.telephone($0.phone)) }
        isNow = duty.holds(at: text.now)
        let isUnreached = person.map { roster.unreached.contains($0.id) } ?? false
        silence = isUnreached ? Texts.said("No channel reaches them") : nil
        let isMine = duty.offered != nil && duty.offered?.id == me
        waiting = duty.offered.map { offered in
            duty.holder == nil ? Texts.said("has not accepted yet") : Texts.said("\(offered.name) has been asked")
        }
        (accept, decline) = isMine ? (Path.acceptDuty(slug, duty.id), Path.declineDuty(slug, duty.id)) : (nil, nil)
        offer = duty.holder == nil ? nil : Path.offerDuty(slug, duty.id)
        remove = Path.removeDuty(slug, duty.id)
    }
}

/// The same for paper.
package struct DutyPrintPage: Page {
    let head: PaperHead
    let heading: String
    let printed: TimeText
    let rows: [DutyPage.Row]
    let gaps: [String]
    let back: Link
    var hasGaps: Bool { !gaps.isEmpty }
    var isEmpty: Bool { rows.isEmpty }

    package init(trip: Trip, roster: DutyRoster, now: Instant) {
        let (slug, text) = (trip.fields.slug, EventText(zone: trip.zone, now: now))
        head = PaperHead(title: Texts.said("\(trip.fields.name), on duty"))
        heading = trip.fields.name
        printed = TimeText(onPaper: now, zone: trip.zone)
        rows = roster.duties.map { duty in
            var row = DutyPage.Row(duty, in: roster, slug, text, me: nil)
            row.when = DutyPage.span(duty.startsAt, duty.endsAt, text, onPaper: true)
            return row
        }
        gaps = roster.gaps.map { DutyPage.span($0.startsAt, $0.endsAt, text, onPaper: true) }
        back = Path.duty(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.dutyDutyPrint(self, &out) }
}
