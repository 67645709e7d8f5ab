/// Cuts and thins geometry to what a tile can show. All in picture units.
struct Clip {
    let low: Double
    let high: Double

    /// - Parameter rim: kept around the tile, so that strokes do not end at its edge.
    init(rim: Double) {
        low = -rim
        high = TileTransform.size + rim
    }

    // MARK: rings

    /// The ring inside the rim (Sutherland and Hodgman); edges along the rim join its pieces.
    func ring(_ ring: [TilePoint]) -> [TilePoint] {
        var (minX, minY, maxX, maxY) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
        for point in ring {
            (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
            (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
        }
        guard minX <= high, maxX >= low, minY <= high, maxY >= low else { return [] }
        var result = ring
        if minX < low { result = Clip.cut(result, keep: { $0.x - low }) }
        if maxX > high { result = Clip.cut(result, keep: { high - $0.x }) }
        if minY < low { result = Clip.cut(result, keep: { $0.y - low }) }
        if maxY > high { result = Clip.cut(result, keep: { high - $0.y }) }
        return result
    }

    static func cut(_ ring: [TilePoint], keep: (TilePoint) -> Double) -> [TilePoint] {
        guard var last = ring.last else { return [] }
        var (result, lastSide) = ([TilePoint](), keep(last))
        result.reserveCapacity(ring.count + 4)
        for point in ring {
            let side = keep(point)
            if (side >= 0) != (lastSide >= 0) {
                let share = lastSide / (lastSide - side)
                result.append(TilePoint(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share))
            }
            if side >= 0 { result.append(point) }
            (last, lastSide) = (point, side)
        }
        return result
    }

    // MARK: lines

    /// The pieces of the line inside the rim.
    func line(_ line: [TilePoint], _ body: ([TilePoint]) -> Void) {
        var piece: [TilePoint] = []
        for index in line.indices.dropFirst() {
            guard let (from, to, leaves) = segment(line[index - 1], line[index]) else {
                if piece.count > 1 { body(piece) }
                piece.removeAll(keepingCapacity: true)
                continue
            }
            if piece.last != from {
                if piece.count > 1 { body(piece) }
                piece = [from]
            }
            piece.append(to)
            if leaves {
                body(piece)
                piece.removeAll(keepingCapacity: true)
            }
        }
        if piece.count > 1 { body(piece) }
    }

    /// Liang and Barsky.
    private func segment(_ a: TilePoint, _ b: TilePoint) -> (from: TilePoint, to: TilePoint, leaves: Bool)? {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        var (enter, leave) = (0.0, 1.0)
        for (step, room) in [(-dx, a.x - low), (dx, high - a.x), (-dy, a.y - low), (dy, high - a.y)] {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                enter = max(enter, room / step)
            } else {
                leave = min(leave, room / step)
            }
        }
        guard enter <= leave else { return nil }
        let from = enter == 0 ? a : TilePoint(x: a.x + dx * enter, y: a.y + dy * enter)
        let to = leave == 1 ? b : TilePoint(x: a.x + dx * leave, y: a.y + dy * leave)
        return (from, to, leave < 1)
    }

    // MARK: thinning

    /// Leaves out what is within half a pixel of the line without it (Douglas and Peucker).
    static func thinned(_ line: [TilePoint], tolerance: Double = TileTransform.unitsPerPixel / 2) -> [TilePoint] {
        guard line.count > 2 else { return line }
        var keep = [Bool](repeating: false, count: line.count)
        (keep[0], keep[line.count - 1]) = (true, true)
        var spans = [(0, line.count - 1)]
        while let (start, end) = spans.popLast() {
            guard end > start + 1 else { continue }
            var (worst, far) = (tolerance * tolerance, -1)
            for index in (start + 1)..<end {
                let distance = squaredDistance(line[index], line[start], line[end])
                if distance > worst { (worst, far) = (distance, index) }
            }
            guard far > 0 else { continue }
            keep[far] = true
            spans.append((start, far))
            spans.append((far, end))
        }
        var result: [TilePoint] = []
        result.reserveCapacity(line.count / 2 + 2)
        for index in line.indices where keep[index] { result.append(line[index]) }
        return result
    }

    /// A ring is thinned from its first place to the one farthest from it and back.
    static func thinnedRing(_ ring: [TilePoint], tolerance: Double = TileTransform.unitsPerPixel / 2) -> [TilePoint] {
        guard ring.count > 4 else { return ring }
        var (far, worst) = (0, 0.0)
        for index in ring.indices {
            let (dx, dy) = (ring[index].x - ring[0].x, ring[index].y - ring[0].y)
            if dx * dx + dy * dy > worst { (worst, far) = (dx * dx + dy * dy, index) }
        }
        guard far > 0 else { return [] }
        let out = thinned(Array(ring[0...far]), tolerance: tolerance)
        let back = thinned(Array(ring[far...]) + [ring[0]], tolerance: tolerance)
        return out + back.dropFirst().dropLast()
    }

    private static func squaredDistance(_ p: TilePoint, _ a: TilePoint, _ b: TilePoint) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let length = dx * dx + dy * dy
        let share = length == 0 ? 0 : min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1)
        let (x, y) = (p.x - a.x - share * dx, p.y - a.y - share * dy)
        return x * x + y * y
    }
}
