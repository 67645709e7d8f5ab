import Domain

/// What one or several extracts hold, as far as the map needs it: every node's place, every way's nodes, drafts of features.
struct OSMElements {
    struct Way {
        let id: Int64
        let refStart: Int
        let refCount: Int32
        let isClosed: Bool
    }
    struct Relation {
        let id: Int64
        /// Ways: outer and inner rings alike. Their roles are often wrong; which is which follows from where they lie.
        let members: [Int64]
    }
    /// Ways of the coast, by their place in `ways`.
    var coasts: [Int] = []
    /// Ids of ways that are pistes by themselves.
    var pisteWays: Set<Int64> = []
    /// One for each file.
    var areas: [ExtractArea] = []

    enum Source {
        case node(Int64)
        case way(Int)
        case relation(Int)
    }
    /// A draft as it waits for its geometry, its texts in the tables: extracts hold many.
    struct Entry {
        let rawKind: UInt8
        let detail: UInt8
        let rawFlags: UInt8
        let layer: Int8
        let nameStart: UInt32
        let attributeStart: UInt32
        let attributeCount: UInt8
        /// 0 for a node, 1 for a way, 2 for a relation.
        let type: UInt8
        /// The node's id, or the place of the way or relation in their lists.
        let reference: Int64

        var kind: FeatureKind { FeatureKind(rawValue: rawKind) ?? .locality }
        var flags: FeatureFlags { FeatureFlags(rawValue: rawFlags) }
        var source: Source { type == 0 ? .node(reference) : type == 1 ? .way(Int(reference)) : .relation(Int(reference)) }
    }

    let nodes = NodeTable()
    var refs = PackedNumbers()
    var ways: [Way] = []
    var relations: [Relation] = []
    /// In pieces, so that they can go one by one while features come.
    private var pieces: [[Entry]] = []
    private static let pieceSize = 4096
    var strings = StringTable()
    private(set) var attributes: [AttributeRecord] = []

    mutating func add(_ draft: Draft, _ source: Source) {
        let (type, reference): (UInt8, Int64) =
            switch source {
            case .node(let id): (0, id)
            case .way(let index): (1, Int64(index))
            case .relation(let index): (2, Int64(index))
            }
        if pieces.last.map({ $0.count == OSMElements.pieceSize }) ?? true {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(OSMElements.pieceSize)
        }
        pieces[pieces.count - 1].append(
            Entry(
                rawKind: draft.kind.rawValue, detail: draft.detail, rawFlags: draft.flags.rawValue, layer: draft.layer,
                nameStart: strings.add(draft.name), attributeStart: UInt32(attributes.count), attributeCount: UInt8(draft.attributes.count),
                type: type, reference: reference))
        for (attribute, text) in draft.attributes {
            attributes.append(AttributeRecord(attribute: UInt32(attribute.rawValue), textStart: strings.add(text)))
        }
    }
    var summary = ImportSummary()

    var entryCount: Int { pieces.reduce(0) { $0 + $1.count } }

    /// Hands over the drafts, first ones first, and forgets them.
    mutating func drainEntries() -> [Entry]? {
        guard let next = pieces.indices.first(where: { !pieces[$0].isEmpty }) else { return nil }
        defer { pieces[next] = [] }
        return pieces[next]
    }

    /// The position of a way by its id; ways are sealed first.
    func way(_ id: Int64) -> Int? {
        var (low, high) = (0, wayOrder.count)
        while low < high {
            let middle = (low + high) / 2
            if ways[Int(wayOrder[middle])].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < wayOrder.count, ways[Int(wayOrder[low])].id == id else { return nil }
        return Int(wayOrder[low])
    }
    private var wayOrder: [Int32] = []
    private(set) var earlierRelations: Set<Int64> = []

    /// Makes what was read so far findable, so that the next file can pass over what it repeats.
    mutating func sealFile() {
        summary.skipped[.repeatedID, default: 0] += nodes.seal()
        orderWays()
        earlierRelations = Set(relations.map(\.id))
    }

    private mutating func orderWays() {
        wayOrder = ways.indices.map { Int32($0) }
        let isSorted = zip(ways, ways.dropFirst()).allSatisfy { $0.id < $1.id }
        if !isSorted { wayOrder.sort { (ways[Int($0)].id, $0) < (ways[Int($1)].id, $1) } }
    }

    /// Sorts what look-ups need, and drops repeated elements.
    mutating func seal() {
        let repeatedNodes = nodes.seal()
        summary.skipped[.repeatedID, default: 0] += repeatedNodes
        orderWays()
        dropRepeated(hasRepeatedNodes: repeatedNodes > 0)
    }

    private mutating func dropRepeated(hasRepeatedNodes: Bool) {
        var repeatedWays: Set<Int> = []
        var kept: [Int32] = []
        for index in wayOrder {
            if let last = kept.last, ways[Int(last)].id == ways[Int(index)].id {
                repeatedWays.insert(Int(index))
            } else {
                kept.append(index)
            }
        }
        wayOrder = kept
        var seen: Set<Int64> = []
        let repeatedRelations = Set(relations.indices.filter { !seen.insert(relations[$0].id).inserted })
        var seenNodes: Set<NodeDraft> = []
        summary.skipped[.repeatedID, default: 0] += repeatedWays.count + repeatedRelations.count
        for piece in pieces.indices {
            pieces[piece].removeAll { entry in
                switch entry.source {
                case .node(let id): hasRepeatedNodes && !seenNodes.insert(NodeDraft(id: id, kind: entry.kind)).inserted
                case .way(let index): repeatedWays.contains(index)
                case .relation(let index): repeatedRelations.contains(index)
                }
            }
        }
    }

    private struct NodeDraft: Hashable {
        let id: Int64
        let kind: FeatureKind
    }
}
