import Domain
import Foundation

/// How a region marks the difficulty of pistes. The values are those of OpenSkiMap's convention.
package enum PisteColours: Sendable {
    case europe, northAmerica, japan

    /// North America, Oceania and Japan have conventions of their own; everywhere else follows the European one.
    package init(at point: WorldPoint) {
        let place = point.coordinates
        let (latitude, longitude) = (place.latitude, place.longitude)
        if (24...46).contains(latitude), (129...146).contains(longitude) {
            self = .japan
        } else if (-170 ... -50).contains(longitude), latitude > 14 {
            self = .northAmerica
        } else if (110...180).contains(longitude), latitude < -8 {
            self = .northAmerica
        } else {
            self = .europe
        }
    }

    /// As "#rrggbb", by the colours of the part of the world where it lies.
    package func colour(_ difficulty: PisteDifficulty) -> String {
        let (green, blue, red, black, orange, grey) = ("#00a80e", "#0062a8", "#f3171b", "#000000", "#ff9100", "#595959")
        switch (difficulty, self) {
        case (.unknown, _): return grey
        case (.novice, _), (.easy, .northAmerica), (.easy, .japan): return green
        case (.easy, _), (.intermediate, .northAmerica): return blue
        case (.intermediate, _): return red
        case (.advanced, _), (.expert, _): return black
        case (.freeride, _), (.extreme, _): return orange
        }
    }
}

extension FeatureRecord {
    package var pisteType: PisteType { PisteType(rawValue: detail >> 4) ?? .other }
    package var difficulty: PisteDifficulty { PisteDifficulty(rawValue: detail & 15) ?? .unknown }
    package var liftType: LiftType? { LiftType(rawValue: detail) }
}

/// Pistes and lifts.
extension TileCanvas {
    mutating func drawPisteAreas() {
        guard zoom >= 12 else { return }
        for (colour, areas) in grouped(.pisteArea) {
            var path = PathBuffer()
            for feature in areas { addRings(feature, to: &path) }
            draw(path, "fill=\"\(colour)\" fill-opacity=\".16\"")
        }
    }

    /// By colour, always in the same order.
    private func grouped(_ kind: FeatureKind) -> [(String, [FeatureRecord])] {
        Dictionary(grouping: features(kind), by: \.pisteSign.colour).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    mutating func drawPistes() {
        guard style.showsPistes(zoom: zoom) else { return }
        let groups = grouped(.piste)
        let width = width(1.2, 5, from: 11)
        let round = " fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
        var all = PathBuffer()
        for (_, pistes) in groups { for feature in pistes { addLines(feature, to: &all) } }
        if zoom >= 13 { draw(all, TileCanvas.stroke("#ffffff", width + 2, round + " stroke-opacity=\".8\"")) }
        for (colour, pistes) in groups {
            var (solid, broken) = (PathBuffer(), PathBuffer())
            for feature in pistes {
                if feature.pisteSign.isBroken { addLines(feature, to: &broken) } else { addLines(feature, to: &solid) }
            }
            draw(solid, TileCanvas.stroke(colour, width, round))
            draw(broken, TileCanvas.stroke(colour, width, " fill=\"none\"" + TileCanvas.dash(8, 4)))
        }
        drawPisteArrows()
    }

    /// Pistes are ridden downhill: by the ground where the atlas knows it, else as they were drawn.
    private mutating func drawPisteArrows() {
        guard zoom >= 14 else { return }
        var path = PathBuffer()
        for feature in features(.piste) where feature.pisteType == .downhill {
            atlas.lines(of: feature) { line in
                guard let first = line.first, let last = line.last else { return }
                let (top, bottom) = (atlas.elevation.metres(at: first) ?? 1, atlas.elevation.metres(at: last) ?? 0)
                let points = points(line)
                addArrows(along: top >= bottom ? points : points.reversed(), every: 90, size: width(3.2, 6, from: 14), to: &path)
            }
        }
        draw(
            path,
            "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" " + TileCanvas.stroke("#ffffff", width(1.1, 2, from: 14)))
    }

    mutating func drawLifts() {
        guard style.showsLifts(zoom: zoom) else { return }
        let (isMountain, colour) = (style == .mountain, style.liftColour)
        var (cabins, chairs, drags) = (PathBuffer(), PathBuffer(), PathBuffer())
        for feature in features(.lift) {
            switch feature.liftType?.sign {
            case .cabin: addLines(feature, to: &cabins)
            case .chair: addLines(feature, to: &chairs)
            case .drag, nil: addLines(feature, to: &drags)
            }
        }
        let width = width(0.8, 2.2, from: 11)
        draw(cabins, "fill=\"none\" " + TileCanvas.stroke(colour, width * 1.7))
        draw(chairs, "fill=\"none\" " + TileCanvas.stroke(colour, width * 1.2))
        draw(drags, "fill=\"none\" " + TileCanvas.stroke(colour, width, TileCanvas.dash(7, 2)))
        if isMountain, zoom >= 13 { drawCabins(cabins: cabins, chairs: chairs, colour) }
        drawStations(colour)
    }

    /// Marks across the line tell the types apart without colour: wide blocks for cabins, thin strokes for chairs.
    private mutating func drawCabins(cabins: PathBuffer, chairs: PathBuffer, _ colour: String) {
        let tall = width(5, 11, from: 13)
        draw(cabins, "fill=\"none\" " + TileCanvas.stroke(colour, tall, TileCanvas.dash(4, 30)))
        draw(chairs, "fill=\"none\" " + TileCanvas.stroke(colour, tall, TileCanvas.dash(1.2, 20)))
    }

    private mutating func drawStations(_ colour: String) {
        guard zoom >= 13 else { return }
        let half = width(1.8, 4, from: 13) * TileTransform.unitsPerPixel
        var (stations, pylons) = (PathBuffer(), PathBuffer())
        func square(_ place: WorldPoint, _ half: Double, _ path: inout PathBuffer) {
            let p = transform.point(place)
            path.add(
                [
                    TilePoint(x: p.x - half, y: p.y - half), TilePoint(x: p.x + half, y: p.y - half),
                    TilePoint(x: p.x + half, y: p.y + half), TilePoint(x: p.x - half, y: p.y + half),
                ], isClosed: true)
        }
        for feature in features(.lift) {
            atlas.lines(of: feature) { line in
                if let first = line.first { square(first, half, &stations) }
                if let last = line.last { square(last, half, &stations) }
            }
        }
        for feature in features(.liftPylon) where zoom >= 16 { square(atlas.place(of: feature), half / 3, &pylons) }
        draw(pylons, "fill=\"\(colour)\"")
        draw(stations, "fill=\"#fff\" " + TileCanvas.stroke(colour, 1.2))
    }
}
