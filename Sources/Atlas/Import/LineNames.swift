/// Roads and rivers come in many short ways; their names are written along what the ways of one name make up together.
struct LineNames {
    struct Key: Hashable {
        let nameStart: UInt32
        let kind: FeatureKind
        let detail: UInt8

        /// From where on the name is written at all.
        var minZoom: UInt8 {
            switch kind {
            case .motorway, .trunk, .primary, .river: 12
            case .secondary, .tertiary, .stream, .piste: 14
            default: 15
            }
        }
    }
    private var indices: [Key: [UInt32]] = [:]
    /// In the order of their first line: the same import gives the same file.
    private(set) var keys: [Key] = []

    mutating func add(_ entry: OSMElements.Entry, way: Int) {
        let kind = entry.kind
        guard entry.nameStart != 0, kind.isRoad || [.river, .stream, .piste].contains(kind) else { return }
        let key = Key(nameStart: entry.nameStart, kind: kind, detail: kind == .piste ? entry.detail : 0)
        if indices[key] == nil { keys.append(key) }
        indices[key, default: []].append(UInt32(way))
    }

    func ways(_ key: Key) -> [UInt32] { indices[key] ?? [] }

    static func joined(_ lines: [[WorldPoint]]) -> [[WorldPoint]] {
        let joined = Rings.join(lines)
        return joined.open + joined.rings.map { $0 + $0.prefix(1) }
    }
}
