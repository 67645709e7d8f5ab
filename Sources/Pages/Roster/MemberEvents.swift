import Domain

/// What somebody is invited to: what comes next first, each with the answer that a host can give for them.
package struct MemberEvents: Sendable {
    package struct Row: Sendable {
        let id: String
        let title: String
        let link: Link
        let when: String
        let place: String
        let answer: String
        let style: String
        let isCancelled: Bool
        let form: Form?
    }
    /// Answers for them.
    package struct Form: Sendable {
        let action: Link
        let member: String
        let tab: String
        let mayGo: Bool
        let mayDecline: Bool
        /// The time to answer is over: the log asks why.
        let isLate: Bool
        let title: String
    }
    let coming: [Row]
    let past: [Row]
    var hasPast: Bool { !past.isEmpty }
    let pastLabel: String
    /// "3 going · 1 waiting · 2 without an answer"
    let summary: String?

    init(_ events: [EventOfMember], of member: ID, _ trip: Trip, _ now: Instant, mayAnswer: Bool) {
        let text = EventText(zone: trip.zone, now: now)
        let (over, ahead) = (events.filter { $0.event.isOver(at: now) }, events.filter { !$0.event.isOver(at: now) })
        let row = { (found: EventOfMember, mayAnswer: Bool) in MemberEvents.row(found, member, trip.fields.slug, text, mayAnswer) }
        coming = ahead.map { row($0, mayAnswer) }
        past = over.reversed().map { row($0, false) }
        pastLabel = counted(over.count, "past event")
        summary = MemberEvents.summary(ahead.filter { $0.event.state == .published }.map(\.invitation.rsvp))
    }

    private static func summary(_ answers: [RSVP]) -> String? {
        let counts = AnswerCounts(answers)
        let waiting = counts.waitlisted + counts.offered
        let parts: [(Int, Texts.Sentence)] = [
            (counts.going, "\(counts.going) going"), (waiting, "\(waiting) waiting"),
            (counts.pending, "\(counts.pending) without an answer"), (counts.declined, "\(counts.declined) declined"),
        ]
        let said = parts.filter { $0.0 > 0 }.map { Texts.said($0.1) }
        return said.isEmpty ? nil : said.joined(separator: " · ")
    }

    private static func row(_ found: EventOfMember, _ member: ID, _ slug: String, _ text: EventText, _ mayAnswer: Bool) -> Row {
        let (event, invitation) = (found.event, found.invitation)
        let (fields, rsvp) = (event.fields, invitation.rsvp)
        let isCancelled = event.state == .cancelled
        let position = found.position.map { Texts.said("Waitlist, #\($0)") }
        return Row(
            id: event.id.description, title: fields.title, link: Path.event(slug, event.id),
            when: text.dayName(text.day(fields.startsAt)) + " " + text.hours(fields), place: fields.meetingPoint,
            answer: isCancelled ? Texts.said("Cancelled") : position ?? Texts.said(text: rsvp.label),
            style: isCancelled ? "bad" : rsvp.style,
            isCancelled: isCancelled, form: mayAnswer && event.state == .published ? form(event, rsvp, member, slug, text.now) : nil)
    }

    private static func form(_ event: Event, _ rsvp: RSVP, _ member: ID, _ slug: String, _ now: Instant) -> Form {
        Form(
            action: Path.setAnswers(slug, event.id), member: member.description,
            tab: EventTab.allCases.first { $0.answers.contains(rsvp) }?.rawValue ?? "", mayGo: rsvp != .going,
            mayDecline: rsvp != .declined, isLate: event.fields.answerBy.map { now > $0 } ?? false, title: event.fields.title)
    }

    /// What the page says once an answer was given on it.
    /// - Parameter undo: where it is taken back.
    package static func flash(_ found: EventOfMember, undo: Link?) -> Flash {
        Flash(Texts.said("\(found.event.fields.title): \(Texts.said(text: found.invitation.rsvp.label))"), undo: undo)
    }
}
