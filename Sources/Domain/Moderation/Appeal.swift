/// What an author says against an action, once.
package struct Appeal: Sendable {
    /// Of the action in the log.
    package let number: Int
    package let text: String
    package let at: Instant
    /// Nil while it waits.
    package let isGranted: Bool?
    /// Whether the reader took the action.
    package let isOfReader: Bool
    /// Names of some who may decide instead of the reader, where the reader took the action.
    package let others: [String]
    package init(number: Int, text: String, at: Instant, isGranted: Bool?, isOfReader: Bool, others: [String]) {
        self.number = number
        self.text = text
        self.at = at
        self.isGranted = isGranted
        self.isOfReader = isOfReader
        self.others = others
    }

    package var mayBeDecided: Bool { isGranted == nil && (!isOfReader || others.isEmpty) }

    /// What a moderator reads who may not decide because the action is their own.
    package static func sentence(_ others: [String]) -> Texts.Sentence {
        "You took this action: somebody else decides the appeal, such as \(others.joined(separator: ", "))."
    }
}
