import Domain

/// Words that every page of the moderators uses.
enum CaseText {
    static func reason(_ name: String) -> String {
        switch name {
        case "rule": Texts.said("A chat rule")
        // As `CaseStore.seenReason` stores it.
        case "seen": Texts.said("Seen in the chat")
        default: ReportReason(rawValue: name).map { Texts.said(text: $0.label) } ?? name
        }
    }

    /// Why there is a case: what somebody said, or what a rule found.
    static func reason(_ found: ModerationCase) -> String {
        if found.reason == "seen", found.subject == .review { return Texts.said("Seen by a moderator") }
        return (found.reason == "rule" ? RuleText(found.finding)?.short : nil) ?? reason(found.reason)
    }

    /// A message may be photos alone.
    static func snapshot(_ found: ModerationCase) -> String {
        found.snapshot.isEmpty ? Texts.said("Photos, without words.") : found.snapshot
    }

    static func outcome(_ found: ModerationCase) -> String {
        Texts.said(text: ModerationAction.said(ofRecord: found.outcome, isUrgent: found.isUrgent))
    }

    /// - Parameter name: of whoever works on it; nil for the reader.
    static func assigned(to name: String?, _ age: Duration) -> String {
        name.map { Texts.said("Assigned to \($0), last seen \(TimeText.ago(age))") } ?? Texts.said("Assigned to you")
    }

    static func subject(_ found: ModerationCase) -> String {
        switch found.subject {
        case .message: Texts.said("Message by \(found.memberName) in \(found.place)")
        case .member: Texts.said("Profile of \(found.memberName)")
        case .event: Texts.said("Event by \(found.memberName)")
        case .review: Texts.said("Review of \(found.place) by \(found.memberName)")
        }
    }

    /// How long a mute lasts, in words.
    static func span(_ minutes: Int) -> String {
        switch minutes {
        case ..<60: counted(minutes, "minute")
        case ..<1440: counted(minutes / 60, "hour")
        default: counted(minutes / 1440, "day")
        }
    }
}
