import Domain

/// A personal link: one event, one answer. What travels to Telegram and to paper.
package struct AnswerPage: Page {
    private let token: String
    let layout: Layout
    let trip: String
    let firstName: String
    let title: String
    let when: String
    let place: String
    let meetingPoint: String
    let mapLink: Link?
    let coordinates: CoordinateForms?
    let details: [TextPart]
    let bring: String?
    let cost: String?
    let host: String?
    /// Where the event is cancelled.
    let chip: String?
    let sentence: String
    let cancelled: String?
    let mayAnswer: Bool
    let closed: String?
    let isAskedAgain: Bool
    let reminder: String?
    let isGoing: Bool
    /// Whoever has said so needs no button for it.
    let mayDecline: Bool
    let isWaiting: Bool
    let goLabel: String
    let confirm: AnswerQuestion?
    let confirmValue: String
    /// The answer until now, for the way back.
    let before: String
    /// Who waits for the place that is about to be given back.
    let waiting: String?
    var action: Link { Path.personal(token) }
    var again: Link { Path.personal(token) }
    var opened: Link { Path.markInvitationOpened(token) }
    var worker: Link { Path.offlineWorker() }
    let clashes: [EventPage.Fact]
    let news: EventNewsPanel?
    let seen: String
    let offer: Countdown?
    let problem: String?

    /// - Parameter asked: "yes" or "no" where a tap still has to be confirmed: previews of links tap too.
    package init(layout: Layout, opened: PersonalInvitation, asked: String, problem: String?, now: Instant) {
        (self.layout, token) = (layout, opened.invitation.token)
        let (trip, event, invitation) = (opened.trip, opened.event, opened.invitation)
        let (fields, text, rsvp) = (event.fields, EventText(zone: trip.zone, now: now), invitation.rsvp)
        self.trip = trip.fields.name
        firstName = opened.firstName
        title = fields.title
        when = text.sentence(fields)
        place = fields.place
        meetingPoint = fields.meetingPoint
        coordinates = event.meeting.map(CoordinateForms.init)
        mapLink = event.meeting.flatMap(AnswerPage.mapLink)
        details = TextPart.parts(fields.details)
        bring = fields.bring.isEmpty ? nil : fields.bring
        cost = fields.cost.isEmpty ? nil : fields.cost
        host = opened.hostName.isEmpty ? nil : opened.hostName
        let isCancelled = event.state == .cancelled
        chip = isCancelled ? Texts.said("Cancelled") : nil
        sentence = isCancelled ? Texts.said("You do not have to come.") : AnswerPage.sentence(invitation, opened.position, text)
        cancelled = event.state == .cancelled ? event.cancelReason : nil
        closed = AnswerPage.closed(event, now)
        mayAnswer = event.state == .published && closed == nil
        isAskedAgain = invitation.askedAgainAt != nil
        reminder = mayAnswer ? AnswerPage.reminder(opened.reminder?.kind, fields, text) : nil
        (isGoing, isWaiting, mayDecline) = (rsvp == .going, rsvp == .waitlisted, rsvp != .declined)
        goLabel = AnswerPage.goLabel(rsvp, free: opened.free)
        confirm = mayAnswer ? AnswerQuestion(asked, rsvp, title: title, free: opened.free) : nil
        confirmValue = asked == "yes" ? "yes" : "no"
        before = rsvp.rawValue
        waiting = asked == "no" ? AnswerPage.waiting(opened.waiting) : nil
        // Their own other invitation, by its name: the link leads to one event only. Who is about to say no clashes with nothing.
        let comes = confirm == nil ? rsvp != .declined : asked == "yes"
        let others = mayAnswer && comes ? opened.clashes : []
        clashes = others.map { .init(label: $0.fields.title, text: text.hours($0.fields), link: nil) }
        news = EventNewsPanel(
            opened.news, event: event, invitation: invitation, action: Path.markInvitationSeen(invitation.token), text: text)
        seen = EventNewsPanel.seen(event, now)
        offer = mayAnswer ? Countdown(invitation.offerExpiresAt, now: now) : nil
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.eventsAnswer(self, &out) }

    private static func mapLink(_ place: Coordinates) -> Link? {
        let (latitude, longitude) = (decimal(place.latitude, 5), decimal(place.longitude, 5))
        return Path.external(https: "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)#map=17/\(latitude)/\(longitude)")
    }

    private static func reminder(_ kind: String?, _ fields: EventFields, _ text: EventText) -> String? {
        switch kind {
        case "answer": Texts.said("Reminder: please answer by \(text.moment(fields.answerBy ?? fields.startsAt)).")
        case "start": Texts.said("Reminder: it starts at \(text.clock(fields.startsAt)). Meet: \(fields.meetingPoint).")
        default: nil
        }
    }

    /// What the page says after an answer, with the way back.
    /// - Parameters:
    ///   - before: the answer until then; nil where the address names none.
    ///   - at: when it was given: what stands since then is another's.
    package static func answered(_ opened: PersonalInvitation, before: RSVP?, at: Instant, now: Instant) -> Flash? {
        let (event, rsvp) = (opened.event, opened.invitation.rsvp)
        guard let before, before != rsvp, opened.invitation.answeredAt == at, event.state == .published, closed(event, now) == nil else {
            return nil
        }
        return Flash.answered(event, rsvp, before: before) { undone in
            Path.personal(opened.invitation.token).asking([("undo", undone), ("at", at.inAddress)])
        }
    }

    private static func waiting(_ count: Int) -> String? {
        count == 0
            ? nil : Texts.said("\(counted(count, "person waits", "people wait")) for a place: yours may be gone at once.")
    }

    static func goLabel(_ rsvp: RSVP, free: Int?) -> String {
        rsvp == .offered ? Texts.said("Take the place") : free == 0 ? Texts.said("Join the waitlist") : Texts.said("I am going")
    }

    /// Why nobody answers any more; nil while they may.
    static func closed(_ event: Event, _ now: Instant) -> String? {
        guard event.state != .cancelled else { return nil }
        if now > event.fields.startsAt { return Texts.said("It has begun. To change your answer, ask a host.") }
        return event.fields.answerBy.map { now > $0 } ?? false ? Texts.said("The time for answers is over. Ask a host.") : nil
    }

    static func sentence(_ invitation: Invitation, _ position: Int?, _ text: EventText) -> String {
        switch invitation.rsvp {
        case .pending: Texts.said("You have not answered yet.")
        case .going: Texts.said("You are going.")
        case .declined: Texts.said("You are not going.")
        case .waitlisted: Texts.said("You are number \(position ?? 1) on the waitlist. Free places are offered in this order.")
        case .offered:
            Texts.said(
                "A place is held for you until \(invitation.offerExpiresAt.map(text.moment) ?? ""). Take it, or leave it to others.")
        }
    }
}
