/// The elevation tiles as they lie in the atlas file: a count, a directory, then for each tile its levels (each half as
/// fine as the one before) and a bit for every height that was filled.
struct ElevationEntry: BitwiseCopyable {
    var south: Int32
    var west: Int32
    var side: UInt32
    var levels: UInt32
    /// From the section's start.
    var heightsStart: UInt64
    var filledStart: UInt64
}

enum ElevationSection {
    static func write(_ tiles: [HGTTile], to writer: AtlasWriter) throws {
        let tiles = aligned(tiles)
        var place = UInt64(8 + tiles.count * MemoryLayout<ElevationEntry>.stride)
        let directory = tiles.map { tile in
            let sides = levels(tile.side)
            let start = place
            place += UInt64(padded(sides.reduce(0) { $0 + $1 * $1 } * 2))
            let filled = place
            if tile.voids > 0 { place += UInt64(padded((tile.heights.count + 7) / 8)) }
            return ElevationEntry(
                south: Int32(tile.south), west: Int32(tile.west), side: UInt32(tile.side), levels: UInt32(sides.count),
                heightsStart: start, filledStart: tile.voids > 0 ? filled : 0)
        }
        try writer.append([UInt64(tiles.count)], to: .elevation)
        try writer.append(directory, to: .elevation)
        for tile in tiles { try write(tile, to: writer) }
        try writer.close(.elevation)
    }

    private static func padded(_ bytes: Int) -> Int { (bytes + 7) / 8 * 8 }

    /// Sides of the levels: halved while the middle of every step stays a sample.
    static func levels(_ side: Int) -> [Int] {
        var sides = [side]
        while let last = sides.last, (last - 1) % 2 == 0, last > 100 { sides.append((last - 1) / 2 + 1) }
        return sides
    }

    private static func write(_ tile: HGTTile, to writer: AtlasWriter) throws {
        var (heights, side, count) = (tile.heights, tile.side, 0)
        for next in levels(tile.side) {
            if next != side { (heights, side) = (coarser(heights, side: side, half: next), next) }
            try writer.append(heights, to: .elevation)
            count += heights.count * 2
        }
        try writer.append([UInt8](repeating: 0, count: padded(count) - count), to: .elevation)
        guard tile.voids > 0 else { return }
        var bits = [UInt8](repeating: 0, count: padded((tile.filled.count + 7) / 8))
        for (index, isFilled) in tile.filled.enumerated() where isFilled { bits[index / 8] |= 1 << (index % 8) }
        try writer.append(bits, to: .elevation)
    }

    /// Weights 1, 2, 1 in both directions. On an edge only along it: neighbours that share it stay equal there.
    private static func coarser(_ grid: [Int16], side: Int, half: Int) -> [Int16] {
        var result = [Int16](repeating: 0, count: half * half)
        for row in 0..<half {
            let (y, isRim) = (2 * row, row == 0 || row == half - 1)
            for column in 0..<half {
                let (x, isSide) = (2 * column, column == 0 || column == half - 1)
                func line(_ y: Int) -> Int {
                    let middle = Int(grid[y * side + x])
                    return isSide ? 4 * middle : Int(grid[y * side + x - 1]) + 2 * middle + Int(grid[y * side + x + 1])
                }
                let sum = isRim ? 4 * line(y) : line(y - 1) + 2 * line(y) + line(y + 1)
                result[row * half + column] = Int16((Double(sum) / 16).rounded())
            }
        }
        return result
    }

    // MARK: seams

    /// Makes neighbours agree on the samples that they share.
    private static func aligned(_ tiles: [HGTTile]) -> [HGTTile] {
        var tiles = tiles
        for index in tiles.indices {
            for other in tiles.indices {
                let (a, b) = (tiles[index], tiles[other])
                if a.south == b.south, a.west + 1 == b.west { alignEastWest(&tiles, index, other) }
                if a.west == b.west, a.south == b.south + 1 { alignNorthSouth(&tiles, index, other) }
            }
        }
        return tiles
    }

    private static func alignEastWest(_ tiles: inout [HGTTile], _ west: Int, _ east: Int) {
        let (a, b) = (tiles[west].side, tiles[east].side)
        align(&tiles, west, east, { $0 * a + a - 1 }, { $0 * b })
    }
    private static func alignNorthSouth(_ tiles: inout [HGTTile], _ north: Int, _ south: Int) {
        let (a, _) = (tiles[north].side, tiles[south].side)
        align(&tiles, north, south, { (a - 1) * a + $0 }, { $0 })
    }

    /// A measured height wins over a filled one; between two sizes the finer edge follows the coarser.
    private static func align(
        _ tiles: inout [HGTTile], _ one: Int, _ other: Int, _ oneIndex: (Int) -> Int, _ otherIndex: (Int) -> Int
    ) {
        let (a, b) = (tiles[one].side, tiles[other].side)
        guard a == b else {
            let (coarse, fine) = a < b ? (one, other) : (other, one)
            let (coarseIndex, fineIndex) = a < b ? (oneIndex, otherIndex) : (otherIndex, oneIndex)
            let steps = (tiles[fine].side - 1) / (tiles[coarse].side - 1)
            for position in 0..<tiles[fine].side {
                let (start, part) = (position / steps, Double(position % steps) / Double(steps))
                let low = Double(tiles[coarse].heights[coarseIndex(start)])
                let high = Double(tiles[coarse].heights[coarseIndex(min(start + 1, tiles[coarse].side - 1))])
                tiles[fine].heights[fineIndex(position)] = Int16((low + (high - low) * part).rounded())
            }
            return
        }
        for position in 0..<a {
            let (i, j) = (oneIndex(position), otherIndex(position))
            let isFilled = !tiles[one].filled.isEmpty && tiles[one].filled[i]
            if isFilled { tiles[one].heights[i] = tiles[other].heights[j] } else { tiles[other].heights[j] = tiles[one].heights[i] }
        }
    }
}
