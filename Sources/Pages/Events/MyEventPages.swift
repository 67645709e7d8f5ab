import Domain

/// A traveller's events: a strip of the trip's days, what is to answer first.
package struct MyEventsPage: Page {
    package struct Row: Sendable {
        let title: String
        let link: Link
        let day: String
        let hours: String
        let place: String
        let answer: String
        let style: String
        let note: String?
        let isCancelled: Bool
        let needsAnswer: Bool
        let isGoing: Bool
    }
    package struct DayTab: Sendable {
        let label: String
        let number: String
        let count: String
        let countLabel: String
        let link: Link
        let isCurrent: Bool
        let isToday: Bool
    }
    package struct Section: Sendable {
        let title: String
        let events: [Row]
    }
    let frame: Frame
    let days: [DayTab]
    let invitations: [Row]
    let sections: [Section]
    let isEmpty: Bool
    let empty: String
    let new: Link?
    let zone: String

    package init(frame: Frame, trip: Trip, events: [EventSummary], day: Day?, mayCreate: Bool, now: Instant) {
        self.frame = frame
        let (slug, text) = (trip.fields.slug, EventText(zone: trip.zone, now: now))
        let today = trip.zone.today(at: now)
        let counts = Dictionary(grouping: events.filter { $0.event.state == .published }) { text.day($0.event.fields.startsAt) }
        let all = (trip.fields.startDay.number - 1)...(max(trip.fields.startDay, trip.fields.endDay).number + 1)
        days = all.map(Day.init(number:)).filter {
            counts[$0] != nil || (trip.fields.startDay...max(trip.fields.startDay, trip.fields.endDay)).contains($0)
        }.map {
            DayTab(
                label: String($0.long.prefix(3)), number: String($0.short.prefix { $0 != " " }),
                count: counts[$0].map { "\($0.count)" } ?? "", countLabel: counted(counts[$0]?.count ?? 0, "event"),
                link: Path.my(slug, "/events", query: [("day", $0 == day ? "" : $0.description)]), isCurrent: $0 == day,
                isToday: $0 == today)
        }
        let rows = events.map { ($0.event, MyEventsPage.row($0, slug, text, now)) }
        let coming = rows.filter { !$0.0.isOver(at: now) }
        invitations = day == nil ? coming.map(\.1).filter(\.needsAnswer) : []
        let shown = day.map { day in rows.filter { text.day($0.0.fields.startsAt) == day } } ?? coming.filter { !$0.1.needsAnswer }
        var seen: Set<Day> = []
        sections = shown.map { text.day($0.0.fields.startsAt) }.filter { seen.insert($0).inserted }.map { day in
            Section(title: day.long, events: shown.filter { text.day($0.0.fields.startsAt) == day }.map(\.1))
        }
        isEmpty = sections.isEmpty && invitations.isEmpty
        empty = day == nil ? "You are not invited to anything yet." : "Nothing on this day."
        new = mayCreate ? Path.my(slug, "/events/new") : nil
        zone = "Times are \(trip.zone.abbreviation(at: now)), \(trip.fields.timeZone)."
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsMine(self, &out) }

    static func row(_ summary: EventSummary, _ slug: String, _ text: EventText, _ now: Instant) -> Row {
        let (event, own) = (summary.event, summary.own ?? .pending)
        let isCancelled = event.state == .cancelled
        let isOpen = !isCancelled && now <= (event.fields.answerBy ?? event.fields.startsAt)
        return Row(
            title: event.fields.title, link: Path.myEvent(slug, event.id), day: text.day(event.fields.startsAt).long,
            hours: text.hours(event.fields), place: "\(event.fields.place) · meet: \(event.fields.meetingPoint)",
            answer: isCancelled ? "Cancelled" : own.label, style: isCancelled ? "bad" : own.style,
            note: own == .pending && isOpen ? event.fields.answerBy.map { "answer by " + text.moment($0) } : nil, isCancelled: isCancelled,
            needsAnswer: isOpen && (own == .pending || own == .offered), isGoing: own == .going)
    }
}

