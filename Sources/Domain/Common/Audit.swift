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

extension AuditChange {
    /// Fields that hold words of the program. All others hold what somebody typed, a number or a time.
    private static let ofWords: Set<String> = [
        "status", "role", "sharing", "audience", "capacity", "automatic offers", "kind", "in the list", "shown to the person",
    ]
    /// `from` and `to`, as pages show them.
    package var saidFrom: String { said(from) }
    package var saidTo: String { said(to) }

    private func said(_ value: String) -> String { isOurs(value) ? Texts.said(text: value) : value }

    /// Whether the value is a word of the program. A group has a category too, which its hosts type.
    package func isOurs(_ value: String) -> Bool {
        AuditChange.ofWords.contains(field) || field == "category" && EventCategory.allCases.contains { $0.label == value }
    }
}
