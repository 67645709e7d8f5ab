/// Why somebody reports something.
package enum ReportReason: String, Sendable, CaseIterable {
    case safety, harassment, hate, sexual, spam, money, privacy, other

    package var label: String {
        switch self {
        case .safety: "Somebody is in danger"
        case .harassment: "Bullying or harassment"
        case .hate: "Hate"
        case .sexual: "Sexual content"
        case .spam: "Spam or flooding"
        case .money: "Asks for money"
        case .privacy: "Shares private details"
        case .other: "Something else"
        }
    }
}

/// Everything that is reported on one subject, until it is closed.
package struct ModerationCase: Sendable, Equatable {
    /// What is reported. The raw value is stored.
    package enum Subject: String, Sendable { case message, member, event, review }
    /// Who works on a case, and since when.
    package struct Claim: Sendable, Equatable {
        package let account: ID
        package let name: String
        package let at: Instant
        package init(account: ID, name: String, at: Instant) {
            self.account = account
            self.name = name
            self.at = at
        }
    }
    /// The case of help that an urgent one belongs to: helping is done there, deciding about the message here.
    package struct Help: Sendable, Equatable {
        package let id: ID
        package let isOpen: Bool
        /// Who is on it; nil for nobody.
        package let holder: String?
        package init(id: ID, isOpen: Bool, holder: String?) {
            self.id = id
            self.isOpen = isOpen
            self.holder = holder
        }
    }
    /// A claim ends after this long without a sign of activity.
    package static let claimTime = Duration.minutes(10)

    package let id: ID
    package let tripID: ID
    package let subject: Subject
    package let messageNumber: Int?
    /// Of the review that it is about.
    package var reviewNumber: Int?
    package let eventID: ID?
    /// Whose message, profile, event or review it is.
    package let memberID: ID
    package let memberName: String
    package let conversationID: ID?
    /// Whether it is about a conversation between two members, of which nobody else reads more than what was reported.
    package let isDirect: Bool
    package let reason: String
    /// The subject as it was when it was first reported.
    package let snapshot: String
    package let place: String
    package let isUrgent: Bool
    package let weight: Double
    package let openedAt: Instant
    package let claim: Claim?
    package let closedAt: Instant?
    package let outcome: String
    /// Its evidence is kept longer than the chat.
    package let isHeld: Bool
    package let isEscalated: Bool
    package let version: Int
    package let reportCount: Int
    /// Nil where nobody needed help.
    package let help: Help?
    /// What a rule found first: its name and the words. Empty where people reported.
    package var finding = ""
    package init(
        id: ID, tripID: ID, subject: Subject, messageNumber: Int?, eventID: ID?, memberID: ID, memberName: String, conversationID: ID?,
        isDirect: Bool, reason: String, snapshot: String, place: String, isUrgent: Bool, weight: Double, openedAt: Instant, claim: Claim?,
        closedAt: Instant?,
        outcome: String, isHeld: Bool, isEscalated: Bool, version: Int, reportCount: Int, help: Help?
    ) {
        self.id = id
        self.tripID = tripID
        self.subject = subject
        self.messageNumber = messageNumber
        self.eventID = eventID
        self.memberID = memberID
        self.memberName = memberName
        self.conversationID = conversationID
        self.isDirect = isDirect
        self.reason = reason
        self.snapshot = snapshot
        self.place = place
        self.isUrgent = isUrgent
        self.weight = weight
        self.openedAt = openedAt
        self.claim = claim
        self.closedAt = closedAt
        self.outcome = outcome
        self.isHeld = isHeld
        self.isEscalated = isEscalated
        self.version = version
        self.reportCount = reportCount
        self.help = help
    }

    /// Who works on it; nil once the claim has lapsed by `claimTime`.
    package func claim(at now: Instant) -> Claim? { claim.flatMap { $0.at > now - ModerationCase.claimTime ? $0 : nil } }
}

/// Somebody's report in a case. Staff see who; the author never does.
package struct CaseReport: Sendable {
    package let reporterID: ID?
    /// The rule's name if no person reported.
    package let reporterName: String
    package let reason: String
    package let text: String
    package let madeAt: Instant
    /// How many of the reporter's earlier reports were upheld and refused.
    package let upheld: Int
    package let refused: Int
    /// Whether a traveller of another trip reports a review that is for all trips: who, nobody here learns.
    package var isFromElsewhere = false
    package init(reporterID: ID?, reporterName: String, reason: String, text: String, madeAt: Instant, upheld: Int, refused: Int) {
        self.reporterID = reporterID
        self.reporterName = reporterName
        self.reason = reason
        self.text = text
        self.madeAt = madeAt
        self.upheld = upheld
        self.refused = refused
    }

    /// How much a report counts: 1 for somebody new, up to 2 for those who were right, down to little for those who were not.
    package static func weight(upheld: Int, refused: Int) -> Double { 2 * Double(upheld + 1) / Double(upheld + refused + 2) }
}

/// A moderator notice to one member.
package struct ChatNotice: Sendable {
    package let id: ID
    package let text: String
    package let madeAt: Instant
    package let isNew: Bool
    /// What may be appealed against; nil where it may not, or was already.
    package let appealable: Int?
    package let appeal: String?
    /// What was decided about them; nil where it is about a report of theirs, or about an earlier notice.
    package var decision: NoticeDecision?
    package init(id: ID, text: String, madeAt: Instant, isNew: Bool, appealable: Int?, appeal: String?) {
        self.id = id
        self.text = text
        self.madeAt = madeAt
        self.isNew = isNew
        self.appealable = appealable
        self.appeal = appeal
    }
}
