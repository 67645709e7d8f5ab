/// How much something matters. The order counts: urgent is the greatest.
package enum Urgency: Int, Sendable, CaseIterable, Comparable {
    case low, normal, high, urgent
    package static func < (one: Urgency, other: Urgency) -> Bool { one.rawValue < other.rawValue }
}

/// What people choose channels for.
package enum NoticeTheme: String, Sendable, CaseIterable {
    case announcements, events, messages, safety, account
}

/// Why somebody is told something. The raw value is stored.
package enum NoticeKind: String, Sendable, CaseIterable {
    case announcement
    case eventPublished = "event_published"
    case eventChanged = "event_changed"
    case eventCancelled = "event_cancelled"
    case answerDue = "answer_due"
    case eventStarts = "event_starts"
    case placeOffered = "place_offered"
    case placeLost = "place_lost"
    case message, mention
    /// Something was written in a conversation that somebody follows.
    case followed
    case joined, help
    /// What moderators decided, or what became of a report or an appeal.
    case moderation
    case helpTaken = "help_taken"
    case trackerSilent = "tracker_silent"
    case nudge, duty
    /// Somebody asks a host to be let in.
    case joinRequest = "join_request"
    case signedIn = "signed_in"
    /// What the day of a trip brings, for its hosts.
    case morning
    /// Somebody tries whether a channel works.
    case test

    package var theme: NoticeTheme {
        switch self {
        case .announcement: .announcements
        case .eventPublished, .eventChanged, .eventCancelled, .answerDue, .eventStarts, .placeOffered, .placeLost, .morning: .events
        case .message, .mention, .followed: .messages
        case .help, .helpTaken, .trackerSilent, .nudge, .duty: .safety
        case .joined, .joinRequest, .moderation, .signedIn, .test: .account
        }
    }
}

/// For whom a notice is: a member of a trip, who may have no account yet, or an account, of which the trip may know nothing.
package enum NoticePerson: Hashable, Sendable {
    case member(ID, trip: ID)
    case account(ID, trip: ID? = nil)

    package var member: ID? { if case .member(let id, _) = self { id } else { nil } }
    package var trip: ID? {
        switch self {
        case .member(_, let trip): trip
        case .account(_, let trip): trip
        }
    }
    package var account: ID? { if case .account(let id, _) = self { id } else { nil } }
}

/// Something for one person to know, before it is written.
package struct NewNotice: Sendable {
    /// Nil for one that is made when it is written.
    package let id: ID?
    package let person: NoticePerson
    package let kind: NoticeKind
    /// What it is about: the announcement, the event, the conversation.
    package let subject: ID?
    package let urgency: Urgency
    /// A newer notice of the same topic replaces one to the same person that has not gone out yet; "" for none.
    package let topic: String
    package let title: String
    package let text: String
    /// Nothing goes out before that moment; nil for at once.
    package let notBefore: Instant?
    /// After that nobody is told any more.
    package let expiresAt: Instant

    package init(
        id: ID? = nil, person: NoticePerson, kind: NoticeKind, subject: ID?, urgency: Urgency, topic: String = "", title: String,
        text: String,
        notBefore: Instant? = nil, expiresAt: Instant
    ) {
        (self.id, self.person, self.kind, self.subject, self.urgency) = (id, person, kind, subject, urgency)
        (self.topic, self.title, self.text) = (topic, title, text)
        (self.notBefore, self.expiresAt) = (notBefore, expiresAt)
    }
}

/// A notice as its reader sees it.
package struct Notice: Sendable, Equatable {
    package let id: ID
    /// Of the trip; nil for what is about an account.
    package let tripID: ID?
    package let kind: NoticeKind
    package let subject: ID?
    package let urgency: Urgency
    package let title: String
    package let text: String
    package let madeAt: Instant
    package let isRead: Bool
    package init(
        id: ID, tripID: ID?, kind: NoticeKind, subject: ID?, urgency: Urgency, title: String, text: String, madeAt: Instant, isRead: Bool
    ) {
        (self.id, self.tripID, self.kind, self.subject, self.urgency) = (id, tripID, kind, subject, urgency)
        (self.title, self.text, self.madeAt, self.isRead) = (title, text, madeAt, isRead)
    }
    /// How long an inbox keeps notices.
    package static let kept = Duration.days(30)
}
