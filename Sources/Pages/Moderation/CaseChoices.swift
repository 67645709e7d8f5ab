import Domain

/// What can be done with a case, and what a moderator chose of it.
extension CasePage {
    /// What goes together with a decision, or instead of one.
    package struct Choice: Sendable {
        let value: String
        let label: String
        let isTicked: Bool
        let isReadOnly: Bool
        let isRemoveAll: Bool
        let isHandOver: Bool
    }

    /// A decision, from the lightest to the heaviest.
    package struct Weight: Sendable {
        let value: String
        let label: String
        let hint: String
        let key: String
        let isTicked: Bool
        let isMute: Bool
    }

    /// In order of weight.
    static let weighed: [ModerationAction] = [.dismiss, .remove, .warn, .mute, .ban]
    private static let added: [ModerationAction] = [.removeAll, .readOnly, .escalate, .handOver]

    static func choices(_ found: ModerationCase, _ typed: Typed) -> [Choice] {
        added.filter { applies($0, to: found) }.map { action in
            Choice(
                value: action.rawValue,
                label: action == .removeAll ? Texts.said("Remove all their messages here since") : Texts.said(text: action.label),
                isTicked: typed.actions.contains(action), isReadOnly: action == .readOnly, isRemoveAll: action == .removeAll,
                isHandOver: action == .handOver)
        }
    }

    static func weights(_ found: ModerationCase, _ typed: Typed) -> [Weight] {
        let chosen = weighed.last { typed.actions.contains($0) }
        return weighed.filter { applies($0, to: found) }.map { action in
            let (label, hint, key) = words(action, found)
            return Weight(
                value: action.rawValue, label: Texts.said(text: label), hint: Texts.said(text: hint), key: key, isTicked: action == chosen,
                isMute: action == .mute)
        }
    }

    private static func words(_ action: ModerationAction, _ found: ModerationCase) -> (label: String, hint: String, key: String) {
        switch action {
        case .remove where found.subject == .review: ("Remove", "Take the review away", "r")
        case .remove: ("Remove", "Take the message away", "r")
        case .warn: ("Warn", "The author reads a warning", "w")
        case .mute: ("Mute", "No writing for", "m")
        case .ban: ("Ban", "No writing on this trip", "b")
        case _ where found.subject == .review: ("Keep", "The review stays", "d")
        default: ("Keep", found.messageNumber == nil ? "Nothing is done" : "The message stays", "d")
        }
    }

    /// What a moderator chose, as it comes back.
    package struct Typed: Sendable {
        package var actions: Set<ModerationAction> = []
        package var minutes = 60
        package var readOnlyMinutes = 60
        package var since = ""
        package var handOver = ""
        package var reason = ""
        package var sentence = ""
        package init(reason: String = "") { self.reason = reason }
    }

    /// Before anybody has typed a reason: what was reported, or what the rule is for; nothing where a moderator alone said so.
    /// The author reads it: nobody is told off for being in danger.
    static func usualReason(_ found: ModerationCase) -> String {
        if found.reason == "rule" { return RuleText(found.finding).flatMap { askedInstead($0.kind) }.map { Texts.said($0) } ?? "" }
        guard let reason = ReportReason(rawValue: found.reason), ![.other, .safety].contains(reason) else { return "" }
        return CaseText.reason(reason.rawValue)
    }

    /// What to do instead, for people who may not know of the rule.
    private static func askedInstead(_ kind: RuleKind) -> Texts.Sentence? {
        switch kind {
        case .safety: nil
        case .words: "Please be kind to each other."
        case .phone, .email, .handle: "No private details, please."
        case .link: "No links, please."
        case .payment: "Please do not ask for money here."
        case .shouting: "Please do not write in capitals."
        case .flooding: "Please write fewer messages at once."
        }
    }

    static func applies(_ action: ModerationAction, to found: ModerationCase) -> Bool {
        switch action {
        case .remove: found.messageNumber != nil || found.reviewNumber != nil
        case .removeAll, .readOnly: found.conversationID != nil && !found.isDirect
        default: true
        }
    }

    static func minutes(chosen: Int) -> [FormField.Choice] {
        PlannedAction.muteMinutes.map { .init(value: String($0), label: CaseText.span($0), isSelected: $0 == chosen) }
    }

    static func colleagues(_ content: OpenedCase, chosen: String) -> [FormField.Choice] {
        content.colleagues.map {
            .init(value: $0.account.description, label: $0.name, isSelected: $0.account.description == chosen)
        }
    }

    /// At this time of day, as a field of HTML has it.
    static func yesterday(_ zone: TripZone, _ now: Instant) -> String {
        let start = zone.local(now - .days(1))
        return start.day.description + "T" + start.clock
    }
}
