/// Rings of an area: joined from pieces and checked.
enum Rings {
    /// Joins pieces at their ends until they close or nothing fits.
    /// - Returns: rings without the repeated last place, and lines that stayed open.
    static func join(_ pieces: [[WorldPoint]]) -> (rings: [[WorldPoint]], open: [[WorldPoint]]) {
        var (rings, open) = ([[WorldPoint]](), [[WorldPoint]]())
        var rest: [Int: [WorldPoint]] = [:]
        var ends: [WorldPoint: [Int]] = [:]
        for (index, piece) in pieces.enumerated() where piece.count > 1 {
            if piece.first == piece.last {
                if piece.count > 3 { rings.append(Array(piece.dropLast())) }
                continue
            }
            rest[index] = piece
            for end in [piece[0], piece[piece.count - 1]] { ends[end, default: []].append(index) }
        }
        func grow(_ line: inout [WorldPoint]) {
            while let last = line.last, last != line.first, let next = ends[last]?.first(where: { rest[$0] != nil }),
                let piece = rest.removeValue(forKey: next)
            {
                line += piece.first == last ? piece.dropFirst() : piece.reversed().dropFirst()
            }
        }
        for start in pieces.indices {
            guard var line = rest.removeValue(forKey: start) else { continue }
            grow(&line)
            line.reverse()
            grow(&line)
            if line.first == line.last, line.count > 3 { rings.append(line.dropLast()) } else { open.append(line) }
        }
        return (rings, open)
    }

    /// Whether two sides that are not neighbours meet inside. Sides are looked at from west to east, so that a long ring
    /// costs little more than a short one.
    static func crossesItself(_ ring: [WorldPoint]) -> Bool {
        guard ring.count > 3 else { return false }
        let sides = ring.indices.map { Side(from: ring[$0], to: ring[($0 + 1) % ring.count], index: $0) }
            .sorted { ($0.west, $0.index) < ($1.west, $1.index) }
        for (position, side) in sides.enumerated() {
            for other in sides[(position + 1)...] {
                if other.west > side.east { break }
                let gap = abs(side.index - other.index)
                if gap > 1, gap < ring.count - 1, side.crosses(other) { return true }
            }
        }
        return false
    }

    private struct Side {
        let from: WorldPoint
        let to: WorldPoint
        let index: Int
        var west: UInt32 { min(from.x, to.x) }
        var east: UInt32 { max(from.x, to.x) }

        /// A crossing in the open: sides that only touch, as at a pinched corner, do not count.
        func crosses(_ other: Side) -> Bool {
            guard min(from.y, to.y) <= max(other.from.y, other.to.y), min(other.from.y, other.to.y) <= max(from.y, to.y) else {
                return false
            }
            return Side.turn(from, to, other.from) * Side.turn(from, to, other.to) < 0
                && Side.turn(other.from, other.to, from) * Side.turn(other.from, other.to, to) < 0
        }

        private static func turn(_ a: WorldPoint, _ b: WorldPoint, _ c: WorldPoint) -> Int {
            let (ux, uy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
            let (vx, vy) = (Double(c.x) - Double(a.x), Double(c.y) - Double(a.y))
            let product = ux * vy - uy * vx
            return product > 0 ? 1 : product < 0 ? -1 : 0
        }
    }

    /// Twice the signed area, in square units.
    static func doubleArea(_ ring: [WorldPoint]) -> Double {
        guard let origin = ring.first else { return 0 }
        var sum = 0.0
        for index in ring.indices {
            let (a, b) = (ring[index], ring[(index + 1) % ring.count])
            sum += (Double(a.x) - Double(origin.x)) * (Double(b.y) - Double(origin.y))
            sum -= (Double(b.x) - Double(origin.x)) * (Double(a.y) - Double(origin.y))
        }
        return sum
    }

    /// The centre of gravity; of a ring without area, the middle of its box.
    static func centre(_ ring: [WorldPoint]) -> WorldPoint {
        var box = WorldBox.empty
        for point in ring { box.add(point) }
        let double = doubleArea(ring)
        guard let origin = ring.first, abs(double) > 1 else { return box.centre }
        var (x, y) = (0.0, 0.0)
        for index in ring.indices {
            let (a, b) = (ring[index], ring[(index + 1) % ring.count])
            let (ax, ay) = (Double(a.x) - Double(origin.x), Double(a.y) - Double(origin.y))
            let (bx, by) = (Double(b.x) - Double(origin.x), Double(b.y) - Double(origin.y))
            let cross = ax * by - bx * ay
            x += (ax + bx) * cross
            y += (ay + by) * cross
        }
        let found = WorldPoint(
            x: UInt32(clamping: Double(origin.x) + x / (3 * double)), y: UInt32(clamping: Double(origin.y) + y / (3 * double)))
        return box.contains(found) ? found : box.centre
    }
}
