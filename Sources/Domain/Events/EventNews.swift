/// When and where an event is: what somebody who comes has to know.
package struct EventPlan: Sendable, Equatable {
    package var startsAt: Instant
    package var endsAt: Instant?
    package var isBackBy: Bool
    package var place: String
    package var meetingPoint: String
    package var meetingLatitude: Double?
    package var meetingLongitude: Double?
    package init(
        startsAt: Instant, endsAt: Instant?, isBackBy: Bool, place: String, meetingPoint: String, meetingLatitude: Double?,
        meetingLongitude: Double?
    ) {
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.isBackBy = isBackBy
        self.place = place
        self.meetingPoint = meetingPoint
        self.meetingLatitude = meetingLatitude
        self.meetingLongitude = meetingLongitude
    }
}

extension EventFields {
    package var plan: EventPlan {
        get {
            EventPlan(
                startsAt: startsAt, endsAt: endsAt, isBackBy: isBackBy, place: place, meetingPoint: meetingPoint,
                meetingLatitude: meetingLatitude, meetingLongitude: meetingLongitude)
        }
        set {
            (startsAt, endsAt, isBackBy) = (newValue.startsAt, newValue.endsAt, newValue.isBackBy)
            (place, meetingPoint) = (newValue.place, newValue.meetingPoint)
            (meetingLatitude, meetingLongitude) = (newValue.meetingLatitude, newValue.meetingLongitude)
        }
    }

    /// What was and what is, in words, for somebody who knows an older plan.
    package func changes(since plan: EventPlan, zone: TripZone) -> [AuditChange] {
        var old = self
        old.plan = plan
        return old.changes(to: self, zone: zone) { _ in "" }
    }
}

/// An invitation with the changes that its member has not said to have seen.
package struct OwnInvitation: Sendable {
    package let invitation: Invitation
    /// Time and place as they were before the first change that the member has not seen.
    package let known: EventPlan?
    package let isCancellationUnseen: Bool
    /// The newest reminder that fits the answer.
    package let remindedAt: Instant?
    package init(invitation: Invitation, known: EventPlan?, isCancellationUnseen: Bool, remindedAt: Instant?) {
        self.invitation = invitation
        self.known = known
        self.isCancellationUnseen = isCancellationUnseen
        self.remindedAt = remindedAt
    }

    /// What the member has not seen yet. Nothing of a draft, and nothing once the event is over.
    package func news(of event: Event, at now: Instant) -> EventNews {
        guard event.state != .draft, !event.isOver(at: now) else { return EventNews() }
        func isUnseen(_ moment: Instant?) -> Bool {
            guard let moment else { return false }
            return invitation.acknowledgedAt.map { moment > $0 } ?? true
        }
        var news = EventNews()
        news.isCancelled = event.state == .cancelled && isCancellationUnseen
        guard event.state == .published else { return news }
        news.was = known == event.fields.plan ? nil : known
        // An offer needs no further notice: it is shown with its time limit.
        news.isAnswered = invitation.rsvp != .offered && isUnseen(invitation.toldAt)
        // Whoever made the event reminds the others.
        news.isReminder = invitation.rsvp == .going && event.createdBy != invitation.memberID && isUnseen(remindedAt)
        return news
    }

    /// An answer is asked for and still possible.
    package func needsAnswer(to event: Event, at now: Instant) -> Bool {
        guard event.state == .published, now <= event.fields.answerBy ?? event.fields.startsAt else { return false }
        return invitation.rsvp == .pending || invitation.rsvp == .offered || invitation.askedAgainAt != nil
    }

    /// Counted beside the navigation's "Events".
    package func isToBeSeen(_ event: Event, at now: Instant) -> Bool {
        needsAnswer(to: event, at: now) || news(of: event, at: now).concerns(invitation.rsvp)
    }
}

/// What changed for one of the invited since they last said that they have seen it.
package struct EventNews: Sendable, Equatable {
    /// The time and place that they know, if these have changed since.
    package var was: EventPlan?
    package var isCancelled = false
    /// Somebody else changed their answer.
    package var isAnswered = false
    package var isReminder = false
    package init() {}

    package var isEmpty: Bool { self == EventNews() }
    /// A member who declined is not called back by a new meeting point.
    package func concerns(_ rsvp: RSVP) -> Bool { isAnswered || (!isEmpty && rsvp != .declined) }
}

/// Why somebody hears of an event on their open pages.
package enum EventHint: String, Sendable {
    case invited, offered, answered, moved, cancelled, reminder
    /// They have not answered, and the answers close soon.
    case answerDue = "answer_due"
    /// The place that was held for them is held no longer: they did not take it in time.
    case lapsed
    /// They did it themselves, elsewhere.
    case own

    /// Of an answer that somebody else changed, or the clock.
    package init(from old: RSVP, to new: RSVP) {
        self =
            switch (old, new) {
            case (_, .offered): .offered
            case (.offered, .pending): .lapsed
            default: .answered
            }
    }
}

/// How many of the invited have seen the newest change of an event; members who declined are not counted.
package struct Acknowledgement: Sendable {
    package let version: Int
    package let at: Instant
    package let seen: Int
    package let count: Int

    package init(version: Int, at: Instant, _ invitations: some Sequence<Invitation>) {
        (self.version, self.at) = (version, at)
        let concerned = invitations.filter { $0.rsvp != .declined }
        count = concerned.count
        seen = concerned.count { $0.acknowledgedVersion >= version }
    }
}
