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
        let isMultipolygon: Bool
        var members: [(way: Int64, isInner: Bool)]
    }
    enum Source {
        case node(id: Int64, place: WorldPoint)
        case way(Int)
        case relation(Int)
    }

    let nodes = NodeTable()
    var refs = PackedNumbers()
    var ways: [Way] = []
    var relations: [Relation] = []
    var drafts: [(draft: Draft, source: Source)] = []
    var deletedNodes = 0
    var summary = ImportSummary()

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

    /// Sorts what look-ups need, and drops repeated elements.
    mutating func seal() {
        summary.skipped[.repeatedID, default: 0] += nodes.seal()
        wayOrder = ways.indices.map { Int32($0) }
        let isSorted = zip(ways, ways.dropFirst()).allSatisfy { $0.id < $1.id }
        if !isSorted { wayOrder.sort { (ways[Int($0)].id, $0) < (ways[Int($1)].id, $1) } }
        dropRepeated()
    }

    private mutating func dropRepeated() {
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
        drafts.removeAll { entry in
            switch entry.source {
            case .node(let id, _): !seenNodes.insert(NodeDraft(id: id, kind: entry.draft.kind)).inserted
            case .way(let index): repeatedWays.contains(index)
            case .relation(let index): repeatedRelations.contains(index)
            }
        }
    }

    private struct NodeDraft: Hashable {
        let id: Int64
        let kind: FeatureKind
    }
}
