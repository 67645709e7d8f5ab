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
        let clash: String?
        let offer: Countdown?
        let isNew: Bool
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
    let news: [EventNewsPanel]
    let invitations: [Row]
    let sections: [Section]
    let isEmpty: Bool
    let empty: String
    let new: Link?
    let zone: String
    let calendar: String?
    let calendarAction: Link
    let calendarRevoke: Link

    /// - Parameter calendar: the address of the reader's own, if they have one.
    package init(
        frame tripFrame: TripFrame, events: [EventSummary], day: Day?, mayCreate: Bool, calendar: String?
    ) {
        frame = tripFrame.frame
        let (trip, now) = (tripFrame.trip, tripFrame.now)
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
        news = MyEventsPage.news(events, slug, text, back: "events")
        let rows = events.map { ($0.event, MyEventsPage.row($0, among: events, slug, text, now)) }
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
        self.calendar = calendar
        calendarAction = Path.my(slug, "/calendar")
        calendarRevoke = Path.my(slug, "/calendar/revoke")
        zone = "Times are \(trip.zone.abbreviation(at: now)), \(trip.fields.timeZone)."
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsMine(self, &out) }

    /// What is new of the events that concern the reader, cancelled ones among them.
    static func news(_ events: [EventSummary], _ slug: String, _ text: EventText, back: String) -> [EventNewsPanel] {
        events.compactMap { summary in
            guard let own = summary.invitation else { return nil }
            let (event, news) = (summary.event, own.news(of: summary.event, at: text.now))
            guard news.concerns(own.invitation.rsvp) else { return nil }
            return EventNewsPanel(
                news, event: event, invitation: own.invitation, title: event.fields.title, link: Path.myEvent(slug, event.id),
                action: Path.myEvent(slug, event.id, "/seen"), back: back, text: text)
        }
    }

    /// The first other event at the same time at which the reader has a place.
    private static func clash(_ event: Event, _ events: [EventSummary]) -> String? {
        events.first { $0.event.state == .published && $0.own?.holdsPlace == true && $0.event.clashes(with: event) }?.event.fields.title
    }

    static func row(_ summary: EventSummary, among events: [EventSummary] = [], _ slug: String, _ text: EventText, _ now: Instant) -> Row {
        let (event, own) = (summary.event, summary.own ?? .pending)
        let isCancelled = event.state == .cancelled
        let isOpen = !isCancelled && now <= (event.fields.answerBy ?? event.fields.startsAt)
        return Row(
            title: event.fields.title, link: Path.myEvent(slug, event.id), day: text.day(event.fields.startsAt).long,
            hours: text.hours(event.fields), place: "\(event.fields.place) · meet: \(event.fields.meetingPoint)",
            answer: isCancelled ? "Cancelled" : own.label, style: isCancelled ? "bad" : own.style,
            note: own == .pending && isOpen ? event.fields.answerBy.map { "answer by " + text.moment($0) } : nil,
            clash: isOpen && own != .declined ? MyEventsPage.clash(event, events) : nil,
            offer: isOpen ? Countdown(summary.invitation?.invitation.offerExpiresAt, now: now) : nil,
            isNew: summary.invitation?.news(of: event, at: now).concerns(own) ?? false, isCancelled: isCancelled,
            needsAnswer: summary.invitation?.needsAnswer(to: event, at: now) ?? false, isGoing: own == .going && !isCancelled)
    }
}

