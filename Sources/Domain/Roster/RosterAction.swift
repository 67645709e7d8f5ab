extension AuditEntry {
    /// Whether the trail holds what it takes to undo it: of medical notes it only says that they changed.
    package var isUndoable: Bool {
        guard RosterAction.undoable.contains(action) else { return false }
        return RosterAction.ofLanes.contains(action) || action == RosterAction.added
            || changes.contains { MemberField(rawValue: $0.field)?.isMedical == false || OwnColumn.trailed($0.field) != nil }
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
    package static let groupCreated = "group created"
    package static let groupChanged = "group changed"
    package static let roomChanged = "room changed"
    package static let roomDeleted = "room deleted"
    package static let columnAdded = "column added"
    package static let columnChanged = "column changed"
    package static let columnMoved = "column moved"
    package static let columnDeleted = "column deleted"
    package static let columnBack = "column brought back"
    /// Of a group or a room itself, not of who is in it.
    package static let ofLanes: Set<String> = [groupChanged, roomChanged, roomDeleted]
    package static let ofMembers: Set<String> = [added, changed, together, imported, takenBack]
    /// What an import does to members.
    package static let ofImports: Set<String> = [added, imported]
    /// An import adds columns with its members, and takes them back with them.
    package static let undoable = ofMembers.union(ofLanes).union([columnAdded])
}

extension AuditChange {
    /// Medical notes leave only the trace that they changed.
    package init(_ change: FieldChange) {
        let isMedical = change.field.isMedical
        self.init(field: change.field.rawValue, from: isMedical ? "" : change.from, to: isMedical ? "" : change.to)
    }
}
