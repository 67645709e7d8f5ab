/// Lines of equal value on a grid (marching squares). Every side of a cell is crossed at most once by a level, so the
/// crossing's number is that of the side, and a line is a chain of sides.
struct ContourTracer {
    private let grid: HeightGrid
    private var next: [Int32]
    private var hasPrevious: [Bool]
    /// The sides that a line goes on from, in the order they were found.
    private var used: [Int32] = []
    /// The sides where lines end.
    private var ends: [Int32] = []

    init(_ grid: HeightGrid) {
        self.grid = grid
        next = [Int32](repeating: -1, count: grid.side * grid.side * 2)
        hasPrevious = [Bool](repeating: false, count: grid.side * grid.side * 2)
    }

    /// Lines along which the value is `level`, higher ground on the right.
    mutating func lines(at level: Float) -> [[TilePoint]] {
        link(level)
        var result: [[TilePoint]] = []
        for start in used where !hasPrevious[Int(start)] { result.append(follow(Int(start), level)) }
        for start in used where next[Int(start)] >= 0 { result.append(follow(Int(start), level)) }
        return result
    }

    private mutating func link(_ level: Float) {
        for from in used { hasPrevious[Int(from)] = false }
        for end in ends { hasPrevious[Int(end)] = false }
        used.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        let side = grid.side
        grid.values.withUnsafeBufferPointer { values in
            for row in 0..<(side - 1) {
                for column in 0..<(side - 1) {
                    let index = row * side + column
                    let (a, b, c, d) = (values[index], values[index + 1], values[index + side + 1], values[index + side])
                    let above = (a >= level ? 1 : 0) | (b >= level ? 2 : 0) | (c >= level ? 4 : 0) | (d >= level ? 8 : 0)
                    guard above != 0, above != 15, !(a + b + c + d).isNaN else { continue }
                    join(above, index, middleIsAbove: (a + b + c + d) / 4 >= level)
                }
            }
        }
    }

    /// Corners clockwise from the north-west are bits 1, 2, 4, 8; sides are named by the value they start from: north
    /// 2i, west 2i + 1, and those of the neighbours south and east.
    private mutating func join(_ above: Int, _ index: Int, middleIsAbove: Bool) {
        let (north, west, south, east) = (2 * index, 2 * index + 1, 2 * (index + grid.side), 2 * (index + 1) + 1)
        switch above {
        case 1: connect(north, west)
        case 2: connect(east, north)
        case 3: connect(east, west)
        case 4: connect(south, east)
        case 6: connect(south, north)
        case 7: connect(south, west)
        case 8: connect(west, south)
        case 9: connect(north, south)
        case 11: connect(east, south)
        case 12: connect(west, east)
        case 13: connect(north, east)
        case 14: connect(west, north)
        case 5 where middleIsAbove:
            connect(north, east)
            connect(south, west)
        case 5:
            connect(north, west)
            connect(south, east)
        case 10 where middleIsAbove:
            connect(west, north)
            connect(east, south)
        default:
            connect(east, north)
            connect(west, south)
        }
    }

    private mutating func connect(_ from: Int, _ to: Int) {
        next[from] = Int32(to)
        hasPrevious[to] = true
        used.append(Int32(from))
    }

    private mutating func follow(_ start: Int, _ level: Float) -> [TilePoint] {
        var (line, at) = ([crossing(start, level)], start)
        while next[at] >= 0 {
            let to = Int(next[at])
            next[at] = -1
            line.append(crossing(to, level))
            at = to
        }
        ends.append(Int32(at))
        return line
    }

    private func crossing(_ edge: Int, _ level: Float) -> TilePoint {
        let index = edge / 2
        let (row, column) = (index / grid.side, index % grid.side)
        let other = edge % 2 == 0 ? index + 1 : index + grid.side
        let (low, high) = (grid.values[index], grid.values[other])
        // Not quite at the corner: two lines through one place would touch.
        let share = Double(min(max((level - low) / (high - low), 0.001), 0.999))
        let place = grid.place(row, column)
        return edge % 2 == 0
            ? TilePoint(x: place.x + share * grid.step, y: place.y) : TilePoint(x: place.x, y: place.y + share * grid.step)
    }

    // MARK: areas

    /// Rings around the ground at `level` or above. Lines that end at the rim of the grid are closed along it, clockwise.
    mutating func rings(atOrAbove level: Float) -> [[TilePoint]] {
        let lines = lines(at: level)
        var rings = lines.filter { $0.count > 3 && $0.first == $0.last }
        let open = lines.filter { $0.first != $0.last }
        if open.isEmpty {
            // Nothing crosses the rim: all of it is above, or none.
            if let corner = grid.values.first, corner >= level { rings.append(rim.corners) }
            return rings
        }
        rings += closed(open)
        return rings
    }

    private var rim: GridRim { GridRim(low: grid.place(0, 0).x, high: grid.place(grid.side - 1, grid.side - 1).x) }

    private func closed(_ open: [[TilePoint]]) -> [[TilePoint]] {
        let rim = rim
        let starts = open.indices.map { (index: $0, place: rim.place(open[$0][0])) }.sorted { $0.place < $1.place }
        var (rest, rings) = (Set(open.indices), [[TilePoint]]())
        while let first = rest.min() {
            var (ring, current) = ([TilePoint](), first)
            repeat {
                rest.remove(current)
                ring += open[current]
                guard let end = open[current].last else { break }
                let place = rim.place(end)
                let following = starts.first { $0.place > place } ?? starts[0]
                ring += rim.corners(from: place, to: following.place)
                current = following.index
            } while current != first && rest.contains(current)
            rings.append(ring)
        }
        return rings
    }
}

/// The edge of a grid as a line from 0 to 4, clockwise from the north-west corner.
private struct GridRim {
    let low: Double
    let high: Double

    var corners: [TilePoint] {
        [TilePoint(x: low, y: low), TilePoint(x: high, y: low), TilePoint(x: high, y: high), TilePoint(x: low, y: high)]
    }

    func place(_ point: TilePoint) -> Double {
        let length = high - low
        let distances = [point.y - low, high - point.x, high - point.y, point.x - low]
        switch distances.indices.min(by: { distances[$0] < distances[$1] }) {
        case 0: return (point.x - low) / length
        case 1: return 1 + (point.y - low) / length
        case 2: return 2 + (high - point.x) / length
        default: return 3 + (high - point.y) / length
        }
    }

    /// The corners passed on the way round.
    func corners(from start: Double, to end: Double) -> [TilePoint] {
        let end = end > start ? end : end + 4
        return stride(from: Int(start.rounded(.down)) + 1, through: Int(end.rounded(.down)), by: 1).map { corners[$0 % 4] }
    }
}
