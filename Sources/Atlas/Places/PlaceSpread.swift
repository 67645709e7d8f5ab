import Domain

/// Chooses as many places as a map can show from all that lie in its window, so that no part of it stays empty: of each square of the
/// ground first the most important of every group, then the next ones.
struct PlaceSpread {
    /// A group's places in one square.
    private struct Square: Hashable {
        let group: Int
        let column: UInt32
        let row: UInt32
    }
    /// What is looked for in a hurry comes first.
    private static let groups: [PlaceGroup] = [.help, .eating, .shops, .practical]
    private static let groupOfKind = PlaceKind.allCases.map { groups.firstIndex(of: $0.group) ?? 0 }
    private let limit: Int
    /// Squares lie where they lie in the world, so that a map that moves a little shows the same ones.
    private let shift: UInt32
    private var squares: [Square: [(kind: UInt8, order: UInt32, number: Int)]] = [:]

    init(_ box: WorldBox, limit: Int) {
        self.limit = limit
        // One of every group in each square fits.
        let most = max(1, UInt32(Double(limit / PlaceSpread.groups.count).squareRoot()))
        let side = max(box.maxX - min(box.minX, box.maxX), box.maxY - min(box.minY, box.maxY))
        shift = (UInt32(0)..<31).first { side >> $0 < most } ?? 31
    }

    mutating func add(_ number: Int, kind: UInt8, at point: WorldPoint) {
        let square = Square(group: PlaceSpread.groupOfKind[Int(kind)], column: point.x >> shift, row: point.y >> shift)
        // Numbers of neighbours follow each other; these do not.
        squares[square, default: []].append((kind, UInt32(truncatingIfNeeded: number) &* 2_654_435_761, number))
    }

    var chosen: [Int] {
        let ordered = squares.map { (group: $0.group, places: $1.sorted { ($0.kind, $0.order) < ($1.kind, $1.order) }) }
        // Where not all of a round have room, those that have lie all over the window.
        let sorted = ordered.sorted { ($0.group, $0.places[0].order) < ($1.group, $1.places[0].order) }
        var chosen: [Int] = []
        for round in 0..<(sorted.map(\.places.count).max() ?? 0) {
            for (_, places) in sorted where round < places.count {
                guard chosen.count < limit else { return chosen }
                chosen.append(places[round].number)
            }
        }
        return chosen
    }
}
