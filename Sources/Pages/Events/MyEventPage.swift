import Domain

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
    private let slug: String
    private let eventID: ID
    let layout: Layout
    let title: String
    let when: String
    let cancelled: String?
    let answer: String
    let sign: Link
    let style: String
    /// Where there is none, the sentence alone says so.
    let hasAnswer: Bool
    let sentence: String?
    let isAskedAgain: Bool
    let mayGo: Bool
    let mayDecline: Bool
    let goLabel: String
    let declineLabel: String
    let closed: String?
    let facts: [EventPage.Fact]
    let meeting: CoordinateForms?
    let details: [TextPart]
    /// Only where the trip's settings allow it.
    let answers: [Answers]
    var hasAnswers: Bool { !answers.isEmpty }
    let count: String
    var action: Link { at(Path.answerEvent) }
    var ics: Link { at(Path.myEventCalendar) }
    let map: Link?
    let smallMap: SmallMap?
    /// Only for whoever made it, while it is not over. Hosts have a form of their own, with more in it.
    let edit: Link?
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
        layout tripLayout: TripLayout, opened: InvitedEvent, ground: (version: String, style: MapStyle)?, chat: [ChatMessage],
        problem: String?
    ) {
        layout = tripLayout.layout
        let (trip, now) = (tripLayout.trip, tripLayout.now)
        let (event, invitation) = (opened.event, opened.invitation)
        let (slug, fields, text, rsvp) = (trip.fields.slug, event.fields, EventText(zone: trip.zone, now: now), invitation.rsvp)
        (self.slug, eventID) = (slug, event.id)
        (title, when) = (fields.title, text.sentence(fields))
        let isCancelled = event.state == .cancelled
        cancelled = isCancelled ? event.cancelReason : nil
        answer = isCancelled ? Texts.said("Cancelled") : Texts.said(text: rsvp.label)
        sign = Path.icon(isCancelled ? .x : rsvp.sign)
        hasAnswer = isCancelled || rsvp != .pending
        style = isCancelled ? "bad" : rsvp.style
        sentence = MyEventPage.sentence(opened, text)
        isAskedAgain = invitation.askedAgainAt != nil
        closed = AnswerPage.closed(event, now)
        let isOpen = event.state == .published && closed == nil
        mayGo = isOpen && (rsvp == .pending || rsvp == .declined || rsvp == .offered || isAskedAgain)
        mayDecline = isOpen && rsvp != .declined
        goLabel = isAskedAgain && rsvp == .going ? Texts.said("I still come") : AnswerPage.goLabel(rsvp, free: opened.free)
        declineLabel = Texts.said(rsvp == .going ? "I cannot come" : rsvp == .waitlisted ? "Leave the waitlist" : "Not going")
        facts = MyEventPage.facts(fields, opened.host, text, slug)
        meeting = event.meeting.map(CoordinateForms.init)
        details = TextPart.parts(fields.details)
        (answers, count) = (MyEventPage.answers(opened, slug), MyEventPage.count(opened))
        map = event.meeting.map { Path.myMap(slug, at: $0, of: event.id) }
        smallMap = SmallMap(event.meeting, on: ground, label: fields.meetingPoint, link: map)
        (edit, cancel) = MyEventPage.changes(opened, tripLayout)
        report = opened.isOwn ? nil : Path.report(slug).asking("event", event.id.description)
        self.chat = ChatPreview(chat, conversation: event.id, trip: trip, now: now)
        clashes = closed == nil && rsvp != .declined ? opened.clashes.map { MyEventPage.clash($0, text, slug) } : []
        news = EventNewsPanel(
            opened.news, event: event, invitation: invitation, action: Path.markMyEventSeen(slug, event.id), text: text)
        seen = EventNewsPanel.seen(event, now)
        offer = isOpen ? Countdown(invitation.offerExpiresAt, now: now) : nil
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsMyEvent(self, &out) }

    /// The chip says "Going" and "Not going" already.
    private static func sentence(_ opened: InvitedEvent, _ text: EventText) -> String? {
        guard opened.event.state != .cancelled else { return Texts.said("You do not have to come.") }
        guard opened.invitation.rsvp != .going, opened.invitation.rsvp != .declined else { return nil }
        return AnswerPage.sentence(opened.invitation, opened.position, text)
    }

    private static func changes(_ opened: InvitedEvent, _ layout: TripLayout) -> (edit: Link?, cancel: Link?) {
        let event = opened.event
        guard opened.isOwn, event.isToCome(at: layout.now) else { return (nil, nil) }
        let mayEdit = layout.trip.archivedAt == nil && (layout.role.isStaff || layout.trip.fields.travellersCreate)
        let editing = layout.role == .host ? Path.editEvent : Path.editMyEvent
        return (
            mayEdit ? editing(layout.slug, event.id) : nil, Path.cancelMyEvent(layout.slug, event.id)
        )
    }

    private func at(_ address: Address<String, ID>) -> Link { address(slug, eventID) }

    private static func answers(_ opened: InvitedEvent, _ slug: String) -> [Answers] {
        opened.answers.filter { $0.rsvp != .waitlisted || !$0.people.isEmpty }.map { rsvp, people in
            Answers(
                label: label(rsvp), count: people.count, people: people.map { Person(name: $0.name, link: Path.friend(slug, $0.id)) })
        }
    }

    private static func count(_ opened: InvitedEvent) -> String {
        let event = opened.event
        if event.state == .cancelled { return Texts.said("\(opened.goingCount) were going") }
        guard let capacity = event.fields.capacity else { return Texts.said("\(opened.goingCount) going") }
        // A place that is held for the next in line is taken, and nobody goes there yet.
        return event.taken == opened.goingCount
            ? Texts.said("\(event.taken) of \(capacity) going")
            : Texts.said("\(opened.goingCount) going, \(event.taken) of \(counted(capacity, "place")) taken")
    }

    private static func clash(_ other: Event, _ text: EventText, _ slug: String) -> EventPage.Fact {
        EventPage.Fact(label: other.fields.title, text: text.hours(other.fields), link: Path.myEvent(slug, other.id))
    }

    private static func label(_ rsvp: RSVP) -> String {
        switch rsvp {
        case .going: Texts.said("Going")
        case .declined: Texts.said("Can’t")
        case .pending: Texts.said("No answer")
        case .waitlisted, .offered: Texts.said("Waiting for a place")
        }
    }

    private static func facts(_ fields: EventFields, _ host: Friend?, _ text: EventText, _ slug: String) -> [EventPage.Fact] {
        [
            .init(label: Texts.said("Place"), text: fields.place, link: nil),
            .init(label: Texts.said("Meeting point"), text: fields.otherMeetingPoint ?? "", link: nil),
            .init(label: Texts.said("Host"), text: host?.name ?? "", link: host.map { Path.friend(slug, $0.id) }),
            .init(label: Texts.said("Answer by"), text: fields.answerBy.map(text.moment) ?? "", link: nil),
            .init(label: Texts.said("Bring"), text: fields.bring, link: nil),
            .init(label: Texts.said("Cost"), text: fields.cost, link: nil),
        ].filter { !$0.text.isEmpty }
    }
}
