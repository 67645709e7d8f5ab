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
        case .privacy: "Gives away private things"
        case .other: "Something else"
        }
    }
}

/// Everything that is reported on one subject, until it is closed.
package struct ModerationCase: Sendable, Equatable {
    package enum Subject: String, Sendable { case message, member, event }
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
    /// After this long without a sign of them, somebody's claim is over.
    package static let claimTime = Duration.minutes(10)
    /// Whoever has a call for help is out on the slope rather than at this page.
    package static let urgentClaimTime = Duration.hours(2)

    package let id: ID
    package let tripID: ID
    package let subject: Subject
    package let messageNumber: Int?
    package let eventID: ID?
    /// Whose message, profile or event it is.
    package let memberID: ID
    package let memberName: String
    package let conversationID: ID?
    /// Whether it stands between two people, of whom nobody else reads more than what was reported.
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
    /// Its evidence outlives the chat's keeping time.
    package let isHeld: Bool
    package let isEscalated: Bool
    package let version: Int
    package let reportCount: Int
    package init(
        id: ID, tripID: ID, subject: Subject, messageNumber: Int?, eventID: ID?, memberID: ID, memberName: String, conversationID: ID?,
        isDirect: Bool, reason: String, snapshot: String, place: String, isUrgent: Bool, weight: Double, openedAt: Instant, claim: Claim?,
        closedAt: Instant?,
        outcome: String, isHeld: Bool, isEscalated: Bool, version: Int, reportCount: Int
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
    }

    package func claim(at now: Instant) -> Claim? {
        let time = isUrgent ? ModerationCase.urgentClaimTime : ModerationCase.claimTime
        return claim.flatMap { $0.at > now - time ? $0 : nil }
    }
}

/// How to reach whoever wrote an urgent message.
package struct CaseReach: Sendable, Equatable {
    package let phone: String
    package let isOnMap: Bool
    package init(phone: String, isOnMap: Bool) {
        self.phone = phone
        self.isOnMap = isOnMap
    }
}

/// What moderators do; each leaves a line in the log.
package enum ModerationAction: String, Sendable, CaseIterable {
    case dismiss, remove, removeAll = "remove_all", warn, mute, ban, readOnly = "read_only", escalate, handOver = "hand_over"
    case report, claim, release, takeOver = "take_over", note, hold, unhold, undo, appeal, grantAppeal = "grant_appeal"
    case refuseAppeal = "refuse_appeal", falseAlarm = "false_alarm"

    /// What the case page offers, in its order.
    package static let offered: [ModerationAction] = [.remove, .removeAll, .warn, .mute, .ban, .readOnly, .escalate, .handOver, .dismiss]

    package var label: String {
        switch self {
        case .dismiss: "Dismiss"
        case .remove: "Remove the message"
        case .removeAll: "Remove all of theirs here"
        case .warn: "Warn"
        case .mute: "Mute"
        case .ban: "Ban from this trip's chat"
        case .readOnly: "Make the conversation read-only"
        case .escalate: "Escalate to the hosts"
        case .handOver: "Hand over"
        case .report: "Reported"
        case .claim: "Claimed"
        case .release: "Let go"
        case .takeOver: "Taken over"
        case .note: "Note"
        case .hold: "Evidence kept"
        case .unhold: "Evidence no longer kept"
        case .undo: "Undone"
        case .appeal: "Appealed"
        case .grantAppeal: "Appeal granted"
        case .refuseAppeal: "Appeal refused"
        case .falseAlarm: "False alarm"
        }
    }

    /// What it was, in the log.
    package var done: String {
        switch self {
        case .dismiss: "Dismissed"
        case .remove: "Message removed"
        case .removeAll: "All messages removed"
        case .warn: "Warned"
        case .mute: "Muted"
        case .ban: "Banned"
        case .readOnly: "Made read-only"
        case .escalate: "Escalated"
        case .handOver: "Handed over"
        default: label
        }
    }

    /// Whether the author is told, and may appeal.
    package var isAgainstAuthor: Bool { [.remove, .removeAll, .warn, .mute, .ban].contains(self) }
    package var isUndoable: Bool { isAgainstAuthor || [.readOnly, .dismiss, .falseAlarm].contains(self) }
    /// Whether the case is settled by it.
    package var closes: Bool { isUndoable }
}