/// An event as somebody sees it who is invited.
package struct MyEventPage: Page {
    package struct Person: Sendable {
        let name: String
        let link: Link
    }
    package struct Answers: Sendable {
        let label: String
        let count: Int
        let people: [Person]
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
    /// Only where the trip's settings allow it.
    let answers: [Answers]
    let count: String
    let action: Link
    let ics: Link
    let map: Link?
    let smallMap: SmallMap?
    let back: Link
    let cancel: Link?
    let report: Link?
    let chat: ChatPreview
    /// "Fondue evening, Mon 5 Jan 2026, 19:00–22:00 CET".
    let clashes: [EventPage.Fact]
    let news: EventNewsPanel?
    let seen: String
    let offer: Countdown?
    let problem: String?

    package init(
        frame tripFrame: TripFrame, opened: InvitedEvent, ground: (version: String, style: MapStyle)?, chat: [ChatMessage], problem: String?
    ) {
        frame = tripFrame.frame
        let (trip, now) = (tripFrame.trip, tripFrame.now)
        let (event, invitation) = (opened.event, opened.invitation)
        let (slug, fields, text, rsvp) = (trip.fields.slug, event.fields, EventText(zone: trip.zone, now: now), invitation.rsvp)
        title = fields.title
        when = text.sentence(fields)
        cancelled = event.state == .cancelled ? event.cancelReason : nil
        let isCancelled = event.state == .cancelled
        answer = isCancelled ? "Cancelled" : rsvp.label
        style = isCancelled ? "bad" : rsvp.style
        sentence = isCancelled ? "You do not have to come." : AnswerPage.sentence(invitation, opened.position, text)
        isAskedAgain = invitation.askedAgainAt != nil
        closed = AnswerPage.closed(event, now)
        let isOpen = event.state == .published && closed == nil
        mayGo = isOpen && (rsvp == .pending || rsvp == .declined || rsvp == .offered || isAskedAgain)
        mayDecline = isOpen && rsvp != .declined
        goLabel = isAskedAgain && rsvp == .going ? "I still come" : AnswerPage.goLabel(rsvp, free: opened.free)
        declineLabel = rsvp == .going ? "I cannot come" : rsvp == .waitlisted ? "Leave the waitlist" : "Not going"
        facts = MyEventPage.facts(fields, opened.host, text, slug)
        meeting = event.meeting.map(PlaceForms.init)
        details = TextPart.parts(fields.details)
        func people(_ friends: [Friend]) -> [Person] { friends.map { Person(name: $0.name, link: Path.friend(slug, $0.id)) } }
        answers = opened.answers.filter { $0.rsvp != .waitlisted || !$0.people.isEmpty }.map {
            Answers(label: MyEventPage.label($0.rsvp), count: $0.people.count, people: people($0.people))
        }
        count =
            event.state == .cancelled
            ? "\(opened.goingCount) were going"
            : "\(opened.goingCount) going" + (fields.capacity.map { ", \(event.taken) of \(counted($0, "place")) taken" } ?? "")
        action = Path.myEvent(slug, event.id, "/answer")
        ics = Path.myEvent(slug, event.id, "/event.ics")
        map = event.meeting.map { Path.myMap(slug, $0, event: event.id) }
        smallMap = SmallMap(event.meeting, on: ground, label: fields.meetingPoint, link: map)
        back = Path.my(slug, "/events")
        cancel = opened.isOwn && event.state == .published && !event.isOver(at: now) ? Path.myEvent(slug, event.id, "/cancel") : nil
        report = opened.isOwn ? nil : Path.report(slug, query: [("event", event.id.description)])
        self.chat = ChatPreview(chat, conversation: event.id, trip: trip)
        clashes =
            closed == nil && rsvp != .declined
            ? opened.clashes.map { EventPage.Fact(label: $0.fields.title, text: text.hours($0.fields), link: Path.myEvent(slug, $0.id)) }
            : []
        news = EventNewsPanel(
            opened.news, event: event, invitation: invitation, action: Path.myEvent(slug, event.id, "/seen"), text: text)
        seen = EventNewsPanel.seen(event, now)
        offer = isOpen ? Countdown(invitation.offerExpiresAt, now: now) : nil
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsMyEvent(self, &out) }

    private static func label(_ rsvp: RSVP) -> String {
        switch rsvp {
        case .going: "Going"
        case .declined: "Can’t"
        case .pending: "No answer"
        case .waitlisted, .offered: "Waiting for a place"
        }
    }

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
