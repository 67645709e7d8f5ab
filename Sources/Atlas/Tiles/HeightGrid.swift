import Domain
import Foundation

/// Values on a square grid over a tile and a rim around it. The grid's places are the same in neighbouring tiles, so that
/// what is drawn from it meets at the edge.
struct HeightGrid {
    /// Cells outside the tile on each side.
    static let rim = 3

    /// Values a side.
    let side: Int
    /// Picture units from one value to the next.
    let step: Double
    var values: [Float]

    /// Ground heights in metres, NaN where the atlas has none; nil where it has none at all.
    init?(_ transform: TileTransform, _ elevation: Elevation) {
        let cells = transform.zoom >= 14 ? 32 : 48
        side = cells + 1 + 2 * HeightGrid.rim
        step = TileTransform.size / Double(cells)
        values = [Float](repeating: .nan, count: side * side)
        let first = transform.world(TilePoint(x: 0, y: 0)).x
        let degrees = (transform.world(TilePoint(x: step, y: 0)).x - first) / World.size * 360
        var found = false
        for row in 0..<side {
            // A row has one latitude; along it the longitude grows evenly.
            let world = transform.world(place(row, 0))
            let start = World.coordinates(x: world.x, y: world.y)
            for column in 0..<side {
                let longitude = start.longitude + Double(column) * degrees
                if let height = elevation.smooth(latitude: start.latitude, longitude: longitude, spacing: degrees) {
                    values[row * side + column] = Float(height)
                    found = true
                }
            }
        }
        guard found else { return nil }
    }

    private init(side: Int, step: Double, values: [Float]) {
        (self.side, self.step, self.values) = (side, step, values)
    }

    func place(_ row: Int, _ column: Int) -> TilePoint {
        TilePoint(x: Double(column - HeightGrid.rim) * step, y: Double(row - HeightGrid.rim) * step)
    }

    var range: ClosedRange<Float>? {
        var (low, high) = (Float.infinity, -Float.infinity)
        for value in values where !value.isNaN { (low, high) = (min(low, value), max(high, value)) }
        return low <= high ? low...high : nil
    }

    /// How much light falls on the ground, 0 to 1, from the north-west and 45° high; level ground gets 0.71.
    /// - Parameter metresPerUnit: on the ground, for a picture unit.
    func light(metresPerUnit: Double) -> HeightGrid {
        let run = Float(2 * step * metresPerUnit)
        // Small scales flatten the ground: raise it a little.
        let raise = Float(min(2.2, max(1.3, metresPerUnit / 6)))
        var light = [Float](repeating: 0.707, count: values.count)
        for row in 1..<(side - 1) {
            for column in 1..<(side - 1) {
                let index = row * side + column
                let east = (values[index + 1] - values[index - 1]) / run * raise
                let south = (values[index + side] - values[index - side]) / run * raise
                guard !east.isNaN, !south.isNaN else { continue }
                let length = (1 + east * east + south * south).squareRoot()
                light[index] = max(0, (0.5 * east + 0.5 * south + 0.707) / length)
            }
        }
        return HeightGrid(side: side, step: step, values: light)
    }

    /// Each value mixed with those around it, twice: what a step of the terrain model leaves in the light is no corner then. It takes two
    /// cells of the rim, and `light` the third, so that neighbouring tiles still meet.
    var softened: HeightGrid {
        var (from, to) = (values, values)
        for _ in 1..<HeightGrid.rim {
            for row in 1..<(side - 1) {
                for column in 1..<(side - 1) {
                    let index = row * side + column
                    let (north, south) = (index - side, index + side)
                    let corners = from[north - 1] + from[north + 1] + from[south - 1] + from[south + 1]
                    let sides = from[north] + from[south] + from[index - 1] + from[index + 1]
                    to[index] = (corners + 2 * sides + 4 * from[index]) / 16
                }
            }
            from = to
        }
        return HeightGrid(side: side, step: step, values: to)
    }

    var hasUnknown: Bool { values.contains(where: \.isNaN) }

    /// Unknown heights continued from the known ones, so that areas can be closed; they are covered afterwards.
    var extended: HeightGrid {
        hasUnknown ? HeightGrid(side: side, step: step, values: VoidFill.filled(values, side: side)) : self
    }

    var negated: HeightGrid { HeightGrid(side: side, step: step, values: values.map { -$0 }) }
}
