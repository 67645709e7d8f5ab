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
