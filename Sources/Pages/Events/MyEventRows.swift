import Domain

/// Buttons beside an event in a list: one tap answers it.
package struct AnswerButtons: Sendable {
    let action: Link
    let title: String
    let seen: String
    let back: String
    let go: String?
    let decline: String?

    /// - Parameter back: which list it stands in.
    /// - Returns: nil where nobody answers any more.
    init?(_ summary: EventSummary, _ slug: String, back: String, now: Instant) {
        let event = summary.event
        guard let invitation = summary.invitation?.invitation, event.state == .published, AnswerPage.closed(event, now) == nil else {
            return nil
        }
        let rsvp = invitation.rsvp
        action = Path.answerEvent(slug, event.id)
        (title, seen) = (event.fields.title, EventNewsPanel.seen(event, now))
        self.back = back
        let isFull = event.fields.capacity.map { $0 <= event.taken } ?? false
        go = AnswerButtons.go(rsvp, isAskedAgain: invitation.askedAgainAt != nil, isFull: isFull).map(Texts.said(text:))
        decline = AnswerButtons.decline(rsvp).map(Texts.said(text:))
    }

    private static func go(_ rsvp: RSVP, isAskedAgain: Bool, isFull: Bool) -> String? {
        switch rsvp {
        case .going: isAskedAgain ? "I still come" : nil
        case .waitlisted: nil
        case .offered: "Take the place"
        case .pending, .declined: isFull ? "Join the waitlist" : "Going"
        }
    }

    private static func decline(_ rsvp: RSVP) -> String? {
        switch rsvp {
        case .going: "I can’t come"
        case .waitlisted: "Leave the waitlist"
        case .offered, .pending: "Not going"
        case .declined: nil
        }
    }
}

/// What comes next for a traveller.
package struct NextEvent: Sendable {
    let lead: String
    let title: String
    let link: Link
    /// Nil where the day and the hours beneath say the same.
    let soon: String?
    /// Nil once it goes on: when it ends is said above.
    let hours: String?
    let place: String
    /// Where one is to be for it; nil once it goes on.
    let meets: String?
    let who: String
    let host: String?
    let buttons: AnswerButtons?
    /// The meeting point on the map; nil where it has no coordinates.
    let way: Link?
    /// Of the hosts, for whoever is late; nil where nobody gives a number.
    private(set) var phone: EmergencyLine?
    var hasWays: Bool { way != nil || phone != nil }
    /// A host reminds of it: no news beside it, but a line in it.
    private(set) var reminder: EventNewsPanel?

    func reminded(_ news: [EventNewsPanel], of event: ID) -> NextEvent {
        var next = self
        next.reminder = news.first { $0.event == event && $0.isReminderAlone }
        return next
    }

    func phoned(_ phone: EmergencyLine?) -> NextEvent {
        var next = self
        next.phone = phone
        return next
    }

    init(_ summary: EventSummary, _ slug: String, _ text: EventText) {
        let (event, fields) = (summary.event, summary.event.fields)
        let isOn = fields.startsAt <= text.now
        lead = Texts.said(isOn ? "Now" : "Next")
        (title, link) = (fields.title, Path.myEvent(slug, event.id))
        let wait = isOn ? text.goingOn(fields) : text.soon(fields)
        soon = !isOn && wait == text.spoken(fields.startsAt) ? nil : wait
        hours = isOn ? nil : text.dayName(text.day(fields.startsAt)) + " " + text.hours(fields)
        place = fields.place
        meets = isOn ? nil : fields.otherMeetingPoint
        who = Texts.said("\(summary.counts.going) going")
        host = summary.hostName.isEmpty ? nil : summary.hostName
        buttons = AnswerButtons(summary, slug, back: "my", now: text.now)
        way = event.meeting.map { Path.myMap(slug, at: $0, of: event.id) }
    }
}

extension Flash {
    /// What a page says after an own answer, with the way back where there is one.
    /// - Parameters:
    ///   - before: the answer until then.
    ///   - at: when it was given, as the address carries it.
    ///   - back: the list that it came from; empty for the event's own page.
    package static func answered(
        _ event: Event, _ rsvp: RSVP, before: RSVP?, at: Instant, slug: String, back: String
    ) -> Flash? {
        answered(event, rsvp, before: before) { undone in
            Path.answerEvent(slug, event.id).asking([("answer", undone), ("at", at.inAddress), ("back", back)])
        }
    }

    static func answered(_ event: Event, _ rsvp: RSVP, before: RSVP?, undo: (String) -> Link) -> Flash? {
        let title = event.fields.title
        let text: String
        switch rsvp {
        case .going: text = Texts.said("\(title): you are going.")
        case .waitlisted: text = Texts.said("\(title): you are on the waitlist.")
        case .declined: text = Texts.said("\(title): you are not going.")
        default: return nil
        }
        let undone: String? =
            switch before {
            case .pending: "none"
            case .going where rsvp == .declined: "yes"
            case .declined where rsvp != .declined: "no"
            default: nil
            }
        return Flash(text, undo: undone.map(undo))
    }
}
