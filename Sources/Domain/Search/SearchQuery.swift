/// What somebody typed to find something, cut into words in the form in which people are searched (`searchable`).
package struct SearchQuery: Sendable {
    struct Word: Sendable {
        /// UTF-8.
        let units: [UInt8]
        let letters: UInt64
        /// Typing errors that it may have.
        let edits: Int
        /// It may be the beginning of a longer word.
        let isPrefix: Bool

        init(_ text: some StringProtocol, isPrefix: Bool = true) {
            units = Array(text.utf8.prefix(Word.limit))
            letters = lettersOf(units)
            edits = units.count < 4 ? 0 : units.count < 8 ? 1 : 2
            self.isPrefix = isPrefix
        }
        private static let limit = 24
    }
    private static let wordLimit = 8
    let words: [Word]
    /// The digits of what looks like a part of a phone number, without leading zeros; empty for anything else.
    let digits: [UInt8]
    package var isEmpty: Bool { words.isEmpty }

    package init(_ text: String) {
        words = SearchQuery.cut(text).prefix(SearchQuery.wordLimit).map { Word($0) }
        let isNumber = text.utf8.allSatisfy { (48...57).contains($0) || " +()-/.".utf8.contains($0) }
        let found = Array(text.utf8.filter { (48...57).contains($0) })
        // A number that is typed as at home has a zero in front of it.
        let core = Array(found.drop { $0 == 48 })
        digits = !isNumber || found.count < 3 ? [] : core.count < 3 ? found : core
    }

    /// Words of a text: letters and digits that touch.
    static func cut(_ text: String) -> [Substring] { searchable(text).split { !$0.isLetter && !$0.isNumber } }
}

/// A bit for each letter that occurs; few share one. Only ever says that a word cannot fit.
func lettersOf(_ units: some Sequence<UInt8>) -> UInt64 { units.reduce(0) { $0 | 1 << UInt64($1 & 63) } }

extension SearchQuery {
    /// How a text that is folded already fits, typing errors included; nil if it does not. For names that are many and searched so only
    /// where nothing else was found.
    package func rank(inFolded text: String) -> Int? {
        guard !isEmpty else { return nil }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            let known = bytes.split { $0 < 128 && !isLetterOrDigit($0) }
            var sum = 0
            for word in words {
                guard let best = known.compactMap({ word.fit($0, lettersOf($0), isForgiving: true) }).min() else { return nil }
                sum += best
            }
            return sum
        } ?? nil
    }
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool { (97...122).contains(byte) || (48...57).contains(byte) }
