import Domain

/// A piece of a message: plain, a link, or somebody's name.
package struct MessagePart: Sendable {
    package struct Named: Sendable {
        let id: String
        let link: Link
    }
    let text: String
    let link: Link?
    let named: Named?

    /// - Parameter person: the page of somebody who is named.
    static func parts(_ text: String, _ mentions: [Mention], _ person: (ID) -> Link) -> [MessagePart] {
        guard !mentions.isEmpty else { return plain(text) }
        var (parts, rest): ([MessagePart], Substring) = ([], text[...])
        while let (mention, range) = first(of: mentions, in: rest) {
            parts += plain(String(rest[..<range.lowerBound]))
            let named = Named(id: mention.memberID.description, link: person(mention.memberID))
            parts.append(MessagePart(text: mention.text, link: nil, named: named))
            rest = rest[range.upperBound...]
        }
        return parts + plain(String(rest))
    }

    /// The next name, and of several that begin there the longest.
    private static func first(of mentions: [Mention], in text: Substring) -> (Mention, Range<Substring.Index>)? {
        let found = mentions.compactMap { mention in text.firstRange(of: mention.text).map { (mention, $0) } }
        return found.min { ($0.1.lowerBound, $1.0.text.count) < ($1.1.lowerBound, $0.0.text.count) }
    }

    private static func plain(_ text: String) -> [MessagePart] {
        TextPart.parts(text).map { MessagePart(text: $0.text, link: $0.link, named: nil) }
    }
}
