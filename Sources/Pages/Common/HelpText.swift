import Domain

/// Words about a case of help that more than one page says.
package enum HelpText {
    /// "SOS: Olga Dummy", "Test: Olga Dummy", "Olga Dummy may need help", and once that is resolved "Olga Dummy".
    static func headline(_ help: HelpCase) -> String {
        guard help.isCall else { return help.ending != nil ? help.memberName : Texts.said("\(help.memberName) may need help") }
        return Texts.said(help.isTest ? "Test: \(help.memberName)" : "SOS: \(help.memberName)")
    }

    static func status(_ help: HelpCase) -> String {
        if let ending = help.ending { return Texts.said("Resolved by \(ending.name): \(outcome(ending.outcome))") }
        guard let holder = help.holder else {
            // Nobody but they says so.
            return help.saidOKAt == nil
                ? Texts.said("Nobody has responded yet") : Texts.said("Says they are OK, nobody has responded yet")
        }
        return Texts.said(help.isWaiting ? "Called again after \(holder.name) was on it" : "\(holder.name) is on it") + saysOK(help)
    }

    /// The same where there is little room.
    package static func short(_ help: HelpCase) -> String {
        guard help.holder == nil, help.ending == nil else { return status(help) }
        return help.saidOKAt == nil ? Texts.said("nobody yet") : Texts.said("nobody yet, says they are OK")
    }

    private static func saysOK(_ help: HelpCase) -> String { help.saidOKAt == nil ? "" : ", " + Texts.said("says they are OK") }

    /// A value of a sentence.
    static func outcome(_ outcome: HelpCase.Outcome) -> String {
        switch outcome {
        case .safe: Texts.said("found and safe")
        case .falseAlarm: Texts.said("false alarm")
        case .rescue: Texts.said("with the rescue service")
        case .other: Texts.said("other")
        }
    }

    static func outcomeLabel(_ outcome: HelpCase.Outcome) -> String {
        switch outcome {
        case .safe: Texts.said("Found and safe")
        case .falseAlarm: Texts.said("False alarm")
        case .rescue: Texts.said("With the rescue service")
        case .other: Texts.said("Other")
        }
    }

    /// Where a call came from, and that it waited for a line.
    static func late(_ call: HelpCase.Call, _ trip: Trip) -> String? {
        let source: String? =
            switch call.source {
            case .page: nil
            case .tracker: Texts.said("from the phone app")
            case .message: Texts.said("in the chat")
            }
        let arrived =
            call.receivedAt - call.calledAt < .seconds(120)
            ? nil : Texts.said("got through at \(trip.zone.local(call.receivedAt).clock)")
        let parts = [source, arrived].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
