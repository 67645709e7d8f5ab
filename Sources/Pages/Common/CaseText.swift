import Domain

/// Words that every page of the moderators uses.
enum CaseText {
    static func reason(_ name: String) -> String { ReportReason(rawValue: name)?.label ?? (name == "rule" ? "A rule of the chat" : name) }

    /// A message may be photos alone.
    static func snapshot(_ found: ModerationCase) -> String { found.snapshot.isEmpty ? "Photos, without words." : found.snapshot }

    /// A call for help is not dismissed: whoever needed help was helped.
    static func outcome(_ found: ModerationCase) -> String {
        found.isUrgent ? found.outcome.replacing(ModerationAction.dismiss.done, with: "Handled") : found.outcome
    }

    static func subject(_ found: ModerationCase) -> String {
        switch found.subject {
        case .message: "Message by \(found.memberName) in \(found.place)"
        case .member: "Profile of \(found.memberName)"
        case .event: "Event by \(found.memberName)"
        }
    }
}
