extension AuditEntry {
    /// Whether the trail holds what it takes to undo it: of medical notes it only says that they changed.
    package var isUndoable: Bool {
        guard RosterAction.undoable.contains(action) else { return false }
        return action == RosterAction.added || changes.contains { MemberField(rawValue: $0.field)?.isMedical == false }
    }
}

/// What the audit trail calls changes of the roster.
package enum RosterAction {
    package static let added = "added"
    package static let changed = "changed"
    package static let together = "changed together"
    package static let imported = "changed by import"
    package static let takenBack = "taken back"
    package static let binned = "moved to the bin"
    package static let restored = "restored from the bin"
    package static let undoable: Set<String> = [added, changed, together, imported, takenBack]
}

extension AuditChange {
    /// Medical notes leave only the trace that they changed.
    package init(_ change: FieldChange) {
        let isMedical = change.field.isMedical
        self.init(field: change.field.rawValue, from: isMedical ? "" : change.from, to: isMedical ? "" : change.to)
    }
}
