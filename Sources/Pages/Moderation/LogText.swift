import Domain

/// Entries of the log as sentences: who did what to whom.
struct LogText {
    private let entry: LogEntry
    private let who: String
    private let author: String
    /// "a message by Ada Example".
    private let thing: String

    /// - Parameter who: instead of the name that the log has.
    static func sentence(_ entry: LogEntry, by who: String? = nil) -> String {
        let text = LogText(entry, by: who ?? (entry.actorName.isEmpty ? Texts.said("Somebody") : entry.actorName))
        return entry.action == .undo ? text.undone : text.decided ?? text.handled
    }

    private init(_ entry: LogEntry, by who: String) {
        (self.entry, self.who) = (entry, who)
        let name = entry.memberName.isEmpty ? Texts.said("somebody") : entry.memberName
        author = name
        thing =
            switch entry.subject {
            case .message: Texts.said("a message by \(name)")
            case .member: Texts.said("the profile of \(name)")
            case .event: Texts.said("an event by \(name)")
            case .review: Texts.said("a review by \(name)")
            case nil: Texts.said("a case about \(name)")
            }
    }

    private var messages: String { counted(entry.messages.count, "message") }

    /// Nil for what decides nothing.
    private var decided: String? {
        switch entry.action {
        case .dismiss where entry.isUrgent: Texts.said("\(who) handled \(thing)")
        case .dismiss: Texts.said("\(who) kept \(thing)")
        case .remove: Texts.said("\(who) removed \(thing)")
        case .removeAll: Texts.said("\(who) removed \(messages) by \(author)")
        case .warn: Texts.said("\(who) warned \(author)")
        case .mute: Texts.said("\(who) muted \(author)")
        case .ban: Texts.said("\(who) banned \(author) from this trip’s chat")
        case .readOnly: Texts.said("\(who) made the conversation read-only")
        case .escalate: Texts.said("\(who) escalated \(thing) to the hosts")
        case .handOver: Texts.said("\(who) handed \(thing) over \(entry.sentence)")
        case .falseAlarm: Texts.said("\(who) marked \(thing) as a false alarm")
        case .grantAppeal: Texts.said("\(who) accepted the appeal of \(author)")
        case .refuseAppeal: Texts.said("\(who) refused the appeal of \(author)")
        default: nil
        }
    }

    private var handled: String {
        switch entry.action {
        case .report: Texts.said("\(who) reported \(thing)")
        case .claim: Texts.said("\(who) assigned \(thing) to themselves")
        case .takeOver: Texts.said("\(who) reassigned \(thing) to themselves")
        case .release: Texts.said("\(who) unassigned themselves from a case")
        case .note: Texts.said("\(who) wrote a note about \(thing)")
        case .hold: Texts.said("\(who) kept the evidence of \(thing)")
        case .unhold: Texts.said("\(who) let the evidence of \(thing) go with the chat")
        case .appeal: Texts.said("\(who) appealed")
        default: Texts.said("\(who): \(Texts.said(text: entry.done))")
        }
    }

    private var undone: String {
        switch entry.undone {
        case .dismiss where entry.isUrgent: Texts.said("\(who) reopened the case of \(author)")
        case .dismiss: Texts.said("\(who) undid keeping \(thing)")
        case .remove: Texts.said("\(who) undid removing \(thing)")
        case .removeAll: Texts.said("\(who) undid removing \(messages) by \(author)")
        case .warn: Texts.said("\(who) undid warning \(author)")
        case .mute: Texts.said("\(who) undid muting \(author)")
        case .ban: Texts.said("\(who) undid banning \(author)")
        case .readOnly: Texts.said("\(who) undid making the conversation read-only")
        case .falseAlarm: Texts.said("\(who) undid the false alarm of \(author)")
        default: Texts.said("\(who) undid: \(Texts.said(text: ModerationAction.said(ofRecord: entry.sentence)))")
        }
    }
}
