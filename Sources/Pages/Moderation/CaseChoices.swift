import Domain

/// What can be done with a case, and what a moderator chose of it.
extension CasePage {
    package struct Choice: Sendable {
        let value: String
        let label: String
        let key: String?
        let isTicked: Bool
        let isMute: Bool
        let isReadOnly: Bool
        let isRemoveAll: Bool
        let isHandOver: Bool
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
        package init() {}
    }

    static func applies(_ action: ModerationAction, to found: ModerationCase) -> Bool {
        switch action {
        case .remove: found.messageNumber != nil
        case .removeAll, .readOnly: found.conversationID != nil && !found.isDirect
        default: true
        }
    }

    static func choice(_ action: ModerationAction, _ typed: Typed) -> Choice {
        let keys: [ModerationAction: String] = [.remove: "r", .mute: "m", .warn: "w", .dismiss: "d"]
        return Choice(
            value: action.rawValue, label: action.label, key: keys[action], isTicked: typed.actions.contains(action),
            isMute: action == .mute,
            isReadOnly: action == .readOnly, isRemoveAll: action == .removeAll, isHandOver: action == .handOver)
    }

    static func minutes(chosen: Int) -> [FormField.Choice] {
        PlannedAction.muteMinutes.map { .init(value: String($0), label: span($0), isSelected: $0 == chosen) }
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

    static func span(_ minutes: Int) -> String {
        switch minutes {
        case ..<60: counted(minutes, "minute")
        case ..<1440: counted(minutes / 60, "hour")
        default: counted(minutes / 1440, "day")
        }
    }
}
