import Domain

/// The signs under a message that somebody put there.
package struct ReactionLine: Sendable {
    package struct Sign: Sendable {
        let sign: String
        let count: Int
        /// Who put it there, in words.
        let label: String
        let isMine: Bool
        /// What a press does: add or drop.
        let change: String
    }
    let action: Link
    let signs: [Sign]

    init(_ reactions: [ReactionCount], action: Link) {
        self.action = action
        signs = reactions.map { one in
            Sign(
                sign: one.reaction.rawValue, count: one.count, label: ReactionLine.label(one), isMine: one.isOfReader,
                change: one.isOfReader ? "drop" : "add")
        }
    }

    /// "Like: Ada Example and Bruno Demovich", "Like: Ada Example and 12 more".
    private static func label(_ one: ReactionCount) -> String {
        let (names, more) = (one.names, one.count - one.names.count)
        let said = more > 0 ? names + [Texts.said("\(more) more")] : names
        let label = Texts.said(text: one.reaction.label)
        guard said.count > 1, let last = said.last else { return label + ": " + (said.first ?? "") }
        return Texts.said("\(label): \(said.dropLast().joined(separator: ", ")) and \(last)")
    }
}

/// The six signs that can be put under a message.
package struct ReactionPalette: Sendable {
    package struct Sign: Sendable {
        let sign: String
        let label: String
    }
    let action: Link
    let signs: [Sign]

    init(action: Link) {
        self.action = action
        signs = Reaction.allCases.map { Sign(sign: $0.rawValue, label: Texts.said(text: $0.label)) }
    }
}
