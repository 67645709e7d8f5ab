/// The sides of a ring, found by where they lie.
struct SideTree {
    private let ring: [WorldPoint]
    private let tree: BoxTree

    init(_ ring: [WorldPoint]) {
        self.ring = ring
        tree = BoxTree(
            ring.indices.map { index in
                var box = WorldBox.empty
                box.add(ring[index])
                box.add(ring[(index + 1) % ring.count])
                return box
            })
    }

    var box: WorldBox { tree.boxes[1] }

    // MARK: crossings

    /// Whether two sides cross in the open. It stops where the effort is spent.
    func crossesItself(_ effort: inout Effort) -> Bool {
        var pairs = [(1, 1)]
        while let (a, b) = pairs.popLast(), !effort.isSpent {
            effort.look()
            guard tree.boxes[a].meets(tree.boxes[b]) else { continue }
            if tree.isLeaf(a) {
                if a != b, cross(a - tree.firstLeaf, b - tree.firstLeaf) { return true }
            } else {
                pairs += [(2 * a, 2 * b), (2 * a, 2 * b + 1), (2 * a + 1, 2 * b + 1)]
                if a != b { pairs.append((2 * a + 1, 2 * b)) }
            }
        }
        return false
    }

    /// The same for a few sides, without a tree.
    static func crossesItself(small ring: [WorldPoint]) -> Bool {
        ring.withUnsafeBufferPointer { ring in
            for one in 0..<ring.count - 1 {
                let (a, b) = (ring[one], ring[one + 1])
                let (west, east) = (min(a.x, b.x), max(a.x, b.x))
                for other in one + 1..<ring.count {
                    let (c, d) = (ring[other], ring[other + 1 == ring.count ? 0 : other + 1])
                    if max(c.x, d.x) >= west, min(c.x, d.x) <= east, cross(a, b, c, d) { return true }
                }
            }
            return false
        }
    }

    /// Sides that only touch, as neighbours do and those at a pinched corner, do not count.
    private static func cross(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint, _ d: WorldPoint) -> Bool {
        turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
    }

    private func cross(_ one: Int, _ other: Int) -> Bool {
        let ((a, b), (c, d)) = (side(one), side(other))
        return SideTree.cross(a, b, c, d)
    }

    private func side(_ index: Int) -> (WorldPoint, WorldPoint) { (ring[index], ring[index + 1 == ring.count ? 0 : index + 1]) }

    private static func turn(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint) -> Int {
        let (ux, uy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
        let (vx, vy) = (Double(c.x) - Double(a.x), Double(c.y) - Double(a.y))
        let product = ux * vy - uy * vx
        return product > 0 ? 1 : product < 0 ? -1 : 0
    }

    // MARK: places

    /// Whether a place lies inside, by parity of the sides to the west of it. It stops where the effort is spent.
    /// - Parameter y: halfway between two rows of the plane, where no corner lies.
    func isAround(x: Double, y: Double, _ effort: inout Effort) -> Bool {
        var (isOdd, nodes) = (false, [1])
        while let node = nodes.popLast(), !effort.isSpent {
            effort.look()
            let box = tree.boxes[node]
            guard !box.isEmpty, Double(box.minY) < y, y < Double(box.maxY), Double(box.minX) < x else { continue }
            let sides = tree.things(node)
            let (from, to) = (side(sides.lowerBound).0, side(sides.upperBound - 1).1)
            if Double(box.maxX) < x {
                // All these sides are to the west: they cross the row an odd number of times if their two ends are on different sides of
                // it.
                if (Double(from.y) < y) != (Double(to.y) < y) { isOdd.toggle() }
            } else if tree.isLeaf(node) {
                if SideTree.x(from, to, at: y) < x { isOdd.toggle() }
            } else {
                nodes += [2 * node, 2 * node + 1]
            }
        }
        return isOdd
    }

    /// Where sides that are not level cross a row, from west to east.
    static func crossings(_ ring: [WorldPoint], at row: Double) -> [Double] {
        ring.indices.compactMap { index in
            let (a, b) = (ring[index], ring[(index + 1) % ring.count])
            return (Double(a.y) < row) == (Double(b.y) < row) ? nil : x(a, b, at: row)
        }.sorted()
    }

    private static func x(_ a: WorldPoint, _ b: WorldPoint, at y: Double) -> Double {
        let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
        let (low, lowX) = (Double(top.y), Double(top.x))
        return lowX + (y - low) * ((Double(bottom.x) - lowX) / (Double(bottom.y) - low))
    }
}
