extension SearchQuery.Word {
    /// How a known word fits this one: 0 the same, then one that begins so, then with typing errors; nil if it does not fit.
    func fit(_ known: Slice<UnsafeBufferPointer<UInt8>>, _ knownLetters: UInt64, isForgiving: Bool) -> Int? {
        if known.count >= units.count, known.starts(with: units) { return known.count == units.count ? 0 : SearchRank.prefix }
        guard isForgiving, edits > 0, known.count + edits >= units.count else { return nil }
        // Each letter that the known word lacks is an error at least.
        guard (letters & ~knownLetters).nonzeroBitCount <= edits else { return nil }
        return distance(to: known).map { SearchRank.typos * $0 }
    }

    /// Errors between this word and the beginning of a known one: a letter wrong, too much, too few, or two exchanged (optimal string
    /// alignment). A beginning that is shorter than this word counts only where it is the whole. Nil for more than are allowed.
    private func distance(to known: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let (width, first) = (min(known.count, units.count + edits), known.startIndex)
        var (before, last, row) = ([Int](), Array(0...width), [Int](repeating: 0, count: width + 1))
        for index in units.indices {
            row[0] = index + 1
            var least = row[0]
            for column in 0..<width {
                let letter = known[first + column]
                var cost = min(last[column] + (units[index] == letter ? 0 : 1), last[column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, units[index - 1] == letter, units[index] == known[first + column - 1] {
                    cost = min(cost, before[column - 1] + 1)
                }
                row[column + 1] = cost
                least = min(least, cost)
            }
            guard least <= edits else { return nil }
            (before, last, row) = (last, row, before.isEmpty ? row : before)
        }
        let ends = known.count < units.count ? known.count...known.count : units.count...max(units.count, width)
        let best = ends.filter { $0 <= width }.map { last[$0] }.min() ?? .max
        return best <= edits ? max(best, 1) : nil
    }
}
