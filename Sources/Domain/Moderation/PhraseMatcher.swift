/// Finds thousands of words and phrases in one pass over a text.
///
/// A phrase matches whole words; `*` stands for any letters of one word, none too. Case, accents and disguises do not count:
/// see `FoldedText`. What begins with a word is followed from each word's start in a plain trie; what may begin anywhere is
/// followed by its failures (Aho and Corasick, 1975). Both cost a bounded number of steps a letter.
package struct PhraseMatcher: Sendable {
    /// Characters of a phrase. It bounds how many phrases can end at one letter, and be under way at once.
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

    /// Every place of the phrases that begin with a word and have no `*` inside. What ends with `*` reaches to that word's end.
    func places(in text: FoldedText) -> [PhrasePlace] {
        let bytes = text.bytes
        var (walks, found) = (Walks(), [PhrasePlace]())
        for (index, byte) in bytes.enumerated() {
            let end = index + 1
            walks.step(byte, in: anchored) { pieces in
                for piece in pieces where piece.phrase >= 0 && piece.requires < 0 {
                    let wordEnd = bytes[end...].firstIndex(of: 32) ?? bytes.count
                    guard !piece.closes || wordEnd == end else { continue }
                    found.append(
                        PhrasePlace(phrase: phrases[Int(piece.phrase)], bytes: end - Int(piece.length)..<wordEnd, written: end))
                }
            }
        }
        return found
    }
}

/// Where a phrase stands in a folded text.
struct PhrasePlace: Sendable {
    let phrase: String
    let bytes: Range<Int>
    /// Up to where it stands letter by letter; what follows is what a `*` stands for.
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

/// A run of letters between two `*`.
private struct PhrasePiece {
    /// Of a last piece; -1 for one that several phrases share.
    let phrase: Int32
    let length: Int32
    /// What must have come before it, and what has come with it; -1 for nothing.
    let requires: Int32
    let gives: Int32
    /// Whether a word must end where it does.
    let closes: Bool
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

/// Takes phrases apart, and shares what several begin with.
private struct PhraseBuilder {
    struct Trie {
        var children: [[(byte: UInt8, node: Int32)]] = [[]]
        var pieces: [[PhrasePiece]] = [[]]

        mutating func add(_ bytes: [UInt8], _ piece: PhrasePiece) {
            var node = Int32(0)
            for byte in bytes {
                if let known = children[Int(node)].first(where: { $0.byte == byte }) {
                    node = known.node
                } else {
                    children.append([])
                    pieces.append([])
                    let new = Int32(children.count - 1)
                    children[Int(node)].append((byte, new))
                    node = new
                }
            }
            pieces[Int(node)].append(piece)
        }
    }
    private struct Prefix: Hashable {
        let before: Int32
        let bytes: [UInt8]
        let isAnchored: Bool
    }

    var anchored = Trie()
    var floating = Trie()
    private(set) var prefixes: [Int32] = []
    private var known: [Prefix: Int32] = [:]

    mutating func add(_ phrase: String, _ number: Int32) {
        let parts = tidyLine(phrase).split(separator: "*", omittingEmptySubsequences: false).map { part in
            // Spaces at a `*` part words there.
            let bytes = FoldedText(String(part)).bytes
            return bytes.isEmpty ? bytes : (part.first == " " ? [32] : []) + bytes + (part.last == " " ? [32] : [])
        }
        let filled = parts.filter { !$0.isEmpty }
        var before = Int32(-1)
        for (index, bytes) in filled.enumerated() {
            let isAnchored = index == 0 && parts.first?.isEmpty == false
            guard index < filled.count - 1 else {
                let piece = PhrasePiece(
                    phrase: number, length: Int32(bytes.count), requires: before, gives: -1, closes: parts.last?.isEmpty == false)
                isAnchored ? anchored.add(bytes, piece) : floating.add(bytes, piece)
                return
            }
            before = share(Prefix(before: before, bytes: bytes, isAnchored: isAnchored))
        }
    }

    private mutating func share(_ prefix: Prefix) -> Int32 {
        if let known = known[prefix] { return known }
        let number = Int32(prefixes.count)
        prefixes.append(number)
        known[prefix] = number
        let piece = PhrasePiece(phrase: -1, length: Int32(prefix.bytes.count), requires: prefix.before, gives: number, closes: false)
        prefix.isAnchored ? anchored.add(prefix.bytes, piece) : floating.add(prefix.bytes, piece)
        return number
    }
}

/// A trie in flat arrays, with where to go on after a mismatch.
private struct FlatTrie: Sendable {
    private var edgeStart: [Int32] = []
    private var edgeByte: [UInt8] = []
    private var edgeNode: [Int32] = []
    private var rootEdges = [Int32](repeating: 0, count: 256)
    private var pieceStart: [Int32] = []
    private var allPieces: [PhrasePiece] = []
    private(set) var failure: [Int32] = []
    /// The nearest node on the way of failures, itself included, where a piece ends; 0 for none.
    private(set) var output: [Int32] = []
    /// The same for pieces that may end inside a word.
    private(set) var openOutput: [Int32] = []

    var isEmpty: Bool { allPieces.isEmpty }

    init(_ trie: PhraseBuilder.Trie) {
        for node in trie.children.indices {
            edgeStart.append(Int32(edgeByte.count))
            pieceStart.append(Int32(allPieces.count))
            for (byte, child) in trie.children[node] {
                edgeByte.append(byte)
                edgeNode.append(child)
            }
            allPieces += trie.pieces[node]
        }
        edgeStart.append(Int32(edgeByte.count))
        pieceStart.append(Int32(allPieces.count))
        for (byte, child) in trie.children[0] { rootEdges[Int(byte)] = child }
        findFailures(trie)
    }

    /// Nodes nearer to the root first.
    private mutating func findFailures(_ trie: PhraseBuilder.Trie) {
        failure = [Int32](repeating: 0, count: trie.children.count)
        (output, openOutput) = (failure, failure)
        var queue = trie.children[0].map(\.node)
        var position = 0
        while position < queue.count {
            let node = queue[position]
            position += 1
            let pieces = trie.pieces[Int(node)]
            output[Int(node)] = pieces.isEmpty ? output[Int(failure[Int(node)])] : node
            openOutput[Int(node)] = pieces.allSatisfy(\.closes) ? openOutput[Int(failure[Int(node)])] : node
            for (byte, child) in trie.children[Int(node)] {
                failure[Int(child)] = step(failure[Int(node)], byte)
                queue.append(child)
            }
        }
    }

    func pieces(at node: Int32) -> ArraySlice<PhrasePiece> { allPieces[Int(pieceStart[Int(node)])..<Int(pieceStart[Int(node) + 1])] }

    func edge(_ node: Int32, _ byte: UInt8) -> Int32? {
        if node == 0 { return rootEdges[Int(byte)] == 0 ? nil : rootEdges[Int(byte)] }
        let (start, end) = (Int(edgeStart[Int(node)]), Int(edgeStart[Int(node) + 1]))
        for index in start..<end where edgeByte[index] == byte { return edgeNode[index] }
        return nil
    }

    func step(_ from: Int32, _ byte: UInt8) -> Int32 {
        var node = from
        while node != 0 {
            if let next = edge(node, byte) { return next }
            node = failure[Int(node)]
        }
        return rootEdges[Int(byte)]
    }
}
