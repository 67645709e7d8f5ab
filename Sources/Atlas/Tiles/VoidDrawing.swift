import Domain

/// Ground without satellite heights: they were guessed from the surroundings, and the map says so.
extension TileCanvas {
    /// Picture units between two strokes; a tile is a multiple of it, so that strokes go on in the next one.
    private static let hatch = 32

    mutating func hatchVoids(_ grid: HeightGrid) {
        guard hasVoids(grid) else { return }
        var path = PathBuffer()
        let size = Int(TileTransform.size)
        for start in stride(from: 0, through: 2 * size, by: TileCanvas.hatch) {
            // Along x + y = start, from the lower left.
            let (low, high) = (max(0, start - size), min(size, start))
            var begin: Int?
            for x in stride(from: low, through: high + 8, by: 8) {
                let isVoid = x <= high && isFilled(Double(x), Double(start - x))
                if isVoid, begin == nil { begin = x }
                if !isVoid, let first = begin {
                    let last = min(x - 8, high)
                    path.add([point(first, start), point(max(last, first + 4), start)], isClosed: false)
                    begin = nil
                }
            }
        }
        draw(path, "fill=\"none\" " + TileCanvas.stroke("#7d6f86", 0.9, " stroke-opacity=\".55\""))
    }

    private func point(_ x: Int, _ sum: Int) -> TilePoint { TilePoint(x: Double(x), y: Double(sum - x)) }

    private func isFilled(_ x: Double, _ y: Double) -> Bool {
        let world = transform.world(TilePoint(x: x, y: y))
        return atlas.elevation.isFilled(at: World.coordinates(x: world.x, y: world.y))
    }

    /// A void between the places of the grid is too small to be seen.
    private func hasVoids(_ grid: HeightGrid) -> Bool {
        guard atlas.elevation.hasVoids else { return false }
        return (0..<grid.side * grid.side).contains { index in
            let place = grid.place(index / grid.side, index % grid.side)
            return isFilled(place.x, place.y)
        }
    }
}
