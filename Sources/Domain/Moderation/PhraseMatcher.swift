/// Finds thousands of words and phrases in one pass over a text (Aho and Corasick, 1975).
///
/// A phrase matches whole words; `*` stands for any letters of one word, none too. Case, accents and disguises do not count:
/// see `FoldedText`.
package struct PhraseMatcher: Sendable {
    package static let phraseLimit = 64
    /// A run of letters between two `*`.
    private struct Piece: Sendable {
        let phrase: Int32
        let index: Int32
        let length: Int32
        let isLast: Bool
        /// Whether a word must begin, or end, where the piece does.
        let opens: Bool
        let closes: Bool
    }
    /// How far a phrase has come in the text.
    private struct Progress {
        var pieces: Int32 = 0
        var end: Int32 = 0
    }

    package let phrases: [String]
    private var edgeStart: [Int32] = []
    private var edgeByte: [UInt8] = []
    private var edgeNode: [Int32] = []
    private var rootEdges = [Int32](repeating: 0, count: 256)
    private var failure: [Int32] = []
    /// The nearest node on the way of failures, itself included, where a piece ends; -1 for none.
    private var output: [Int32] = []
    private var pieceStart: [Int32] = []
    private var pieces: [Piece] = []

    /// What is longer than the limit, or nothing but `*`, is left out.
    package init(_ phrases: [String]) {
        self.phrases = phrases
        var trie = Trie()
        for (number, phrase) in phrases.enumerated() where phrase.count <= PhraseMatcher.phraseLimit {
            for (bytes, piece) in PhraseMatcher.pieces(of: phrase, number: Int32(number)) { trie.add(bytes, piece) }
        }
        freeze(trie)
    }

    package var isEmpty: Bool { pieces.isEmpty }

    private static func pieces(of phrase: String, number: Int32) -> [(bytes: [UInt8], piece: Piece)] {
        let parts = tidyLine(phrase).split(separator: "*", omittingEmptySubsequences: false).map { part in
            // Spaces at a `*` part words there.
            let bytes = FoldedText(String(part)).bytes
            guard !bytes.isEmpty else { return bytes }
            return (part.first == " " ? [32] : []) + bytes + (part.last == " " ? [32] : [])
        }
        let filled = parts.filter { !$0.isEmpty }
        return filled.enumerated().map { index, bytes in
            let (isFirst, isLast) = (index == 0, index == filled.count - 1)
            return (
                bytes,
                Piece(
                    phrase: number, index: Int32(index), length: Int32(bytes.count), isLast: isLast,
                    opens: isFirst && parts.first?.isEmpty == false, closes: isLast && parts.last?.isEmpty == false)
            )
        }
    }

    // MARK: matching

    /// The phrases that occur, in the order of their first end. Linear in the text, whatever it is.
    package func matches(in text: FoldedText) -> [String] {
        guard !isEmpty else { return [] }
        let bytes = text.bytes
        var found: [Int32] = []
        var seen = Set<Int32>()
        var progress: [Int32: Progress] = [:]
        var wordStart = Int32(0)
        var node = Int32(0)
        for (index, byte) in bytes.enumerated() {
            if byte == 32 { wordStart = Int32(index) + 1 }
            node = step(node, byte)
            var at = output[Int(node)]
            while at >= 0 {
                for piece in pieces[Int(pieceStart[Int(at)])..<Int(pieceStart[Int(at) + 1])] where !seen.contains(piece.phrase) {
                    if advance(piece, end: Int32(index) + 1, wordStart: wordStart, bytes, &progress) {
                        seen.insert(piece.phrase)
                        found.append(piece.phrase)
                    }
                }
                let next = failure[Int(at)]
                at = at == 0 ? -1 : output[Int(next)]
            }
        }
        return found.map { phrases[Int($0)] }
    }

    /// - Returns: whether the phrase is complete.
    private func advance(
        _ piece: Piece, end: Int32, wordStart: Int32, _ bytes: [UInt8], _ progress: inout [Int32: Progress]
    ) -> Bool {
        let start = end - piece.length
        if piece.opens, start > 0, bytes[Int(start) - 1] != 32 { return false }
        if piece.closes, Int(end) < bytes.count, bytes[Int(end)] != 32 { return false }
        if piece.index > 0 {
            // What `*` stands for is inside one word, and the piece before is the earliest that fits.
            guard let before = progress[piece.phrase], before.pieces >= piece.index, before.end <= start,
                before.end >= PhraseMatcher.wordStart(of: start, wordStart, bytes)
            else { return false }
        }
        if piece.isLast { return true }
        if (progress[piece.phrase]?.pieces ?? 0) <= piece.index + 1 || piece.index == 0 {
            progress[piece.phrase] = Progress(pieces: piece.index + 1, end: end)
        }
        return false
    }

    /// Where the word begins that holds what is before a position; `latest` is where the current one does.
    private static func wordStart(of position: Int32, _ latest: Int32, _ bytes: [UInt8]) -> Int32 {
        if position >= latest { return latest }
        var start = position
        while start > 0, bytes[Int(start) - 1] != 32, position - start < 256 { start -= 1 }
        return start
    }

    private func step(_ from: Int32, _ byte: UInt8) -> Int32 {
        var node = from
        while node != 0 {
            if let next = edge(node, byte) { return next }
            node = failure[Int(node)]
        }
        return rootEdges[Int(byte)]
    }

    private func edge(_ node: Int32, _ byte: UInt8) -> Int32? {
        let (start, end) = (Int(edgeStart[Int(node)]), Int(edgeStart[Int(node) + 1]))
        for index in start..<end where edgeByte[index] == byte { return edgeNode[index] }
        return nil
    }

    // MARK: building

    private struct Trie {
        var children: [[(byte: UInt8, node: Int32)]] = [[]]
        var pieces: [[Piece]] = [[]]

        mutating func add(_ bytes: [UInt8], _ piece: Piece) {
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

    /// Lays the trie out in flat arrays and finds the failures, nodes nearer to the root first.
    private mutating func freeze(_ trie: Trie) {
        for node in trie.children.indices {
            edgeStart.append(Int32(edgeByte.count))
            pieceStart.append(Int32(pieces.count))
            for (byte, child) in trie.children[node] {
                edgeByte.append(byte)
                edgeNode.append(child)
            }
            pieces += trie.pieces[node]
        }
        edgeStart.append(Int32(edgeByte.count))
        pieceStart.append(Int32(pieces.count))
        failure = [Int32](repeating: 0, count: trie.children.count)
        output = trie.pieces.map { _ in -1 }
        for (byte, child) in trie.children[0] { rootEdges[Int(byte)] = child }
        var queue = trie.children[0].map(\.node)
        var position = 0
        while position < queue.count {
            let node = queue[position]
            position += 1
            output[Int(node)] = trie.pieces[Int(node)].isEmpty ? output[Int(failure[Int(node)])] : node
            for (byte, child) in trie.children[Int(node)] {
                failure[Int(child)] = step(failure[Int(node)], byte)
                queue.append(child)
            }
        }
    }
}
