/// Who is asked to come.
package enum AudienceKind: String, Sendable, CaseIterable {
    case everyone, groups, selected, nearby

    package var label: String {
        switch self {
        case .everyone: "Everyone on the trip"
        case .groups: "Groups"
        case .selected: "Selected members"
        case .nearby: "People nearby"
        }
    }
}

/// What somebody answered to an invitation, or waits for.
package enum RSVP: String, Sendable, CaseIterable {
    case pending, going, declined, waitlisted, offered

    package var label: String {
        switch self {
        case .pending: "No answer"
        case .going: "Going"
        case .declined: "Not going"
        case .waitlisted: "Waitlist"
        case .offered: "Place offered"
        }
    }
    /// Has a place that nobody else can have.
    package var holdsSeat: Bool { self == .going || self == .offered }
}

/// Event × member.
package struct Invitation: Sendable, Equatable {
    package let eventID: ID
    package let memberID: ID
    /// The line on every paper of this event: given once, never again to anybody else.
    package let number: Int
    package let rsvp: RSVP
    /// Place in the waitlist's order: the smaller number is earlier. Gaps mean nothing.
    package let queue: Int?
    package let offerExpiresAt: Instant?
    package let party: ID?
    package let token: String
    package let isRevoked: Bool
    package let answeredAt: Instant?
    package let answeredBy: String
    package let note: String
    /// When the host, after a change of time or place, asked for a new answer.
    package let askedAgainAt: Instant?
    /// The latest version of the event that the member said to have seen, and when they last said so.
    package let acknowledgedVersion: Int
    package let acknowledgedAt: Instant?
    /// When somebody else changed their answer last.
    package let toldAt: Instant?
    package init(
        eventID: ID, memberID: ID, number: Int, rsvp: RSVP, queue: Int?, offerExpiresAt: Instant?, party: ID?, token: String,
        isRevoked: Bool, answeredAt: Instant?, answeredBy: String, note: String, askedAgainAt: Instant?, acknowledgedVersion: Int,
        acknowledgedAt: Instant?, toldAt: Instant?
    ) {
        self.eventID = eventID
        self.memberID = memberID
        self.number = number
        self.rsvp = rsvp
        self.queue = queue
        self.offerExpiresAt = offerExpiresAt
        self.party = party
        self.token = token
        self.isRevoked = isRevoked
        self.answeredAt = answeredAt
        self.answeredBy = answeredBy
        self.note = note
        self.askedAgainAt = askedAgainAt
        self.acknowledgedVersion = acknowledgedVersion
        self.acknowledgedAt = acknowledgedAt
        self.toldAt = toldAt
    }

    /// The first six letters and digits of the token, which the check-in page understands and a QR code's link begins with. No secret.
    package var code: String { String(token.prefix(6)) }
}

/// How many gave which answer.
package struct AnswerCounts: Sendable, Equatable {
    package var going = 0
    package var offered = 0
    package var waitlisted = 0
    package var declined = 0
    package var pending = 0
    package init() {}
    package init(_ answers: some Sequence<RSVP>) { for answer in answers { self[answer] += 1 } }

    package subscript(rsvp: RSVP) -> Int {
        get {
            switch rsvp {
            case .going: going
            case .offered: offered
            case .waitlisted: waitlisted
            case .declined: declined
            case .pending: pending
            }
        }
        set {
            switch rsvp {
            case .going: going = newValue
            case .offered: offered = newValue
            case .waitlisted: waitlisted = newValue
            case .declined: declined = newValue
            case .pending: pending = newValue
            }
        }
    }
    package var invited: Int { going + offered + waitlisted + declined + pending }
}

/// An event as calendars and lists show it.
package struct EventSummary: Sendable {
    package let event: Event
    package let counts: AnswerCounts
    package let hostName: String
    /// The reader's own answer, if they are invited.
    package let own: RSVP?
    /// With what they have not seen, for the reader's own pages.
    package var invitation: OwnInvitation?
    /// In the bin: only that it does not take place is still news.
    package var isDeleted = false
    /// Who is not back although the event is over, by its list of the way back: as many as that list shows.
    package var notBack = 0
    package init(event: Event, counts: AnswerCounts, hostName: String, own: RSVP?) {
        self.event = event
        self.counts = counts
        self.hostName = hostName
        self.own = own
    }
}

/// One line of an event's log.
package struct EventLogLine: Sendable {
    package let at: Instant
    package let author: String
    package let memberID: ID?
    package let memberName: String
    package let action: String
    package let note: String
    package init(at: Instant, author: String, memberID: ID?, memberName: String, action: String, note: String) {
        self.at = at
        self.author = author
        self.memberID = memberID
        self.memberName = memberName
        self.action = action
        self.note = note
    }
}

/// When a freed place may be offered, and until when it is held.
package struct OfferRule: Sendable {
    package let startsAt: Instant
    package let answerBy: Instant?
    package let minutes: Int
    package init(startsAt: Instant, answerBy: Instant?, minutes: Int) {
        self.startsAt = startsAt
        self.answerBy = answerBy
        self.minutes = minutes
    }

    /// The deadline, or two hours before the start if that is earlier.
    private var limit: Instant { min(answerBy ?? startsAt, startsAt - .hours(2)) }

    /// Never beyond the limit; nil when that leaves no time.
    package func expiry(offeredAt now: Instant) -> Instant? {
        let end = min(now + .minutes(minutes), limit)
        return end > now ? end : nil
    }

    /// The latest time to which offers made before may last after the event was moved. After the limit only hosts offer places, and such an
    /// offer may last until the start.
    package func latestExpiry(at now: Instant) -> Instant { limit > now ? limit : startsAt }

    /// A host who promotes somebody by hand may do so until the start.
    package func expiryByHand(offeredAt now: Instant) -> Instant? {
        let end = min(now + .minutes(minutes), startsAt)
        return end > now ? end : nil
    }
}
