/// A packed R-tree over features that lie in Hilbert order: node i of a level bounds nodes 16i…16i+15 of the level below,
/// and the lowest bounds features. Only boxes are stored.
enum SpatialIndex {
    /// The boxes of all levels, the lowest first.
    static func build(_ boxes: some Collection<WorldBox>) -> [WorldBox] {
        var (result, level) = ([WorldBox](), Array(boxes))
        while level.count > 1 {
            level = stride(from: 0, to: level.count, by: indexFan).map { start in
                level[start..<min(start + indexFan, level.count)].reduce(into: WorldBox.empty) { $0.add($1) }
            }
            result += level
        }
        return result
    }

    /// Visits the places of features whose box may meet the area; the caller checks the feature's own box.
    static func visit(
        _ index: UnsafeBufferPointer<WorldBox>, count: Int, meeting area: WorldBox, _ body: (Range<Int>) -> Void
    ) {
        guard count > 1 else { return count == 1 ? body(0..<1) : () }
        var levels: [(start: Int, count: Int)] = []
        var (start, size) = (0, count)
        while size > 1 {
            size = (size + indexFan - 1) / indexFan
            levels.append((start, size))
            start += size
        }
        func descend(_ level: Int, _ node: Int) {
            guard index[levels[level].start + node].meets(area) else { return }
            let below = level == 0 ? count : levels[level - 1].count
            let children = node * indexFan..<min((node + 1) * indexFan, below)
            if level == 0 { body(children) } else { for child in children { descend(level - 1, child) } }
        }
        descend(levels.count - 1, 0)
    }

    /// The place of a point along a Hilbert curve of order 16: what is near on the map is near in the file.
    static func hilbert(_ point: WorldPoint) -> UInt32 {
        var (x, y, place) = (point.x >> 16, point.y >> 16, UInt32(0))
        var side: UInt32 = 1 << 15
        while side > 0 {
            let (right, below): (UInt32, UInt32) = (x & side > 0 ? 1 : 0, y & side > 0 ? 1 : 0)
            place &+= side &* side &* ((3 &* right) ^ below)
            if below == 0 {
                if right == 1 { (x, y) = ((side &* 2 &- 1) &- (x & (side &* 2 &- 1)), (side &* 2 &- 1) &- (y & (side &* 2 &- 1))) }
                swap(&x, &y)
            }
            side >>= 1
        }
        return place
    }
}
