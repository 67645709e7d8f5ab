/// One of six signs with which a member answers a message without words. The raw value is stored.
package enum Reaction: String, Sendable, CaseIterable {
    case like, love, laugh, wow, sad, done

    /// What the sign says, for whoever does not see it.
    package var label: String {
        switch self {
        case .like: "Like"
        case .love: "Love"
        case .laugh: "Funny"
        case .wow: "Wow"
        case .sad: "Sad"
        case .done: "Done"
        }
    }
}

/// How many members put one sign under a message, each of them once.
package struct ReactionCount: Sendable, Equatable {
    /// So many names are said; of more, how many.
    package static let namesSaid = 8
    package let reaction: Reaction
    package let count: Int
    /// The first `namesSaid` of them, oldest first.
    package let names: [String]
    package let isOfReader: Bool
    package init(_ reaction: Reaction, count: Int, names: [String], isOfReader: Bool) {
        self.reaction = reaction
        self.count = count
        self.names = names
        self.isOfReader = isOfReader
    }
}

/// A photo of a message, with the longest side of its large copy in pixels.
package struct MessagePhoto: Sendable, Equatable {
    package let id: ID
    package let width: Int
    package let height: Int
    package init(id: ID, width: Int, height: Int) {
        self.id = id
        self.width = width
        self.height = height
    }

    /// Pixels in which a thread shows it: its own shape, within the square.
    package func size(within side: Int) -> (width: Int, height: Int) {
        let (width, height) = (max(1, self.width), max(1, self.height))
        guard width >= height else { return (max(1, side * width / height), side) }
        return (side, max(1, side * height / width))
    }
}
