extension AuditChange {
    /// Fields that hold words of the program. All others hold what somebody typed, a number or a time.
    private static let ofWords: Set<String> = [
        "status", "role", "sharing", "audience", "capacity", "automatic offers", "kind", "in the list", "shown to the person",
    ]
    /// `from` and `to`, as pages show them.
    package var saidFrom: String { said(from) }
    package var saidTo: String { said(to) }

    /// A status as lists show it: "Arrived".
    private func said(_ value: String) -> String {
        guard isOurs(value) else { return value }
        return Texts.said(text: field == "status" ? value.prefix(1).uppercased() + value.dropFirst() : value)
    }

    /// Whether the value is a word of the program. A group has a category too, which its hosts type.
    package func isOurs(_ value: String) -> Bool {
        AuditChange.ofWords.contains(field) || field == "category" && EventCategory.allCases.contains { $0.label == value }
    }
}
