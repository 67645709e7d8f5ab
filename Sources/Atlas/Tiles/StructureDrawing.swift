import Foundation

/// What people built that is neither road nor house: dams and piers, walls and fences, power lines.
extension TileCanvas {
    private static let round = " fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\""

    private func lines(_ kind: FeatureKind, where isWanted: (FeatureRecord) -> Bool = { _ in true }) -> PathBuffer {
        var path = PathBuffer()
        for feature in features(kind) where isWanted(feature) { addLines(feature, to: &path) }
        return path
    }

    /// Above the water that they hold or lead over.
    mutating func drawDams() {
        let ground = style == .street ? "#f1eee8" : "#e8e2d9"
        if zoom >= 13 {
            var decks = PathBuffer()
            for feature in features(.pierLand) { addRings(feature, to: &decks) }
            draw(decks, "fill=\"\(ground)\" " + TileCanvas.stroke("#b9b1a6", 0.7))
            let piers = lines(.pier)
            draw(piers, TileCanvas.stroke("#b9b1a6", width(1.6, 7, from: 13), TileCanvas.round))
            draw(piers, TileCanvas.stroke(ground, width(0.8, 5.4, from: 13), TileCanvas.round))
        }
        if zoom >= 12 { draw(lines(.dam), TileCanvas.stroke("#77706a", width(1.2, 5, from: 12), TileCanvas.round)) }
    }

    /// Thin: they matter to whoever stands before them.
    mutating func drawWalls() {
        guard zoom >= 15 else { return }
        draw(lines(.fence), TileCanvas.stroke("#9d9384", 0.7, " fill=\"none\" stroke-opacity=\".8\"" + TileCanvas.dash(4, 2)))
        draw(lines(.wall), TileCanvas.stroke("#857a6d", width(0.9, 1.8, from: 15), TileCanvas.round))
    }

    /// Lines with their towers, which stand where a line has its corners.
    mutating func drawPowerLines() {
        guard zoom >= 13 else { return }
        let colour = "#837d86"
        let (major, minor) = (lines(.powerLine) { $0.detail == 0 }, lines(.powerLine) { $0.detail > 0 })
        draw(major, "fill=\"none\" " + TileCanvas.stroke(colour, 0.8, " stroke-opacity=\".65\""))
        if zoom >= 15 { draw(minor, "fill=\"none\" " + TileCanvas.stroke(colour, 0.6, " stroke-opacity=\".5\"")) }
        guard zoom >= 14 else { return }
        var towers = PathBuffer()
        let half = width(1.2, 2.4, from: 14) * TileTransform.unitsPerPixel
        for feature in features(.powerLine) where feature.detail == 0 || zoom >= 16 {
            atlas.lines(of: feature) { line in
                for place in line.lazy.map(transform.point) where abs(place.x - 512) < 530 && abs(place.y - 512) < 530 {
                    towers.add([TilePoint(x: place.x - half, y: place.y), TilePoint(x: place.x + half, y: place.y)], isClosed: false)
                    towers.add([TilePoint(x: place.x, y: place.y - half), TilePoint(x: place.x, y: place.y + half)], isClosed: false)
                }
            }
        }
        draw(towers, "fill=\"none\" " + TileCanvas.stroke(colour, 1, " stroke-opacity=\".8\""))
    }

    /// A soft band below the paths that a route follows; what several routes share is no darker.
    mutating func drawHikingRoutes() {
        guard zoom >= 12 else { return }
        let wide = lines(.hikingRoute) { $0.detail < 3 || zoom >= 13 }
        let opacity = style == .mountain ? ".34" : ".24"
        draw(wide, TileCanvas.stroke("#c2408f", width(2, 8, from: 12), TileCanvas.round + " stroke-opacity=\"\(opacity)\""))
    }
}
