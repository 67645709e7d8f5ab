/// Roads and rivers come in many short ways; their names are written along what the ways of one name make up together.
struct LineNames {
    private struct Key: Hashable {
        let name: String
        let kind: FeatureKind
        let detail: UInt8
    }
    private var lines: [Key: [[WorldPoint]]] = [:]
    /// In the order of their first line: the same import gives the same file.
    private var order: [Key] = []

    mutating func add(_ draft: Draft, _ line: [WorldPoint]) {
        guard !draft.name.isEmpty, draft.kind.isRoad || [.river, .stream, .piste].contains(draft.kind) else { return }
        let key = Key(name: draft.name, kind: draft.kind, detail: draft.kind == .piste ? draft.detail : 0)
        if lines[key] == nil { order.append(key) }
        lines[key, default: []].append(line)
    }

    /// From where on a name is written at all.
    private static func minZoom(_ kind: FeatureKind) -> UInt8 {
        switch kind {
        case .motorway, .trunk, .primary, .river: 12
        case .secondary, .tertiary, .stream, .piste: 14
        default: 15
        }
    }

    func joined() -> [(Draft, [[WorldPoint]], UInt8)] {
        order.map { key in
            let joined = Rings.join(lines[key] ?? [])
            // The piste's grade travels in the layer, which names do not use.
            let draft = Draft(kind: .lineName, detail: key.kind.rawValue, layer: Int8(bitPattern: key.detail), name: key.name)
            let closed = joined.rings.map { $0 + $0.prefix(1) }
            return (draft, joined.open + closed, LineNames.minZoom(key.kind))
        }
    }
}
