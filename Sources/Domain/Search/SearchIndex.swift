/// Names that are searched while somebody types. All are folded once, so that a search only compares.
package struct SearchIndex<Key: Sendable>: Sendable {
    /// Something that can be found.
    package struct Name: Sendable {
        let key: Key
        let title: String
        let details: String
        let phone: String
        let weight: Int
        /// - Parameters:
        ///   - details: words by which it is found too, after those with such a title.
        ///   - phone: found by any three digits of it that follow each other.
        ///   - weight: what is found first among equals has the smaller one.
        package init(_ key: Key, _ title: String, details: String = "", phone: String = "", weight: Int = 0) {
            (self.key, self.title, self.details, self.phone, self.weight) = (key, title, details, phone, weight)
        }
    }
    /// The smaller the rank, the better it fits: below `SearchRank.typos` without a typing error.
    package struct Hit: Sendable {
        package let key: Key
        package let rank: Int
    }
    private struct Entry {
        let key: Key
        let weight: Int
        var words: Range<Int>
        /// The first word that is no part of the title.
        var details: Int
        var phone: Range<Int>
    }
    private struct Word {
        let units: Range<Int>
        let letters: UInt64
    }
    private var entries: [Entry] = []
    private var words: [Word] = []
    private var units: [UInt8] = []

    package init(_ names: [Name]) {
        entries.reserveCapacity(names.count)
        for name in names {
            let start = words.count
            SearchQuery.cut(name.title).forEach { add($0) }
            let details = words.count
            SearchQuery.cut(name.details).forEach { add($0) }
            let phone = units.count
            units += name.phone.utf8.filter { (48...57).contains($0) }
            entries.append(
                Entry(key: name.key, weight: name.weight, words: start..<words.count, details: details, phone: phone..<units.count))
        }
    }

    private mutating func add(_ word: Substring) {
        let start = units.count
        units += word.utf8
        words.append(Word(units: start..<units.count, letters: lettersOf(units[start...])))
    }

    /// What fits every word that was typed, the best first. Typing errors count only where nothing fits without one.
    package func hits(_ query: SearchQuery) -> [Hit] {
        guard !query.isEmpty else { return [] }
        return units.withUnsafeBufferPointer { units in
            var found = ranked(query, units, isForgiving: false)
            if found.isEmpty, query.words.contains(where: { $0.edits > 0 }) { found = ranked(query, units, isForgiving: true) }
            found.sort { ($0.rank, $0.weight, $0.position) < ($1.rank, $1.weight, $1.position) }
            return found.map { Hit(key: entries[$0.position].key, rank: $0.rank) }
        }
    }

    private typealias Place = (rank: Int, weight: Int, position: Int)

    private func ranked(_ query: SearchQuery, _ units: UnsafeBufferPointer<UInt8>, isForgiving: Bool) -> [Place] {
        var found: [Place] = []
        for (position, entry) in entries.enumerated() {
            if let rank = rank(query, entry, units, isForgiving) { found.append((rank, entry.weight, position)) }
        }
        return found
    }

    /// Of one entry: the ranks of the words, summed. A phone number stands for all of them.
    private func rank(_ query: SearchQuery, _ entry: Entry, _ units: UnsafeBufferPointer<UInt8>, _ isForgiving: Bool) -> Int? {
        if !query.digits.isEmpty, contains(query.digits, in: units[entry.phone]) { return SearchRank.phone }
        var sum = 0
        for word in query.words {
            var best = Int.max
            for index in entry.words {
                let known = words[index]
                let place = index == entry.words.lowerBound ? 0 : index < entry.details ? SearchRank.later : SearchRank.detail
                guard place < best, let fit = word.fit(units[known.units], known.letters, isForgiving: isForgiving) else { continue }
                best = min(best, fit + place)
            }
            guard best < Int.max else { return nil }
            sum += best
        }
        return sum
    }

    private func contains(_ digits: [UInt8], in phone: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard phone.count >= digits.count else { return false }
        return (phone.startIndex...phone.endIndex - digits.count).contains { phone[$0...].starts(with: digits) }
    }
}

/// How well something fits, in points: none for the same word at the start of a title.
package enum SearchRank {
    static let prefix = 1
    /// A word of the title that is not its first.
    static let later = 1
    static let detail = 4
    static let phone = 3
    /// What has a typing error has at least these, and again as many for a second one.
    package static let typos = 100

    /// 0 for a title that fits, 1 for a detail, 2 with a typing error, 3 with several.
    static func tier(_ rank: Int) -> Int { rank < detail ? 0 : rank < typos ? 1 : min(rank / typos + 1, 3) }
}
