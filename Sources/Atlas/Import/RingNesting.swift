/// Which rings of an area bound ground and which bound holes. OpenStreetMap leaves their direction open, and a picture fills by
/// winding, so that areas which overlap in one colour stay filled: ground is wound one way, holes the other.
enum RingNesting {
    /// - Parameter rings: simple ones, without the repeated last place.
    /// - Returns: the same rings, ground with a positive area, holes with a negative one.
    static func wound(_ rings: [[WorldPoint]]) -> [[WorldPoint]] {
        zip(rings, areGround(rings)).map { ring, isGround in
            (Rings.doubleArea(ring) > 0) == isGround ? ring : ring.reversed()
        }
    }

    /// Whether what lies just inside each ring belongs to the area: an odd number of rings is around it, its own included.
    static func areGround(_ rings: [[WorldPoint]]) -> [Bool] {
        guard rings.count > 1 else { return rings.map { _ in true } }
        let probes = rings.indices.compactMap { ring in Probe(rings[ring], ring) }.sorted { ($0.y, $0.ring) < ($1.y, $1.ring) }
        let sides = rings.flatMap(Side.all).sorted { $0.low < $1.low }
        var (result, active, next) = ([Bool](repeating: true, count: rings.count), [Side](), 0)
        for probe in probes {
            while next < sides.count, sides[next].low < probe.y {
                active.append(sides[next])
                next += 1
            }
            active.removeAll { $0.high < probe.y }
            result[probe.ring] = active.count { $0.x(at: probe.y) < probe.x } % 2 == 1
        }
        return result
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
        guard ring.count <= 24 else { return Set(ring).count < ring.count }
        for index in ring.indices {
            for other in ring[(index + 1)...] where other == ring[index] { return true }
        }
        return false
    }

    private struct Side {
        let low: Double
        let high: Double
        private let lowX: Double
        private let slope: Double

        /// Nil for a level one, which no level line crosses.
        private init?(_ a: WorldPoint, _ b: WorldPoint) {
            guard a.y != b.y else { return nil }
            let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
            (low, high, lowX) = (Double(top.y), Double(bottom.y), Double(top.x))
            slope = (Double(bottom.x) - lowX) / (high - low)
        }

        static func all(_ ring: [WorldPoint]) -> [Side] {
            ring.indices.compactMap { Side(ring[$0], ring[($0 + 1) % ring.count]) }
        }
        func x(at y: Double) -> Double { lowX + (y - low) * slope }
    }

    /// A place just inside a ring, beside the side that bounds it there and before any hole; halfway between two rows of the
    /// plane, where no corner lies.
    private struct Probe {
        let x: Double
        let y: Double
        let ring: Int

        init?(_ points: [WorldPoint], _ ring: Int) {
            guard let low = points.map(\.y).min(), let high = points.map(\.y).max(), low < high else { return nil }
            let row = Double(low + (high - low - 1) / 2) + 0.5
            let crossings = Side.all(points).filter { $0.low < row && row < $0.high }.map { $0.x(at: row) }.sorted()
            let spans = stride(from: 0, to: crossings.count - 1, by: 2).map { (crossings[$0], crossings[$0 + 1]) }
            guard let widest = spans.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return nil }
            (x, y, self.ring) = (widest.0 + min(0.001, (widest.1 - widest.0) / 2), row, ring)
        }
    }
}
