import Domain

/// What was decided, of whom, and the way back.
package enum DecisionFlash {
    package static func decided(_ entry: LogEntry, _ slug: String) -> Flash {
        let isUndoable = entry.action.isUndoable && !entry.isUndone
        let (done, name) = (Texts.said(text: entry.done), entry.memberName)
        return Flash(
            name.isEmpty ? Texts.said("\(done).") : Texts.said("\(done): \(name)."),
            undo: isUndoable ? Path.undoModeration(slug, entry.number) : nil)
    }

    package static func undone(_ entry: LogEntry) -> Flash {
        let (done, name) = (Texts.said(text: entry.done.lowercased()), entry.memberName)
        return Flash(name.isEmpty ? Texts.said("Undone: \(done).") : Texts.said("Undone: \(done), \(name)."))
    }

    /// Of several cases at once: each is undone in the log.
    package static func decided(_ action: ModerationAction, cases count: Int, _ slug: String) -> Flash {
        Flash(
            Texts.said("\(Texts.said(text: action.done)): \(counted(count, "case"))."),
            way: .init(label: Texts.said("Open the log"), link: Path.moderationLog(slug)))
    }
}
