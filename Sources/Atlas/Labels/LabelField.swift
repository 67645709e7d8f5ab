import Synchronization

/// Decides which labels of a zoom are shown: in the order of rank, whatever meets none that is shown already. What a label
/// depends on is looked up as far as it goes, so every tile comes to the same answer, whichever is drawn first.
final class LabelField: Sendable {
    struct Cell: Hashable, Sendable {
        let x: Int
        let y: Int

        var around: [Cell] { [-1, 0, 1].flatMap { dy in [-1, 0, 1].map { dx in Cell(x: x + dx, y: y + dy) } } }
    }

    private let decisions: Mutex<LabelDecisions>

    init(candidates: @escaping @Sendable (Cell) -> [Label]) { decisions = Mutex(LabelDecisions(candidates: candidates)) }

    /// What is shown and reaches into a tile, in the order of rank.
    func labels(x: Int, y: Int) -> [Label] {
        decisions.withLock { $0.labels(Cell(x: x, y: y)) }
    }
}

/// What was decided so far.
private struct LabelDecisions: Sendable {
    private struct Content: Sendable {
        let labels: [Label]
        /// Nil: not decided yet.
        var isShown: [Bool?]
    }

    /// Cells kept at a time, a few screens of them: there is a field for every zoom and style.
    private static let limit = 400

    private let candidates: @Sendable (LabelField.Cell) -> [Label]
    private var cells: [LabelField.Cell: Content] = [:]

    init(candidates: @escaping @Sendable (LabelField.Cell) -> [Label]) { self.candidates = candidates }

    mutating func labels(_ tile: LabelField.Cell) -> [Label] {
        if cells.count > LabelDecisions.limit { cells.removeAll() }
        let (left, top) = (Double(tile.x) * TileTransform.size, Double(tile.y) * TileTransform.size)
        let box = LabelBox(left, top, left + TileTransform.size, top + TileTransform.size)
        var shown: [Label] = []
        for cell in tile.around {
            for (index, label) in labels(in: cell).enumerated() where label.bounds.meets(box) && isShown(label, cell, index) {
                shown.append(label)
            }
        }
        return shown.sorted { $0.rank < $1.rank }
    }

    private mutating func labels(in cell: LabelField.Cell) -> [Label] {
        if let known = cells[cell] { return known.labels }
        let labels = candidates(cell).sorted { $0.rank < $1.rank }
        cells[cell] = Content(labels: labels, isShown: [Bool?](repeating: nil, count: labels.count))
        return labels
    }

    private mutating func isShown(_ label: Label, _ cell: LabelField.Cell, _ index: Int) -> Bool {
        if let known = cells[cell]?.isShown[index] { return known }
        // Each question leads to a lower rank, so none comes back to where it began.
        let isShown = hasParent(label, cell) && !isExcluded(label, cell)
        cells[cell]?.isShown[index] = isShown
        return isShown
    }

    private mutating func hasParent(_ label: Label, _ cell: LabelField.Cell) -> Bool {
        guard let rank = label.parent else { return true }
        let own = labels(in: cell)
        guard let parent = own.firstIndex(where: { $0.rank == rank }) else { return false }
        return isShown(own[parent], cell, parent)
    }

    private mutating func isExcluded(_ label: Label, _ cell: LabelField.Cell) -> Bool {
        for neighbour in cell.around {
            for (index, other) in labels(in: neighbour).enumerated() {
                if other.rank >= label.rank { break }
                if other.rank != label.parent, label.excludes(other), isShown(other, neighbour, index) { return true }
            }
        }
        return false
    }
}
