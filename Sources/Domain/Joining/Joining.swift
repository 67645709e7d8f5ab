/// How somebody on the roster gets in.
package enum JoinState: Sendable, Equatable {
    case noLink
    /// The link was made and not opened yet.
    case invited(until: Instant)
    /// Somebody has looked at the link's page, and has not joined.
    case opened(at: Instant, until: Instant)
    case expired
    case joined

    /// Whether there is nothing that they could come in with.
    package var needsLink: Bool { self == .noLink || self == .expired }

    /// Whether they have a link that still works, which a host can end.
    package var hasLink: Bool {
        switch self {
        case .invited, .opened: true
        case .noLink, .expired, .joined: false
        }
    }
}

/// Somebody who found the trip's link and waits for a host.
package struct JoinRequest: Sendable, Equatable {
    /// The account of a person who was signed in when they asked.
    package struct Asker: Sendable, Equatable {
        package let account: ID
        /// Empty if they sign in with Telegram alone.
        package let email: String
        package let isConfirmed: Bool
        /// What Telegram calls them, where it is linked.
        package let telegram: String?
        package init(account: ID, email: String, isConfirmed: Bool, telegram: String?) {
            self.account = account
            self.email = email
            self.isConfirmed = isConfirmed
            self.telegram = telegram
        }
    }
    /// What a host said.
    package struct Decision: Sendable, Equatable {
        package let at: Instant
        package let by: String
        /// The member that the host made for this person or chose from the list; nil if the request was declined.
        package let memberID: ID?
        /// The member's status before the decision; empty if there was no such member, nil if it is no longer known.
        package let before: String?
        package init(at: Instant, by: String, memberID: ID?, before: String?) {
            self.at = at
            self.by = by
            self.memberID = memberID
            self.before = before
        }
    }
    /// How long a decision can be taken back.
    package static let undoLife = Duration.hours(24)

    package let id: ID
    package let tripID: ID
    package let fields: MemberFields
    package let note: String
    package let askedAt: Instant
    package let asker: Asker?
    package let decision: Decision?
    /// Whether a person who asked without an account has joined.
    package let isUsed: Bool
    /// - Parameter fields: the name and the phone that were typed.
    package init(
        id: ID, tripID: ID, fields: MemberFields, note: String, askedAt: Instant, asker: Asker? = nil, decision: Decision? = nil,
        isUsed: Bool = false
    ) {
        self.id = id
        self.tripID = tripID
        self.fields = fields
        self.note = note
        self.askedAt = askedAt
        self.asker = asker
        self.decision = decision
        self.isUsed = isUsed
    }
    package var firstName: String { fields[.firstName] }
    package var name: String { fields.fullName }
    package var isAccepted: Bool { decision?.memberID != nil }

    /// Whether both say the same name and the same phone. Anybody with the trip's link can say another one's: it is no proof of who asks.
    package func saysSame(as other: JoinRequest) -> Bool {
        folded(name) == folded(other.name) && isSamePhone(fields[.phone], other.fields[.phone]) == true
    }

    /// Whether a host may still take the decision back: for `undoLife` after it, and only while nobody has joined by it.
    package func mayBeUndone(at now: Instant) -> Bool {
        guard let decision, decision.before != nil, !isUsed else { return false }
        return now - decision.at < JoinRequest.undoLife
    }
}

/// What an account asked for, for its owner.
package struct OwnJoinRequest: Sendable, Equatable {
    package let id: ID
    package let tripName: String
    package let askedAt: Instant
    /// Nil while it waits.
    package let declinedAt: Instant?
    package init(id: ID, tripName: String, askedAt: Instant, declinedAt: Instant?) {
        self.id = id
        self.tripName = tripName
        self.askedAt = askedAt
        self.declinedAt = declinedAt
    }
}
