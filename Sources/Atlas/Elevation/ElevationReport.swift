import Domain

/// Whether the elevation tiles are those of the extract, and what is to be said where they are not.
struct ElevationReport {
    private(set) var warnings: [String] = []
    private(set) var tiles: [HGTTile] = []

    /// Keeps one tile for each square: the finer one, or the one with fewer voids if both are as fine.
    init(_ all: [HGTTile]) {
        for tile in all {
            guard let index = tiles.firstIndex(where: { $0.south == tile.south && $0.west == tile.west }) else {
                tiles.append(tile)
                continue
            }
            warnings.append("Elevation tile \(tile.name) came twice: the finer one with fewer voids counts.")
            if (tile.side, -tile.voids) > (tiles[index].side, -tiles[index].voids) { tiles[index] = tile }
        }
    }

    /// Number of places tried along each side.
    private static let steps = 60

    mutating func compare(with areas: [ExtractArea]) {
        guard !tiles.isEmpty, !areas.isEmpty else { return }
        var (covered, all, used) = (0, 0, Set<Int>())
        for area in areas {
            for place in ElevationReport.places(area.box) {
                all += 1
                guard let tile = tiles.firstIndex(where: { $0.contains(place) }) else { continue }
                covered += 1
                used.insert(tile)
            }
        }
        let percent = min(100 * covered / max(all, 1), covered < all ? 99 : 100)
        if percent < 100 {
            warnings.append("Elevation covers \(percent) % of the extract: elsewhere are no contours, no shade and no heights.")
        }
        for (index, tile) in tiles.enumerated() where !used.contains(index) {
            warnings.append("Elevation tile \(tile.name) lies outside the extract: 0 % of it is used.")
        }
    }

    private static func places(_ box: WorldBox) -> [Coordinates] {
        let (width, height) = (Double(box.maxX) - Double(box.minX), Double(box.maxY) - Double(box.minY))
        return (0..<steps * steps).map { number in
            let (row, column) = (Double(number / steps) + 0.5, Double(number % steps) + 0.5)
            return World.coordinates(
                x: Double(box.minX) + width * column / Double(steps), y: Double(box.minY) + height * row / Double(steps))
        }
    }

    /// If most peaks of a tile have tagged heights that disagree with it, the tile is not where its name says.
    mutating func compare(with peaks: [(place: WorldPoint, metres: Int)], _ elevation: Elevation) {
        for tile in tiles {
            let heights = peaks.filter { tile.contains($0.place.coordinates) }
            let off = heights.count { abs((elevation.metres(at: $0.place) ?? 0) - Double($0.metres)) > 200 }
            guard heights.count >= 3, off * 2 > heights.count else { continue }
            warnings.append(
                "Elevation tile \(tile.name) may lie elsewhere than its name says: \(100 * off / heights.count) % of \(heights.count) "
                    + "summits in it differ from it by more than 200 m.")
        }
    }
}

extension HGTTile {
    /// N46E009.
    var name: String {
        func digits(_ number: Int, _ count: Int) -> String { String("000\(abs(number))".suffix(count)) }
        return (south < 0 ? "S" : "N") + digits(south, 2) + (west < 0 ? "W" : "E") + digits(west, 3)
    }

    func contains(_ place: Coordinates) -> Bool {
        (0...1).contains(place.latitude - Double(south)) && (0...1).contains(place.longitude - Double(west))
    }
}

/// Files of elevation alone would take the place of a map with streets: whoever imports is asked first.
package struct ElevationOnly: Error, Sendable {
    /// Of the map that is there.
    package let name: String
    package let features: Int

    package var text: String {
        "These files hold elevation only. The map “\(name)” with its \(features) things would be gone."
    }
}
