/// Who changed what, from what, to what, when. Append-only.
package struct AuditEntry: Sendable {
    package let at: Instant
    package let actorName: String
    package let action: String
    package let subjectID: ID
    package let subjectName: String
    package let rosterVersion: Int?
    package let changes: [AuditChange]
    package init(
        at: Instant, actorName: String, action: String, subjectID: ID, subjectName: String, rosterVersion: Int?,
        changes: [AuditChange]
    ) {
        self.at = at
        self.actorName = actorName
        self.action = action
        self.subjectID = subjectID
        self.subjectName = subjectName
        self.rosterVersion = rosterVersion
        self.changes = changes
    }
}

/// One field of an audit entry, before and after, as texts. Stored as JSON.
package struct AuditChange: Sendable, Equatable, Codable {
    package let field: String
    package let from: String
    package let to: String
    package init(field: String, from: String, to: String) {
        self.field = field
        self.from = from
        self.to = to
    }
}
