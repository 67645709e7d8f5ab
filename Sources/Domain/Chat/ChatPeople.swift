/// Somebody who is named in a message with an @.
package struct Mention: Sendable, Equatable {
    package let memberID: ID
    /// As it was written, with the @.
    package let text: String
    package init(memberID: ID, text: String) {
        self.memberID = memberID
        self.text = text
    }
}

/// Everybody who is or was on a trip, as messages name them.
package struct ChatPeople: Sendable {
    /// Somebody as their messages show them.
    package struct Person: Sendable {
        package let id: ID
        package let name: String
        package let photo: ID?
        package let isStaff: Bool
        /// On the trip: neither cancelled nor left.
        package let isHere: Bool
        package init(id: ID, name: String, photo: ID?, isStaff: Bool, isHere: Bool) {
            self.id = id
            self.name = name
            self.photo = photo
            self.isStaff = isStaff
            self.isHere = isHere
        }
    }
    package static let mentionLimit = 20
    /// Characters after an @ in which a name is searched.
    private static let reach = 120
    private static let signLimit = 50

    private let people: [ID: Person]
    private let named: [String: [ID]]
    /// Number of words in the longest name.
    private let wordLimit: Int

    package init(_ people: [Person]) {
        self.people = Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        named = Dictionary(grouping: people.filter(\.isHere), by: { folded($0.name) }).mapValues { $0.map(\.id) }
        wordLimit = people.map { $0.name.split { !ChatPeople.isPartOfName($0) }.count }.max() ?? 0
    }

    /// Every word of every name, folded.
    package var words: Set<String> {
        Set(people.values.flatMap { folded($0.name).split { !ChatPeople.isPartOfName($0) }.map(String.init) })
    }

    /// Names of everybody on the trip, to recognise them in a call for help.
    package var safetyNames: SafetyNames { SafetyNames(people.values.lazy.filter(\.isHere).map(\.name)) }

    package subscript(id: ID) -> Person? { people[id] }

    /// "@Ada Example", whatever case and accents it is written in: the longest name that fits, and everybody who has it.
    package func mentions(in text: String) -> [Mention] {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
        var (found, rest, signs): ([Mention], Substring, Int) = ([], text[...], 0)
        while signs < ChatPeople.signLimit, let sign = rest.firstIndex(of: "@") {
            let start = rest.index(after: sign)
            let isInWord = sign > text.startIndex && ChatPeople.isPartOfName(text[text.index(before: sign)])
            if !isInWord, let (ids, end) = longestName(in: text[start...]) {
                let written = String(text[sign..<end])
                found += ids.filter { id in !found.contains { $0.memberID == id } }.map { Mention(memberID: $0, text: written) }
            }
            rest = text[start...]
            signs += 1
        }
        return Array(found.prefix(ChatPeople.mentionLimit))
    }

    private func longestName(in text: Substring) -> (ids: [ID], end: String.Index)? {
        var (best, words): (([ID], String.Index)?, Int) = (nil, 0)
        let reach = text.prefix(ChatPeople.reach).prefix { $0 != "@" && !$0.isNewline }
        for end in reach.indices.dropFirst() + [reach.endIndex] where end > reach.startIndex {
            let isBoundary = end == text.endIndex || !ChatPeople.isPartOfName(text[end])
            guard isBoundary, ChatPeople.isPartOfName(text[text.index(before: end)]) else { continue }
            words += 1
            if words > wordLimit { break }
            if let ids = named[folded(String(text[text.startIndex..<end]))] { best = (ids, end) }
        }
        return best
    }

    private static func isPartOfName(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
