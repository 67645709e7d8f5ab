import Domain
import Foundation

/// Ground heights of the atlas, in metres above the sea.
package struct Elevation: Sendable {
    struct Tile: Sendable {
        let south: Int
        let west: Int
        let side: Int
        /// The side and the first height of each level, the finest first.
        let levels: [(side: Int, start: Int)]
        let filledStart: Int?

        func level(spacing: Double) -> Int {
            var (level, finer) = (0, spacing * Double(side - 1))
            while finer > 1.6, level < levels.count - 1 { (level, finer) = (level + 1, finer / 2) }
            return level
        }
    }

    private let section: MappedSection
    let tiles: [Tile]

    init(_ section: MappedSection) {
        self.section = section
        let count = section.count >= 8 ? Int(section.load(UInt64.self, at: 0)) : 0
        tiles = (0..<count).map { index in
            let entry = section.load(ElevationEntry.self, at: 8 + index * MemoryLayout<ElevationEntry>.stride)
            var start = Int(entry.heightsStart)
            let levels = ElevationSection.levels(Int(entry.side)).map { side in
                defer { start += side * side * 2 }
                return (side, start)
            }
            return Tile(
                south: Int(entry.south), west: Int(entry.west), side: Int(entry.side), levels: levels,
                filledStart: entry.filledStart == 0 ? nil : Int(entry.filledStart))
        }
    }

    package var isEmpty: Bool { tiles.isEmpty }
    var hasVoids: Bool { tiles.contains { $0.filledStart != nil } }

    /// Metres between the four samples around, bilinear; nil outside the atlas.
    package func metres(at place: Coordinates) -> Double? {
        guard let (tile, y, x) = find(place.latitude, place.longitude) else { return nil }
        let (row, column) = (min(Int(y), tile.side - 2), min(Int(x), tile.side - 2))
        let (v, u) = (y - Double(row), x - Double(column))
        let start = tile.levels[0].start
        func height(_ row: Int, _ column: Int) -> Double {
            Double(section.load(Int16.self, at: start + (row * tile.side + column) * 2))
        }
        let upper = height(row, column) * (1 - u) + height(row, column + 1) * u
        let lower = height(row + 1, column) * (1 - u) + height(row + 1, column + 1) * u
        return upper * (1 - v) + lower * v
    }

    /// As at the coordinates of the point.
    package func metres(at point: WorldPoint) -> Double? { metres(at: point.coordinates) }

    /// Only what was measured: nil also where one of the samples around was a void.
    package func measured(at place: Coordinates) -> Double? {
        guard let (tile, y, x) = find(place.latitude, place.longitude) else { return nil }
        if let start = tile.filledStart {
            let (row, column) = (min(Int(y), tile.side - 2), min(Int(x), tile.side - 2))
            for index in [row * tile.side + column, (row + 1) * tile.side + column] {
                if isSet(start, index) || isSet(start, index + 1) { return nil }
            }
        }
        return metres(at: place)
    }

    private func isSet(_ start: Int, _ index: Int) -> Bool {
        section.load(UInt8.self, at: start + index / 8) & (1 << (index % 8)) != 0
    }

    /// Whether the nearest sample was a void that the import filled from its surroundings.
    package func isFilled(at place: Coordinates) -> Bool {
        guard let (tile, y, x) = find(place.latitude, place.longitude), let start = tile.filledStart else { return false }
        let index = Int(y.rounded()) * tile.side + Int(x.rounded())
        return isSet(start, index)
    }

    /// Degrees from horizontal, from heights a sample's distance around; nil at the edge of the atlas.
    package func slope(at place: Coordinates) -> Double? {
        guard let (tile, _, _) = find(place.latitude, place.longitude) else { return nil }
        let step = 1 / Double(tile.side - 1)
        func height(_ north: Double, _ east: Double) -> Double? {
            Coordinates(latitude: place.latitude + north * step, longitude: place.longitude + east * step).flatMap(measured)
        }
        guard let north = height(1, 0), let south = height(-1, 0), let east = height(0, 1), let west = height(0, -1) else { return nil }
        let run = 2 * step * 111_320
        let rise = hypot((north - south) / run, (east - west) / (run * cos(place.latitude * .pi / 180)))
        return atan(rise) * 180 / .pi
    }

    /// The tile of a place, and the row and column in its finest level.
    private func find(_ latitude: Double, _ longitude: Double) -> (tile: Tile, y: Double, x: Double)? {
        for tile in tiles {
            let (south, west) = (latitude - Double(tile.south), longitude - Double(tile.west))
            guard (0...1).contains(south), (0...1).contains(west) else { continue }
            let steps = Double(tile.side - 1)
            return (tile, (1 - south) * steps, west * steps)
        }
        return nil
    }

    // MARK: smooth surfaces, for drawing

    /// Metres between sixteen samples around, with smooth slopes (Catmull-Rom): contours without corners.
    /// - Parameter spacing: degrees between the samples that are asked for: a level about as fine answers.
    func smooth(latitude: Double, longitude: Double, spacing: Double) -> Double? {
        guard let (tile, _, _) = find(latitude, longitude) else { return nil }
        let level = tile.level(spacing: spacing)
        let (side, start) = tile.levels[level]
        let steps = Double(side - 1)
        let (y, x) = ((1 - latitude + Double(tile.south)) * steps, (longitude - Double(tile.west)) * steps)
        let (row, column) = (min(Int(y), side - 2), min(Int(x), side - 2))
        let (v, u) = (y - Double(row), x - Double(column))
        let isInside = row > 0 && column > 0 && row < side - 2 && column < side - 2
        var lines = (0.0, 0.0, 0.0, 0.0)
        func line(_ row: Int) -> Double {
            func height(_ column: Int) -> Double {
                isInside
                    ? Double(section.load(Int16.self, at: start + (row * side + column) * 2))
                    : neighbour(tile, level, row, column)
            }
            return Elevation.spline(height(column - 1), height(column), height(column + 1), height(column + 2), u)
        }
        lines = (line(row - 1), line(row), line(row + 1), line(row + 2))
        return Elevation.spline(lines.0, lines.1, lines.2, lines.3, v)
    }

    /// A sample by its place in a tile's grid, taken from the neighbouring tile where it lies outside.
    private func neighbour(_ tile: Tile, _ level: Int, _ row: Int, _ column: Int) -> Double {
        let (side, start) = tile.levels[level]
        if row >= 0, column >= 0, row < side, column < side {
            return Double(section.load(Int16.self, at: start + (row * side + column) * 2))
        }
        let steps = Double(side - 1)
        let latitude = Double(tile.south) + 1 - Double(row) / steps
        let longitude = Double(tile.west) + Double(column) / steps
        if let place = Coordinates(latitude: latitude, longitude: longitude), let found = metres(at: place) { return found }
        return neighbour(tile, level, min(max(row, 0), side - 1), min(max(column, 0), side - 1))
    }

    private static func spline(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    }
}
