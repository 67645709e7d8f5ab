/// What moderators do; each leaves a line in the log.
package enum ModerationAction: String, Sendable, CaseIterable {
    case dismiss, remove, removeAll = "remove_all", warn, mute, ban, readOnly = "read_only", escalate, handOver = "hand_over"
    case report, claim, release, takeOver = "take_over", note, hold, unhold, undo, appeal, grantAppeal = "grant_appeal"
    case refuseAppeal = "refuse_appeal", falseAlarm = "false_alarm"

    /// What the case page offers, in its order.
    package static let offered: [ModerationAction] = [.remove, .removeAll, .warn, .mute, .ban, .readOnly, .escalate, .handOver, .dismiss]

    package var label: String {
        switch self {
        case .dismiss: "Keep"
        case .remove: "Remove the message"
        case .removeAll: "Remove all of theirs here"
        case .warn: "Warn"
        case .mute: "Mute"
        case .ban: "Ban from this trip’s chat"
        case .readOnly: "Make the conversation read-only"
        case .escalate: "Escalate to the hosts"
        case .handOver: "Hand over"
        case .report: "Reported"
        case .claim: "Assigned"
        case .release: "Unassigned"
        case .takeOver: "Reassigned"
        case .note: "Note"
        case .hold: "Evidence kept"
        case .unhold: "Evidence no longer kept"
        case .undo: "Undone"
        case .appeal: "Appealed"
        case .grantAppeal: "Appeal accepted"
        case .refuseAppeal: "Appeal refused"
        case .falseAlarm: "False alarm"
        }
    }

    /// What it was, in a word or two.
    package var done: String {
        switch self {
        case .dismiss: "Kept"
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

    /// The same, of a case that may be about a review.
    package func done(ofReview isOfReview: Bool) -> String { isOfReview && self == .remove ? "Review removed" : done }

    /// The same, as it is stored: what was kept was called dismissed at first.
    package func record(ofReview isOfReview: Bool) -> String {
        self == .dismiss ? ModerationAction.dismissed : done(ofReview: isOfReview)
    }
    private static let dismissed = "Dismissed"

    /// What "kept" is called where somebody may have needed help: nobody keeps a call.
    package static let handled = "Handled"

    /// What is stored of a case's end, in the words of pages.
    /// - Parameter isUrgent: of a case that may be a call for help.
    package static func said(ofRecord record: String, isUrgent: Bool = false) -> String {
        record.replacing(dismissed, with: isUrgent ? handled : ModerationAction.dismiss.done)
            .replacing("Appeal granted", with: ModerationAction.grantAppeal.done)
    }

    /// Whether the author is told, and may appeal.
    package var isAgainstAuthor: Bool { [.remove, .removeAll, .warn, .mute, .ban].contains(self) }
    package var isUndoable: Bool { isAgainstAuthor || [.readOnly, .dismiss, .falseAlarm].contains(self) }
    /// What somebody decides of a case or an appeal, and what the queue then says was done.
    package var isDecision: Bool {
        ModerationAction.offered.contains(self) || [.falseAlarm, .grantAppeal, .refuseAppeal].contains(self)
    }
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