/// An event as somebody sees it who is invited.
package struct MyEventPage: Page {
    package struct Person: Sendable {
        let name: String
        let link: Link
    }
    let frame: Frame
    let title: String
    let when: String
    let cancelled: String?
    let answer: String
    let style: String
    let sentence: String
    let isAskedAgain: Bool
    let mayGo: Bool
    let mayDecline: Bool
    let goLabel: String
    let declineLabel: String
    let closed: String?
    let facts: [EventPage.Fact]
    let meeting: PlaceForms?
    let details: [TextPart]
    let going: [Person]
    let count: String
    let action: Link
    let ics: Link
    let map: Link?
    let smallMap: SmallMap?
    let back: Link
    let cancel: Link?
    let report: Link?
    let chat: ChatPreview
    let problem: String?

    package init(
        frame: Frame, trip: Trip, event: Event, invitation: Invitation, position: Int?, free: Int?, host: Friend?, going: [Friend],
        isOwn: Bool, ground: (version: String, style: MapStyle)?, chat: [ChatMessage], problem: String?, now: Instant
    ) {
        self.frame = frame
        let (slug, fields, text, rsvp) = (trip.fields.slug, event.fields, EventText(zone: trip.zone, now: now), invitation.rsvp)
        title = fields.title
        when = text.sentence(fields)
        cancelled = event.state == .cancelled ? event.cancelReason : nil
        answer = rsvp.label
        style = rsvp.style
        sentence = AnswerPage.sentence(invitation, position, text)
        isAskedAgain = invitation.askedAgainAt != nil
        closed = AnswerPage.closed(event, now)
        let isOpen = event.state == .published && closed == nil
        mayGo = isOpen && (rsvp == .pending || rsvp == .declined || rsvp == .offered || isAskedAgain)
        mayDecline = isOpen && rsvp != .declined
        goLabel = isAskedAgain && rsvp == .going ? "I still come" : AnswerPage.goLabel(rsvp, free: free)
        declineLabel = rsvp == .going ? "I cannot come" : rsvp == .waitlisted ? "Leave the waitlist" : "Not going"
        facts = MyEventPage.facts(fields, host, text, slug)
        meeting = event.meeting.map(PlaceForms.init)
        details = TextPart.parts(fields.details)
        self.going = going.map { Person(name: $0.name, link: Path.friend(slug, $0.id)) }
        count = "\(going.count) going" + (fields.capacity.map { ", \(event.taken) of \($0) places taken" } ?? "")
        action = Path.myEvent(slug, event.id, "/answer")
        ics = Path.myEvent(slug, event.id, "/event.ics")
        map = event.meeting.map {
            Path.my(slug, "/map", query: [("lat", decimal($0.latitude, 6)), ("lon", decimal($0.longitude, 6)), ("z", "16")])
        }
        smallMap = SmallMap(event.meeting, on: ground, label: fields.meetingPoint, link: map)
        back = Path.my(slug, "/events")
        cancel = isOwn && event.state == .published && !event.isOver(at: now) ? Path.myEvent(slug, event.id, "/cancel") : nil
        report = isOwn ? nil : Path.report(slug, query: [("event", event.id.description)])
        self.chat = ChatPreview(chat, conversation: event.id, trip: trip)
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsMyEvent(self, &out) }

    private static func facts(_ fields: EventFields, _ host: Friend?, _ text: EventText, _ slug: String) -> [EventPage.Fact] {
        [
            .init(label: "Place", text: fields.place, link: nil), .init(label: "Meeting point", text: fields.meetingPoint, link: nil),
            .init(label: "Host", text: host?.name ?? "", link: host.map { Path.friend(slug, $0.id) }),
            .init(label: "Answer by", text: fields.answerBy.map(text.moment) ?? "", link: nil),
            .init(label: "Bring", text: fields.bring, link: nil), .init(label: "Cost", text: fields.cost, link: nil),
        ].filter { !$0.text.isEmpty }
    }
}

/// The form by which travellers make events: what they need and no more.
package enum MyEventForm {
    package static func fields(
        _ values: [String: String], errors: [FieldError], friends: [(friend: Friend, distance: Double?)], nearby: Int, radius: Int,
        map: FormField.PinMap?
    ) -> [FormField] {
        func field(
            _ name: String, _ label: String, _ kind: FormField.Kind = .line, _ hint: String? = nil, isRequired: Bool = false,
            choices: [(String, String)] = []
        ) -> FormField {
            FormField(name, label, values[name] ?? "", kind: kind, hint: hint, errors: errors, isRequired: isRequired, choices: choices)
        }
        let near = nearby == 1 ? "1 friend is" : "\(nearby) friends are"
        return [
            field("title", "What", isRequired: true), field("place", "Place", isRequired: true),
            field("meeting_point", "Meeting point", .line, "Where people stand.", isRequired: true),
        ] + (map.map { [field("meeting", "", .pin($0))] } ?? []) + [
            field("meeting_latitude", "Latitude"), field("meeting_longitude", "Longitude"),
            field("start_day", "Day", .date, isRequired: true), field("start_time", "Time", .time, isRequired: true),
            field("end_time", "Until", .time, "Empty if it is open."), field("capacity", "Places", .number, "Empty for no limit."),
            field(
                "audience", "For whom", .choice, "\(near) within \(radius) m of you right now, by a fresh position.",
                choices: [("everyone", "Everyone on the trip"), ("nearby", "Friends nearby"), ("selected", "The friends chosen below")]),
            field(
                "members", "Friends", .choices, "Several with Ctrl or ⌘.",
                choices: friends.map { ($0.friend.id.description, $0.friend.name) }),
            field("details", "Details", .text),
        ]
    }
}
