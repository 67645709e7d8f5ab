/// Which rings of an area bound ground and which bound holes. OpenStreetMap leaves their direction open, and a picture fills by
/// winding, so that areas which overlap in one colour stay filled: ground is wound one way, holes the other.
enum RingNesting {
    /// - Parameter rings: simple ones, without the repeated last place.
    /// - Returns: the same rings, ground with a positive area, holes with a negative one; nil where they are too tangled to tell.
    static func wound(_ rings: [[WorldPoint]]) -> [[WorldPoint]]? {
        areGround(rings).map { areGround in
            zip(rings, areGround).map { ring, isGround in (Rings.doubleArea(ring) > 0) == isGround ? ring : ring.reversed() }
        }
    }

    /// Whether each ring bounds ground: an even number of larger rings is around it. Smaller ones do not count, for a hole may share
    /// a side with its outer ring.
    /// - Returns: nil where the rings are too tangled to tell.
    static func areGround(_ rings: [[WorldPoint]]) -> [Bool]? {
        guard rings.count > 1 else { return rings.map { _ in true } }
        let index = RingIndex(rings)
        var effort = Effort(places: rings.reduce(0) { $0 + $1.count })
        let result = rings.indices.map { ring in
            guard !effort.isSpent, let probe = Probe(rings[ring]) else { return true }
            return index.larger(than: ring, around: probe, &effort) % 2 == 0
        }
        return effort.isSpent ? nil : result
    }

    /// Rings by where they lie.
    private struct RingIndex {
        private let sides: [SideTree]
        private let tree: BoxTree
        /// The numbers of the rings as they stand in the tree.
        private let order: [Int]
        /// Areas of the boxes, because a ring that crosses itself may have almost none; then of the rings, where boxes are the same.
        private let sizes: [(box: Double, ring: Double)]

        init(_ rings: [[WorldPoint]]) {
            let trees = rings.map(SideTree.init)
            // In upright strips, each from north to south: neighbours in the row are neighbours on the ground.
            let eastwards = trees.indices.sorted { (trees[$0].box.minX, $0) < (trees[$1].box.minX, $1) }
            let strip = max(1, Int(Double(rings.count).squareRoot()))
            order = stride(from: 0, to: rings.count, by: strip).flatMap { start in
                eastwards[start..<min(start + strip, rings.count)].sorted { (trees[$0].box.minY, $0) < (trees[$1].box.minY, $1) }
            }
            sides = order.map { trees[$0] }
            tree = BoxTree(sides.map(\.box))
            sizes = zip(trees, rings).map { tree, ring in
                let (width, height) = (Double(tree.box.maxX) - Double(tree.box.minX), Double(tree.box.maxY) - Double(tree.box.minY))
                return (width * height, abs(Rings.doubleArea(ring)))
            }
        }

        /// Of rings that are the same, the first one is the larger.
        private func isLarger(_ one: Int, _ other: Int) -> Bool {
            (sizes[one].box, sizes[one].ring, other) > (sizes[other].box, sizes[other].ring, one)
        }

        func larger(than ring: Int, around probe: Probe, _ effort: inout Effort) -> Int {
            let (x, y) = (probe.x, probe.y)
            var (count, nodes) = (0, [1])
            while let node = nodes.popLast(), !effort.isSpent {
                effort.look()
                let box = tree.boxes[node]
                guard !box.isEmpty, Double(box.minY) < y, y < Double(box.maxY), Double(box.minX) < x, x < Double(box.maxX) else { continue }
                if !tree.isLeaf(node) {
                    nodes += [2 * node, 2 * node + 1]
                } else if isLarger(order[node - tree.firstLeaf], ring) {
                    count += sides[node - tree.firstLeaf].isAround(x: x, y: y, &effort) ? 1 : 0
                }
            }
            return count
        }
    }

    /// The loops of a ring that comes back to places where it was before: a hole that hangs on its outer ring by a corner,
    /// two fields that share one. Ways out and back the same way enclose nothing and go.
    static func loops(_ ring: [WorldPoint]) -> [[WorldPoint]] {
        guard repeats(ring) else { return [ring] }
        var (result, path, places) = ([[WorldPoint]](), [WorldPoint](), [WorldPoint: Int]())
        for point in ring {
            if let start = places[point] {
                if path.count - start > 2 { result.append(Array(path[start...])) }
                for left in path[(start + 1)...] { places[left] = nil }
                path.removeSubrange((start + 1)...)
            } else {
                places[point] = path.count
                path.append(point)
            }
        }
        if path.count > 2 { result.append(path) }
        return result
    }

    /// Most rings are houses: comparing a few places is quicker than a table of them.
    private static func repeats(_ ring: [WorldPoint]) -> Bool {
        guard ring.count <= 24 else {
            let keys = ring.map { UInt64($0.x) << 32 | UInt64($0.y) }.sorted()
            return zip(keys, keys.dropFirst()).contains { $0 == $1 }
        }
        for index in ring.indices {
            for other in ring[(index + 1)...] where other == ring[index] { return true }
        }
        return false
    }

    /// A place inside a ring, as far from its sides as the middle row has room; halfway between two rows of the plane, where no
    /// corner lies.
    private struct Probe {
        let x: Double
        let y: Double

        init?(_ ring: [WorldPoint]) {
            guard let low = ring.map(\.y).min(), let high = ring.map(\.y).max(), low < high else { return nil }
            let row = Double(low + (high - low - 1) / 2) + 0.5
            let crossings = SideTree.crossings(ring, at: row)
            let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
            guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
            (x, y) = ((widest.0 + widest.1) / 2, row)
        }
    }
}