/// One action of several that are applied to a case together.
package struct PlannedAction: Sendable, Equatable {
    package let action: ModerationAction
    /// Of a mute or a read-only time.
    package let minutes: Int
    /// Of `removeAll`: from when on.
    package let since: Instant?
    package let handOverTo: ID?
    /// Of a false alarm: what the trip learns.
    package let lessons: [SafetyException]
    package init(
        _ action: ModerationAction, minutes: Int = 0, since: Instant? = nil, handOverTo: ID? = nil, lessons: [SafetyException] = []
    ) {
        self.action = action
        self.minutes = minutes
        self.since = since
        self.handOverTo = handOverTo
        self.lessons = lessons
    }
    package static let muteMinutes = [10, 60, 360, 1440, 4320, 10_080]
}

/// A line of the moderation log. Append-only.
package struct LogEntry: Sendable, Equatable {
    package let number: Int
    package let caseID: ID?
    package let action: ModerationAction
    /// An account; nil for the program itself.
    package let actorID: ID?
    package let actorName: String
    package let memberID: ID?
    package let memberName: String
    /// Messages that it changed, each with the state that it had before.
    package let messages: [(number: Int, before: ChatMessage.State)]
    package let reason: String
    package let sentence: String
    package let endsAt: Instant?
    package let undoes: Int?
    package let isUndone: Bool
    package let at: Instant
    package init(
        number: Int, caseID: ID?, action: ModerationAction, actorID: ID?, actorName: String, memberID: ID?, memberName: String,
        messages: [(number: Int, before: ChatMessage.State)], reason: String, sentence: String, endsAt: Instant?, undoes: Int?,
        isUndone: Bool, at: Instant
    ) {
        self.number = number
        self.caseID = caseID
        self.action = action
        self.actorID = actorID
        self.actorName = actorName
        self.memberID = memberID
        self.memberName = memberName
        self.messages = messages
        self.reason = reason
        self.sentence = sentence
        self.endsAt = endsAt
        self.undoes = undoes
        self.isUndone = isUndone
        self.at = at
    }

    package static func == (a: LogEntry, b: LogEntry) -> Bool { a.number == b.number }

    /// "12:visible 13:held", as it is stored.
    package static func text(_ messages: [(number: Int, before: ChatMessage.State)]) -> String {
        messages.map { "\($0.number):\($0.before.rawValue)" }.joined(separator: " ")
    }

    package static func messages(_ text: String) -> [(number: Int, before: ChatMessage.State)] {
        text.split(separator: " ").compactMap { part in
            let parts = part.split(separator: ":")
            guard parts.count == 2, let number = parts[0].ordinal, let state = ChatMessage.State(rawValue: String(parts[1])) else {
                return nil
            }
            return (number, state)
        }
    }
}

/// Somebody's report in a case. Staff see who; the author never does.
package struct CaseReport: Sendable {
    package let reporterID: ID?
    /// The rule's where no person reported.
    package let reporterName: String
    package let reason: String
    package let text: String
    package let madeAt: Instant
    /// Of the reporter's earlier reports.
    package let upheld: Int
    package let refused: Int
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

/// A word from the moderators to one member.
package struct ChatNotice: Sendable {
    package let id: ID
    package let text: String
    package let madeAt: Instant
    package let isNew: Bool
    /// What may be appealed against; nil where it may not, or was already.
    package let appealable: Int?
    package let appeal: String?
    package init(id: ID, text: String, madeAt: Instant, isNew: Bool, appealable: Int?, appeal: String?) {
        self.id = id
        self.text = text
        self.madeAt = madeAt
        self.isNew = isNew
        self.appealable = appealable
        self.appeal = appeal
    }
}
