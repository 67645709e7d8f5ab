/// Rings of an area: joined from pieces and checked.
enum Rings {
    /// Joins pieces at their ends until they close or nothing fits.
    /// - Returns: rings without the repeated last place, and lines that stayed open.
    static func join(_ pieces: [[WorldPoint]]) -> (rings: [[WorldPoint]], open: [[WorldPoint]]) {
        var (rings, open) = ([[WorldPoint]](), [[WorldPoint]]())
        var rest: [Int: [WorldPoint]] = [:]
        var ends = EndTable()
        for (index, piece) in pieces.enumerated() where piece.count > 1 {
            if piece.first == piece.last {
                if piece.count > 3 { rings.append(Array(piece.dropLast())) }
                continue
            }
            rest[index] = piece
            for end in [piece[0], piece[piece.count - 1]] { ends.add(index, at: end) }
        }
        func grow(_ line: inout [WorldPoint]) {
            while let last = line.last, last != line.first, let next = ends.take(at: last, where: { rest[$0] != nil }),
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

    /// Most rings are houses: each side with each other one is quicker than a tree of their boxes.
    private static let mostAtOnce = 48

    enum Soundness { case sound, crossing, tangled }

    /// Whether two sides that are not neighbours meet inside; tangled is what cannot be looked through in a bearable time.
    static func soundness(_ ring: [WorldPoint]) -> Soundness {
        guard ring.count > 3 else { return .sound }
        if ring.count <= mostAtOnce { return SideTree.crossesItself(small: ring) ? .crossing : .sound }
        var effort = Effort(places: ring.count)
        if SideTree(ring).crossesItself(&effort) { return .crossing }
        return effort.isSpent ? .tangled : .sound
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
