/// A run of letters between two `*`.
struct PhrasePiece {
    /// The phrase that ends with this piece; -1 for a piece that several phrases share.
    let phrase: Int32
    let length: Int32
    /// The prefix that must come before this piece, and the prefix that it completes; -1 for none.
    let requires: Int32
    let gives: Int32
    /// Whether a word must end where the piece ends.
    let closes: Bool
}

/// Splits phrases at each `*`, and shares common beginnings.
struct PhraseBuilder {
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
            // A space beside a `*` separates words there.
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
struct FlatTrie: Sendable {
    private var edgeStart: [Int32] = []
    private var edgeByte: [UInt8] = []
    private var edgeNode: [Int32] = []
    private var rootEdges = [Int32](repeating: 0, count: 256)
    private var pieceStart: [Int32] = []
    private var allPieces: [PhrasePiece] = []
    private(set) var failure: [Int32] = []
    /// The nearest node on the failure path, itself included, where a piece ends; 0 for none.
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
