/// The edge of an extract, as a line from 0 to 4 clockwise from its north-west corner.
struct SeaRim {
    private let west: Double
    private let north: Double
    private let east: Double
    private let south: Double

    init(_ box: WorldBox) { (west, north, east, south) = (Double(box.minX), Double(box.minY), Double(box.maxX), Double(box.maxY)) }

    var corners: [TilePoint] {
        [TilePoint(x: west, y: north), TilePoint(x: east, y: north), TilePoint(x: east, y: south), TilePoint(x: west, y: south)]
    }

    func contains(_ point: TilePoint) -> Bool { (west...east).contains(point.x) && (north...south).contains(point.y) }

    /// Within a unit, which is a centimetre.
    func isOnEdge(_ point: TilePoint) -> Bool { distances(point).contains { abs($0) < 1 } }

    /// From the four sides, clockwise.
    private func distances(_ point: TilePoint) -> [Double] { [point.y - north, east - point.x, south - point.y, point.x - west] }

    private func side(_ point: TilePoint) -> Int {
        let distances = distances(point)
        return distances.indices.min { abs(distances[$0]) < abs(distances[$1]) } ?? 0
    }

    func nearest(to point: TilePoint) -> TilePoint {
        switch side(point) {
        case 0: TilePoint(x: point.x, y: north)
        case 1: TilePoint(x: east, y: point.y)
        case 2: TilePoint(x: point.x, y: south)
        default: TilePoint(x: west, y: point.y)
        }
    }

    private func place(_ point: TilePoint) -> Double {
        switch side(point) {
        case 0: (point.x - west) / (east - west)
        case 1: 1 + (point.y - north) / (south - north)
        case 2: 2 + (east - point.x) / (east - west)
        default: 3 + (south - point.y) / (south - north)
        }
    }

    // MARK: lines

    /// The pieces of a line inside (Liang and Barsky for each side).
    func pieces(_ line: [TilePoint]) -> [[TilePoint]] {
        var (pieces, piece) = ([[TilePoint]](), [TilePoint]())
        func end() {
            if piece.count > 1 { pieces.append(piece) }
            piece.removeAll()
        }
        for (a, b) in zip(line, line.dropFirst()) {
            guard let (enter, leave) = shares(a, b) else {
                end()
                continue
            }
            if enter > 0 { end() }
            if piece.isEmpty { piece.append(between(a, b, enter)) }
            piece.append(between(a, b, leave))
            if leave < 1 { end() }
        }
        end()
        return pieces
    }

    private func between(_ a: TilePoint, _ b: TilePoint, _ share: Double) -> TilePoint {
        share == 0 ? a : share == 1 ? b : TilePoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }

    /// Nil where the side passes outside, or only touches.
    private func shares(_ a: TilePoint, _ b: TilePoint) -> (enter: Double, leave: Double)? {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        var (enter, leave) = (0.0, 1.0)
        for (step, room) in [(-dx, a.x - west), (dx, east - a.x), (-dy, a.y - north), (dy, south - a.y)] {
            if step == 0 {
                if room < 0 { return nil }
            } else if step < 0 {
                enter = max(enter, room / step)
            } else {
                leave = min(leave, room / step)
            }
        }
        return enter < leave ? (enter, leave) : nil
    }

    /// Rings of what lies right of the lines, which begin and end on the edge: from where one ends, clockwise to where the next
    /// one begins.
    func closed(_ open: [[TilePoint]]) -> [[TilePoint]] {
        let starts = open.indices.map { (place: place(open[$0][0]), index: $0) }.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
        var (isUsed, rings) = ([Bool](repeating: false, count: open.count), [[TilePoint]]())
        for first in open.indices where !isUsed[first] {
            var (ring, current) = ([TilePoint](), first)
            repeat {
                isUsed[current] = true
                ring += open[current]
                let end = place(open[current][open[current].count - 1])
                let next = starts.partitioningIndex { $0.place > end }
                let following = starts[next < starts.count ? next : 0]
                ring += corners(from: end, to: following.place)
                current = following.index
            } while !isUsed[current]
            rings.append(ring)
        }
        return rings
    }

    /// The corners passed on the way round.
    private func corners(from start: Double, to end: Double) -> [TilePoint] {
        let end = end > start ? end : end + 4
        return stride(from: Int(clamping: start.rounded(.down)) + 1, through: Int(clamping: end.rounded(.down)), by: 1).map {
            corners[$0 % 4]
        }
    }

    // MARK: rings

    /// The ring inside (Sutherland and Hodgman).
    func ring(_ ring: [TilePoint]) -> [TilePoint] {
        let sides: [(TilePoint) -> Double] = [{ $0.x - west }, { east - $0.x }, { $0.y - north }, { south - $0.y }]
        return sides.reduce(ring) { Clip.cut($0, keep: $1) }
    }
}
