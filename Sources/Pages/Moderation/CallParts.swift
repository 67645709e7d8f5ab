import Domain

/// For a case whose author may need help: that is done on a page of its own. And the button for a false alarm.
package struct CallPart: Sendable {
    let status: String
    let open: Link
    /// For hosts.
    let falseAlarm: FalseAlarm?

    package struct FalseAlarm: Sendable {
        let action: Link
        let version: Int
        let teaches: String
    }

    /// Nil where nobody needs help any more.
    init?(_ found: ModerationCase, lessons: [SafetyException]?, _ slug: String) {
        guard let help = found.help, found.isUrgent, help.isOpen else { return nil }
        status = CallPart.status(help)
        open = Path.helpCase(slug, help.id)
        falseAlarm =
            found.closedAt != nil
            ? nil
            : lessons.map { lessons in
                FalseAlarm(
                    action: Path.falseAlarm(slug, found.id), version: found.version,
                    teaches: lessons.isEmpty
                        ? Texts.said("Nothing can be learned here: sentences like this one always raise a call.")
                        : Texts.said("This trip then learns that \(CallPart.text(lessons)) is no call."))
            }
    }

    static func status(_ help: ModerationCase.Help) -> String {
        help.holder.map { Texts.said("\($0) is on it") } ?? Texts.said("Nobody has responded yet")
    }

    static func text(_ lessons: [SafetyException]) -> String {
        lessons.map { Texts.said(text: $0.text) }.joined(separator: Texts.said(" and "))
    }
}

/// On a case that was called a false alarm.
package struct CalledOff: Sendable {
    let text: String
    let undo: Link
    let rules: Link

    /// - Parameter log: of the case, oldest first.
    init?(_ log: [LogEntry], _ slug: String) {
        guard let entry = log.last(where: { $0.action == .falseAlarm }), !entry.isUndone else { return nil }
        let lessons = entry.sentence.isEmpty ? "" : " " + Texts.said("This trip has \(entry.sentence).")
        text = Texts.said("\(entry.actorName) marked this as a false alarm.") + lessons
        undo = Path.undoModeration(slug, entry.number)
        rules = Path.rules(slug).at("learned")
    }
}
