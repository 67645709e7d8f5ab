/// How a way lies on the plane: it needs nothing of other ways.
struct WayShape {
    /// Without repeats.
    private(set) var points: [WorldPoint] = []
    /// Nodes that the files do not hold.
    private(set) var missing = 0
    /// Of an area: its rings, and whether each is sound.
    private(set) var loops: [[WorldPoint]] = []
    private(set) var soundness: [Rings.Soundness] = []

    var isClosed: Bool { points.count > 3 && points.first == points.last }

    init(_ way: OSMElements.Way, in elements: OSMElements, _ finder: NodeFinder) {
        points.reserveCapacity(Int(way.refCount))
        elements.refs.read(from: way.refStart, count: Int(way.refCount)) { ref in
            guard let point = finder.find(ref) else { return missing += 1 }
            if points.last != point { points.append(point) }
        }
    }

    /// What an area needs more.
    mutating func lookAtRings() {
        guard isClosed else { return }
        loops = RingNesting.loops(Array(points.dropLast()))
        soundness = loops.map(Rings.soundness)
    }
}
