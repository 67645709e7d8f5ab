/// Joins coasts that end within a few steps of where another one begins, or where they began themselves.
struct CoastGaps {
    private struct Cell: Hashable {
        let x: Int
        let y: Int
    }

    /// Metres between two ends that are taken for one.
    private static let widest = 100.0
    /// Distances that are measured at most, by coast: in crowds of more, gaps stay open.
    private static let mostLooks = (each: 100, all: 4_000_000)

    /// Empty where a coast became part of another one.
    private(set) var chains: [[WorldPoint]]
    private(set) var rings: [[WorldPoint]] = []
    /// What was mended, for people.
    private(set) var notes: [String] = []
    /// Whether gaps were not looked for any more.
    var isCrowded: Bool { looks <= 0 }

    private var lengths: [Double]
    /// Coasts by where they begin; the cells are wide enough that what is near lies in the same one or the next.
    private var beginnings: [Cell: [Int]] = [:]
    private let cell: Double
    private var looks: Int

    init(_ chains: [[WorldPoint]]) {
        self.chains = chains
        lengths = chains.map(Coastlines.metres)
        looks = CoastGaps.mostLooks.all + CoastGaps.mostLooks.each * chains.count
        let scale = chains.joined().lazy.map { World.metresPerUnit(y: Double($0.y)) }.min() ?? 1
        cell = CoastGaps.widest / scale + 1
        for index in chains.indices { beginnings[cell(of: chains[index][0]), default: []].append(index) }
        for index in chains.indices {
            while !self.chains[index].isEmpty, looks > 0, let (other, metres) = nearest(to: index) { close(index, other, metres) }
        }
        self.chains.removeAll(where: \.isEmpty)
    }

    private func cell(of point: WorldPoint) -> Cell { Cell(x: Int(Double(point.x) / cell), y: Int(Double(point.y) / cell)) }

    /// The coast that begins nearest to the end of another one.
    private mutating func nearest(to index: Int) -> (other: Int, metres: Double)? {
        guard let end = chains[index].last else { return nil }
        let middle = cell(of: end)
        var found: (other: Int, metres: Double)?
        for y in middle.y - 1...middle.y + 1 {
            for x in middle.x - 1...middle.x + 1 {
                for other in beginnings[Cell(x: x, y: y)] ?? [] {
                    looks -= 1
                    guard let start = chains[other].first else { continue }
                    let metres = World.metres(end, start)
                    guard metres <= CoastGaps.widest, other != index || isAlmostClosed(index, gap: metres) else { continue }
                    if (metres, other) < (found?.metres ?? .infinity, found?.other ?? 0) { found = (other, metres) }
                }
            }
        }
        return found
    }

    /// A short piece of coast ends near its beginning too, and is no island.
    private func isAlmostClosed(_ index: Int, gap: Double) -> Bool { chains[index].count > 3 && lengths[index] > 5 * gap }

    private mutating func close(_ index: Int, _ other: Int, _ metres: Double) {
        guard let end = chains[index].last else { return }
        notes.append("A coastline has a gap of \(Int(clamping: metres.rounded())) m at \(Coastlines.text(end)): it was closed.")
        var joined: [WorldPoint] = []
        swap(&joined, &chains[other])
        beginnings[cell(of: joined[0])]?.removeAll { $0 == other }
        if other == index {
            rings.append(joined)
        } else {
            chains[index] += joined
            lengths[index] += metres + lengths[other]
        }
    }
}
