import Foundation

/// Land, water and buildings.
extension TileCanvas {
    private struct Land {
        let kind: FeatureKind
        let minZoom: Int
        let street: String
        /// Nil: not in this style.
        let mountain: String?
        /// Of the edge, for what would be lost on ground of a like colour.
        var line: String?
    }

    /// Lowest first.
    private static let land = [
        Land(kind: .residentialLand, minZoom: 8, street: "#e9e5de", mountain: "#d8cfc6"),
        Land(kind: .industrialLand, minZoom: 11, street: "#e5e1e4", mountain: "#d6d0cc"),
        Land(kind: .farmland, minZoom: 10, street: "#f0ecd6", mountain: nil),
        Land(kind: .grass, minZoom: 10, street: "#dfebcd", mountain: "#cfe0ae"),
        Land(kind: .heath, minZoom: 10, street: "#e2e4c6", mountain: "#d5d9ab"),
        Land(kind: .scrub, minZoom: 10, street: "#d3e0bc", mountain: "#bfd29f"),
        Land(kind: .forest, minZoom: 8, street: "#c2d9ad", mountain: "#a5c78c"),
        Land(kind: .orchard, minZoom: 11, street: "#d9e6bd", mountain: "#c4d8a0"),
        Land(kind: .wetland, minZoom: 11, street: "#d3e5dd", mountain: "#bcd9d2"),
        Land(kind: .rock, minZoom: 10, street: "#dedbd5", mountain: "#c3beb7"),
        Land(kind: .scree, minZoom: 10, street: "#e5e1d9", mountain: "#d5d0c6"),
        Land(kind: .sand, minZoom: 11, street: "#f3e8c6", mountain: "#eadfb9"),
        Land(kind: .cemetery, minZoom: 13, street: "#ccd8c0", mountain: "#bccab0"),
        Land(kind: .quarry, minZoom: 11, street: "#d8d2cb", mountain: "#c4bab0"),
        Land(kind: .park, minZoom: 12, street: "#d2e7be", mountain: "#c1dba4"),
        Land(kind: .sportsLand, minZoom: 13, street: "#dcebd2", mountain: "#c9ddb8", line: "#a9c3a0"),
        Land(kind: .pitch, minZoom: 14, street: "#b9dcb4", mountain: "#a8cf9d", line: "#8fb88a"),
        Land(kind: .parkingLand, minZoom: 14, street: "#e4e4ea", mountain: "#dcdce2", line: "#bcbcc8"),
        Land(kind: .square, minZoom: 14, street: "#f1eee8", mountain: "#e8e2d9"),
    ]

    mutating func drawLand() {
        let isMountain = style == .mountain
        for land in TileCanvas.land where zoom >= land.minZoom {
            guard let colour = isMountain ? land.mountain : land.street else { continue }
            var path = PathBuffer()
            for feature in features(land.kind) { addRings(feature, to: &path) }
            let edge = zoom >= 15 ? land.line.map { " " + TileCanvas.stroke($0, 0.7) } ?? "" : ""
            draw(path, "fill=\"\(colour)\"" + (isMountain ? " fill-opacity=\".62\"" : "") + edge)
        }
        drawGlaciers()
    }

    private mutating func drawGlaciers() {
        var path = PathBuffer()
        for feature in features(.glacier) { addRings(feature, to: &path) }
        draw(path, "fill=\"#e9f5fb\" " + TileCanvas.stroke("#9cc9dd", 0.8))
    }

    mutating func drawWater() {
        let (fill, line) = style == .street ? ("#abd0e6", "#8dbbd6") : ("#9cc8e2", "#5d9fc6")
        var areas = PathBuffer()
        for kind in [FeatureKind.water, .riverbank] {
            for feature in features(kind) { addRings(feature, to: &areas) }
        }
        drawRivers(style == .street ? fill : line)
        drawSea(fill, line)
        draw(areas, "fill=\"\(fill)\"" + (zoom >= 13 ? " " + TileCanvas.stroke(line, 0.6) : ""))
    }

    /// The sea comes in pieces, which have no edges; its coast has one.
    private mutating func drawSea(_ fill: String, _ line: String) {
        var (sea, coast) = (PathBuffer(), PathBuffer())
        for feature in features(.sea) { addRings(feature, to: &sea) }
        draw(sea, "fill=\"\(fill)\"")
        for feature in features(.coastline) where zoom >= 11 { addLines(feature, to: &coast) }
        draw(coast, "fill=\"none\" " + TileCanvas.stroke(line, width(0.6, 1.4, from: 11), " stroke-linejoin=\"round\""))
    }

    private mutating func drawRivers(_ colour: String) {
        var (rivers, streams, dry) = (PathBuffer(), PathBuffer(), PathBuffer())
        for feature in features(.river) where !feature.flags.contains(.tunnel) { addLines(feature, to: &rivers) }
        if zoom >= 12 {
            for feature in features(.stream) where !feature.flags.contains(.tunnel) {
                if feature.flags.contains(.intermittent) { addLines(feature, to: &dry) } else { addLines(feature, to: &streams) }
            }
        }
        let round = " fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
        draw(streams, TileCanvas.stroke(colour, width(0.5, 2.5, from: 12), round))
        draw(dry, TileCanvas.stroke(colour, width(0.5, 2, from: 12), " fill=\"none\"" + TileCanvas.dash(5, 4)))
        draw(rivers, TileCanvas.stroke(colour, width(0.6, 7, from: 8), round))
    }

    /// A width that grows evenly by zoom, from the first to the one at zoom 18.
    func width(_ first: Double, _ last: Double, from start: Int) -> Double {
        guard zoom > start else { return first }
        return first * pow(last / first, Double(zoom - start) / Double(18 - start))
    }

    mutating func drawBuildings() {
        guard zoom >= 14 else { return }
        var path = PathBuffer()
        for feature in features(.building) { addRings(feature, to: &path) }
        let (fill, line) = style == .street ? ("#d9cfc5", "#bcae9f") : ("#a99c92", "#84786e")
        draw(path, "fill=\"\(fill)\"" + (zoom >= 15 ? " " + TileCanvas.stroke(line, 0.7) : ""))
    }

    mutating func drawBorders() {
        var path = PathBuffer()
        for feature in features(.adminBorder) where feature.detail <= (zoom < 12 ? 4 : 6) { addLines(feature, to: &path) }
        draw(
            path,
            "fill=\"none\" " + TileCanvas.stroke("#8a6a9c", width(1, 2.6, from: 8), " stroke-opacity=\".55\"" + TileCanvas.dash(9, 3, 2, 3))
        )
    }

    mutating func drawCliffs() {
        guard zoom >= 13 else { return }
        var (cliffs, ridges) = (PathBuffer(), PathBuffer())
        for feature in features(.cliff) { addLines(feature, to: &cliffs) }
        for feature in features(.ridge) { addLines(feature, to: &ridges) }
        draw(cliffs, "fill=\"none\" " + TileCanvas.stroke("#6f655c", width(1, 2.4, from: 13)))
        // The teeth of a cliff: short strokes across a second, wider line.
        draw(
            cliffs,
            "fill=\"none\" " + TileCanvas.stroke("#6f655c", width(2.4, 6, from: 13), " stroke-opacity=\".7\"" + TileCanvas.dash(0.8, 3.2)))
        draw(ridges, "fill=\"none\" " + TileCanvas.stroke("#8b7b69", 1, " stroke-opacity=\".6\"" + TileCanvas.dash(6, 3)))
    }
}
