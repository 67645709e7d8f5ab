import Domain

/// What changed for the reader since they last said that they have seen it: what was, and what is.
package struct EventNewsPanel: Sendable {
    package struct Change: Sendable {
        let label: String
        let was: String
        let now: String
    }
    /// For a list of events; on an event's own page it stands above.
    private(set) var title: String = ""
    private(set) var link: Link?
    /// The title of what has no page any more.
    private(set) var gone: String?
    let heading: String
    let style: String
    let changes: [Change]
    let sentences: [String]
    let action: Link
    let seen: String
    let event: ID
    /// That a host reminds of it, and nothing else.
    let isReminderAlone: Bool
    /// Where the reader goes on after it.
    private(set) var back: String = ""

    /// Nil where nothing is new.
    init?(_ news: EventNews, event: Event, invitation: Invitation, action: Link, text: EventText) {
        guard !news.isEmpty else { return nil }
        self.action = action
        self.event = event.id
        isReminderAlone = news.isReminder && !news.isCancelled && news.was == nil && !news.isAnswered
        heading =
            news.isCancelled
            ? Texts.said("Cancelled: \(event.cancelReason)")
            : news.was != nil
                ? Texts.said("Time or place changed") : news.isAnswered ? Texts.said("Your answer was changed") : Texts.said("Reminder")
        style = news.isCancelled || news.was != nil ? "problem" : isReminderAlone ? "reminder" : "notice"
        changes = (news.was.map { event.fields.changes(since: $0, zone: text.zone) } ?? []).map {
            Change(
                label: Texts.said(text: $0.field.prefix(1).uppercased() + $0.field.dropFirst()),
                was: $0.from.isEmpty ? Texts.said("not said") : $0.from,
                now: $0.to.isEmpty ? Texts.said("not said") : $0.to)
        }
        var sentences: [String] = []
        if news.isCancelled { sentences.append(Texts.said("It was planned for \(text.sentence(event.fields)). You do not have to come.")) }
        if news.isAnswered { sentences.append(EventNewsPanel.answered(invitation)) }
        if news.isReminder {
            sentences.append(Texts.said("It starts at \(text.clock(event.fields.startsAt)). Meet: \(event.fields.meetingPoint)."))
        }
        self.sentences = sentences
        seen = EventNewsPanel.seen(event, text.now)
    }

    /// In a list of events, from where the reader goes on to the list.
    /// - Parameter link: nil for one that was deleted.
    func listed(as title: String, link: Link?, back: String) -> EventNewsPanel {
        var panel = self
        (panel.title, panel.link, panel.gone, panel.back) = (title, link, link == nil ? title : nil, back)
        return panel
    }

    private static func answered(_ invitation: Invitation) -> String {
        let author = invitation.answeredBy
        switch invitation.rsvp {
        case .going: return Texts.said("\(author) put you down as going.")
        case .declined: return Texts.said("\(author) put you down as not going.")
        case .waitlisted: return Texts.said("\(author) put you on the waitlist.")
        case .pending: return Texts.said("The place that was held for you has gone to the next. You can still ask for one.")
        case .offered: return Texts.said("A place is held for you.")
        }
    }

    /// The event as this page shows it: a reader who has seen the page has not seen later changes.
    static func seen(_ event: Event, _ now: Instant) -> String { "\(event.version).\(now.milliseconds + 1)" }
}
