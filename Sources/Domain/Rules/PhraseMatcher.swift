/// Finds thousands of words and phrases in one pass over a text.
///
/// A phrase matches whole words; `*` stands for any letters of one word, none too. Case, accents and disguises do not count:
/// see `FoldedText`. What begins with a word is followed from each word's start in a plain trie; what may begin anywhere is
/// followed by its failures (Aho and Corasick, 1975). Both cost a bounded number of steps a letter.
package struct PhraseMatcher: Sendable {
    /// Most characters of a phrase. This bounds how many phrases can end at one letter, and be partly matched at once.
    package static let phraseLimit = 64
    /// Phrases with `*` inside: each costs a look wherever its last part ends.
    package static let innerStarLimit = 100

    package let phrases: [String]
    private let anchored: FlatTrie
    private let floating: FlatTrie
    private let prefixCount: Int

    /// What is longer than the limit, or nothing but `*`, is left out.
    package init(_ phrases: [String]) {
        self.phrases = phrases
        var builder = PhraseBuilder()
        for (number, phrase) in phrases.enumerated() where phrase.count <= PhraseMatcher.phraseLimit { builder.add(phrase, Int32(number)) }
        anchored = FlatTrie(builder.anchored)
        floating = FlatTrie(builder.floating)
        prefixCount = builder.prefixes.count
    }

    /// Whether a star stands inside the phrase: `innerStarLimit` bounds how many such phrases a trip has.
    package static func hasInnerStar(_ phrase: String) -> Bool { phrase.dropFirst().dropLast().contains("*") }

    /// The phrases that occur, in the order of their first end. Linear in the text, whatever it is.
    package func matches(in text: FoldedText) -> [String] {
        guard !anchored.isEmpty || !floating.isEmpty else { return [] }
        var search = Search(bytes: text.bytes, phraseCount: phrases.count, prefixCount: prefixCount, nodeCount: floating.failure.count)
        var (walks, state) = (Walks(), Int32(0))
        for (index, byte) in text.bytes.enumerated() {
            let end = index + 1
            walks.step(byte, in: anchored) { search.take($0, end: end) }
            guard !floating.isEmpty else { continue }
            state = floating.step(state, byte)
            let closesHere = end == text.bytes.count || text.bytes[end] == 32
            search.takeAll(from: state, of: floating, end: end, closesHere: closesHere)
        }
        return search.found.map { phrases[Int($0)] }
    }

    /// Every match of the phrases that begin with a word and have no `*` inside. A phrase that ends with `*` reaches to the end of that
    /// word.
    func places(in text: FoldedText) -> [PhraseMatch] {
        let bytes = text.bytes
        var (walks, found) = (Walks(), [PhraseMatch]())
        for (index, byte) in bytes.enumerated() {
            let end = index + 1
            walks.step(byte, in: anchored) { pieces in
                for piece in pieces where piece.phrase >= 0 && piece.requires < 0 {
                    let wordEnd = bytes[end...].firstIndex(of: 32) ?? bytes.count
                    guard !piece.closes || wordEnd == end else { continue }
                    found.append(
                        PhraseMatch(phrase: phrases[Int(piece.phrase)], bytes: end - Int(piece.length)..<wordEnd, written: end))
                }
            }
        }
        return found
    }
}

/// Where a phrase stands in a folded text.
struct PhraseMatch: Sendable {
    let phrase: String
    let bytes: Range<Int>
    /// End of the part that matched letter by letter; a trailing `*` matched the rest.
    let written: Int
}

/// What is followed in a trie from each word's start.
private struct Walks {
    private var nodes: [Int32] = [0]

    mutating func step(_ byte: UInt8, in trie: FlatTrie, _ take: (ArraySlice<PhrasePiece>) -> Void) {
        var kept = 0
        for position in nodes.indices {
            guard let next = trie.edge(nodes[position], byte) else { continue }
            nodes[kept] = next
            kept += 1
            take(trie.pieces(at: next))
        }
        nodes.removeLast(nodes.count - kept)
        if byte == 32 { nodes.append(0) }
    }
}

/// What is known on the way through one text.
private struct Search {
    private let bytes: [UInt8]
    /// Spaces before each position: two positions with the same number are in one word.
    private let spaces: [Int32]
    private var isFound: [Bool]
    /// Where the pieces up to each prefix ended first, in the word that was looked at last; -1 for nowhere.
    private var reached: [Int32]
    private(set) var found: [Int32] = []
    /// Nodes from which nothing is left to be found inside a word.
    private var isSpent: [Bool]

    init(bytes: [UInt8], phraseCount: Int, prefixCount: Int, nodeCount: Int) {
        isSpent = [Bool](repeating: false, count: nodeCount)
        self.bytes = bytes
        var (counts, count): ([Int32], Int32) = ([0], 0)
        counts.reserveCapacity(bytes.count + 1)
        for byte in bytes {
            if byte == 32 { count += 1 }
            counts.append(count)
        }
        spaces = counts
        isFound = [Bool](repeating: false, count: phraseCount)
        reached = [Int32](repeating: -1, count: prefixCount)
    }

    /// Every piece that ends here: at a word's end all, inside a word those that may.
    mutating func takeAll(from state: Int32, of trie: FlatTrie, end: Int, closesHere: Bool) {
        let output = closesHere ? trie.output : trie.openOutput
        let first = output[Int(state)]
        guard first > 0, closesHere || !isSpent[Int(first)] else { return }
        var (node, isAllFound) = (first, true)
        while node > 0 {
            let pieces = trie.pieces(at: node)
            take(pieces, end: end)
            isAllFound = isAllFound && pieces.allSatisfy { $0.closes || ($0.phrase >= 0 && isFound[Int($0.phrase)]) }
            node = output[Int(trie.failure[Int(node)])]
        }
        if isAllFound, !closesHere { isSpent[Int(first)] = true }
    }

    mutating func take(_ pieces: ArraySlice<PhrasePiece>, end: Int) {
        for piece in pieces {
            if piece.phrase >= 0, isFound[Int(piece.phrase)] { continue }
            if piece.closes, end < bytes.count, bytes[end] != 32 { continue }
            if piece.requires >= 0 {
                let (before, start) = (Int(reached[Int(piece.requires)]), end - Int(piece.length))
                guard before >= 0, before <= start, spaces[before] == spaces[start] else { continue }
            }
            if piece.gives >= 0 {
                let known = reached[Int(piece.gives)]
                if known < 0 || spaces[Int(known)] != spaces[end] { reached[Int(piece.gives)] = Int32(end) }
            } else {
                isFound[Int(piece.phrase)] = true
                found.append(piece.phrase)
            }
        }
    }
}
