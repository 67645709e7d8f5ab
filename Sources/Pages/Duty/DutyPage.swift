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
        /// How they are reached all the same.
        let call: Call?
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
    /// A time with nobody on duty, and the form that fills it.
    package struct Gap: Sendable {
        let when: String
        /// "9 h".
        let length: String
        let fill: Link
    }
    /// In the order of their begin, one of the two.
    package struct Line: Sendable {
        let duty: Row?
        let gap: Gap?
    }
    let layout: Layout
    let now: [Row]
    let lines: [Line]
    /// The one that has begun; the others are among the lines.
    let gapNow: Gap?
    let gapCount: String?
    let people: [Choice]
    let add: Link
    let paper: Link
    let stamp: TimeText
    let problem: String?
    var isEmpty: Bool { lines.isEmpty }
    var isNobody: Bool { now.isEmpty }

    /// - Parameter people: who may be asked to take a duty over.
    package init(layout tripLayout: TripLayout, roster: DutyRoster, people: [Duty.Person], me: ID?, problem: String? = nil) {
        let (slug, moment) = (tripLayout.slug, tripLayout.now)
        let text = EventText(zone: tripLayout.trip.zone, now: moment)
        (layout, self.problem) = (tripLayout.layout, problem)
        let duties = roster.duties.map { (at: $0.startsAt, line: Line(duty: Row($0, in: roster, slug, text, me: me), gap: nil)) }
        let later = roster.laterGaps
        let gaps = later.map { (at: $0.startsAt, line: Line(duty: nil, gap: Gap($0, slug, text))) }
        // A duty that nobody has accepted begins with the time that it leaves open.
        lines = (gaps + duties).sorted { $0.at < $1.at }.map(\.line)
        now = duties.compactMap(\.line.duty).filter(\.isNow)
        gapNow = roster.gapNow.map { Gap($0, slug, text) }
        gapCount = later.isEmpty ? nil : counted(later.count, "gap")
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

    /// With the way back, for as long as it can be brought back.
    package static func removed(_ duty: Duty, _ trip: Trip, now: Instant) -> Flash {
        let when = span(duty.startsAt, duty.endsAt, EventText(zone: trip.zone, now: now))
        let name = (duty.holder ?? duty.offered)?.name ?? ""
        return Flash(
            Texts.said("The duty of \(name) is removed: \(when)."), undo: Path.restoreDuty(trip.fields.slug, duty.id))
    }

    /// "Today 20:00 to 23:00", or with the day of the end where it is another one. On paper no day is "today": "Fri 27 Nov 20:00 to 23:00".
    static func span(_ start: Instant, _ end: Instant, _ text: EventText, onPaper: Bool = false) -> String {
        let spoken = { onPaper ? "\(text.day($0).withoutYear) \(text.clock($0))" : text.spoken($0) }
        let isSameDay = text.day(start) == text.day(end)
        let until = isSameDay ? text.clock(end) : onPaper ? spoken(end) : text.near(end)
        return Texts.said("\(spoken(start)) to \(until)")
    }
}

extension DutyPage.Gap {
    /// Longer than one person may be on duty, only its begin is proposed.
    init(_ gap: DutyRoster.Gap, _ slug: String, _ text: EventText) {
        when = DutyPage.span(gap.startsAt, gap.endsAt, text)
        length = DutyPage.Gap.length(minutes: Int((gap.endsAt - gap.startsAt).components.seconds / 60))
        let (start, end) = (text.zone.local(gap.startsAt), text.zone.local(min(gap.endsAt, gap.startsAt + Duty.longest)))
        fill = Path.newDuty(slug).asking([
            ("from_day", start.day.description), ("from_time", start.clock), ("until_day", end.day.description), ("until_time", end.clock),
        ])
    }

    /// "40 min", "9 h", "21 h 30 min", "3 days".
    private static func length(minutes: Int) -> String {
        let (hours, rest) = (minutes / 60, minutes % 60)
        switch hours {
        case 0: return Texts.said("\(rest) min")
        case ..<48: return rest == 0 ? Texts.said("\(hours) h") : Texts.said("\(hours) h \(rest) min")
        default: return counted(hours / 24, "day")
        }
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
        call = isUnreached && !isNow ? phone : nil
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
