import Foundation

/// Roads, paths and rails: tunnels below, then the ground, then bridges by layer. Everywhere the casings of all classes come
/// before the fills, so that crossings are open.
extension TileCanvas {
    private struct Road {
        let kind: FeatureKind
        let minZoom: Int
        /// Pixels at `minZoom` and at 18.
        let widths: (Double, Double)
        let fill: String
        let casing: String
    }

    /// The least important first.
    private static let roads = [
        Road(kind: .service, minZoom: 13, widths: (0.8, 7), fill: "#ffffff", casing: "#cdc6bb"),
        Road(kind: .pedestrian, minZoom: 13, widths: (1, 9), fill: "#f4f0f5", casing: "#b9adb8"),
        Road(kind: .residential, minZoom: 12, widths: (0.8, 12), fill: "#ffffff", casing: "#c5bdb1"),
        Road(kind: .tertiary, minZoom: 11, widths: (1, 14), fill: "#ffffff", casing: "#b5aa9b"),
        Road(kind: .secondary, minZoom: 10, widths: (1, 16), fill: "#f7eba6", casing: "#bba75c"),
        Road(kind: .primary, minZoom: 8, widths: (1, 18), fill: "#f8d48c", casing: "#c39443"),
        Road(kind: .trunk, minZoom: 8, widths: (1.2, 20), fill: "#f2b27d", casing: "#bd7434"),
        Road(kind: .motorway, minZoom: 8, widths: (1.4, 22), fill: "#e58f87", casing: "#b0554c"),
    ]

    private enum Level: Equatable {
        case tunnel, ground, bridge(Int8)
    }

    private func isOn(_ level: Level, _ feature: FeatureRecord) -> Bool {
        switch level {
        case .tunnel: feature.flags.contains(.tunnel)
        case .ground: feature.flags.isDisjoint(with: [.tunnel, .bridge])
        case .bridge(let layer): feature.flags.contains(.bridge) && max(feature.layer, 1) == layer
        }
    }

    mutating func drawRoads() {
        let layers = Set(features.filter { $0.flags.contains(.bridge) && ($0.kind.isRoad || $0.kind == .rail) }.map { max($0.layer, 1) })
        for level in [Level.tunnel, .ground] + layers.sorted().map({ .bridge($0) }) {
            drawPaths(level)
            drawCasings(level)
            drawFills(level)
            drawRails(level)
        }
        drawOneways()
    }

    private func path(_ kind: FeatureKind, _ level: Level, links: Bool) -> PathBuffer {
        var path = PathBuffer()
        for feature in features(kind) where isOn(level, feature) && feature.flags.contains(.link) == links { addLines(feature, to: &path) }
        return path
    }

    private static let round = " fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
    private static let butt = " fill=\"none\" stroke-linejoin=\"round\""

    private mutating func drawCasings(_ level: Level) {
        for road in TileCanvas.roads where zoom >= road.minZoom {
            for isLink in [true, false] {
                let width = width(road.widths.0, road.widths.1, from: road.minZoom) * (isLink ? 0.6 : 1)
                guard width >= 2 || level != .ground else { continue }
                let edge = max(1, width * 0.16)
                let isBridge = level != .ground && level != .tunnel
                let ends = level == .ground ? TileCanvas.round : TileCanvas.butt + (level == .tunnel ? TileCanvas.dash(4, 3) : "")
                draw(
                    path(road.kind, level, links: isLink),
                    TileCanvas.stroke(isBridge ? "#6b645b" : road.casing, width + edge * (isBridge ? 1.5 : 1), ends))
            }
        }
    }

    private mutating func drawFills(_ level: Level) {
        for isLink in [true, false] {
            for road in TileCanvas.roads where zoom >= road.minZoom {
                let width = width(road.widths.0, road.widths.1, from: road.minZoom) * (isLink ? 0.6 : 1)
                // Too narrow for a casing, a white road would vanish on light ground.
                let colour = width < 2 ? road.casing : road.fill
                let ends = level == .ground ? TileCanvas.round : TileCanvas.butt
                let line = path(road.kind, level, links: isLink)
                if level == .tunnel { draw(line, TileCanvas.stroke("#fff", width, ends)) }
                let pale = level == .tunnel ? " stroke-opacity=\".5\"" : ""
                draw(line, TileCanvas.stroke(colour, width, ends + pale))
            }
        }
    }

    private mutating func drawPaths(_ level: Level) {
        guard zoom >= 13 else { return }
        let isMountain = style == .mountain
        let paths: [(FeatureKind, Int, Double, Double, String, String)] = [
            (.track, 13, 0.9, 3, isMountain ? "#8a5a2b" : "#a8875c", TileCanvas.dash(7, 2.5)),
            (.cycleway, 14, 0.9, 2.6, "#4f78b8", TileCanvas.dash(5, 2)),
            (.pathway, isMountain ? 13 : 14, 0.8, 2.4, isMountain ? "#9c3d22" : "#b0715a", TileCanvas.dash(3, 2.2)),
            (.steps, 15, 1.6, 5, "#b0563a", TileCanvas.dash(1.2, 1.2)),
        ]
        for (kind, minZoom, first, last, colour, dash) in paths where zoom >= minZoom {
            let line = path(kind, level, links: false)
            let width = width(first, last, from: minZoom)
            draw(line, TileCanvas.stroke("#ffffff", width + 1.4, TileCanvas.round + " stroke-opacity=\".6\""))
            draw(line, TileCanvas.stroke(colour, width, TileCanvas.butt + dash + (level == .tunnel ? " stroke-opacity=\".4\"" : "")))
        }
    }

    private mutating func drawRails(_ level: Level) {
        let pale = level == .tunnel ? " stroke-opacity=\".35\"" : ""
        let rail = path(.rail, level, links: false)
        if zoom >= 10 {
            draw(rail, TileCanvas.stroke("#6e6a66", width(1, 4, from: 10), TileCanvas.butt + pale))
            if zoom >= 13 {
                draw(rail, TileCanvas.stroke("#ffffff", width(0.6, 2.4, from: 13), TileCanvas.butt + TileCanvas.dash(7, 7) + pale))
            }
        }
        if zoom >= 13 {
            draw(path(.tram, level, links: false), TileCanvas.stroke("#7d6f8c", width(0.8, 2.4, from: 13), TileCanvas.butt + pale))
        }
    }

    private mutating func drawOneways() {
        guard zoom >= 16, style == .street else { return }
        var path = PathBuffer()
        for feature in features where feature.kind.isRoad && feature.flags.contains(.oneway) && feature.kind != .pathway {
            atlas.lines(of: feature) { line in
                let points = feature.flags.contains(.backward) ? points(line).reversed() : points(line)
                addArrows(along: points, every: 110, size: 3.4, to: &path)
            }
        }
        draw(path, "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" " + TileCanvas.stroke("#7b746b", 1.1))
    }

    /// Arrow heads at the same places of the whole line in every tile that it passes.
    /// Distances and sizes are in pixels.
    func addArrows(along line: [TilePoint], every: Double, size: Double, to path: inout PathBuffer) {
        let (gap, size) = (every * TileTransform.unitsPerPixel, size * TileTransform.unitsPerPixel)
        let measure = LineMeasure(line)
        guard measure.length > gap / 4 else { return }
        let count = max(1, Int(measure.length / gap))
        for number in 0..<count {
            let (place, angle) = measure.place(at: (Double(number) + 0.5) * measure.length / Double(count))
            guard abs(place.x - 512) < 560, abs(place.y - 512) < 560 else { continue }
            let (along, across) = (
                TilePoint(x: cos(angle) * size, y: sin(angle) * size), TilePoint(x: -sin(angle) * size, y: cos(angle) * size)
            )
            path.add(
                [
                    TilePoint(x: place.x - along.x * 0.5 + across.x * 0.7, y: place.y - along.y * 0.5 + across.y * 0.7),
                    TilePoint(x: place.x + along.x * 0.5, y: place.y + along.y * 0.5),
                    TilePoint(x: place.x - along.x * 0.5 - across.x * 0.7, y: place.y - along.y * 0.5 - across.y * 0.7),
                ], isClosed: false)
        }
    }
}

/// Lengths along a line.
struct LineMeasure {
    let points: [TilePoint]
    /// From the start to each point.
    let distances: [Double]
    var length: Double { distances.last ?? 0 }

    init(_ points: [TilePoint]) {
        self.points = points
        var (total, distances) = (0.0, [Double]())
        distances.reserveCapacity(points.count)
        for (index, point) in points.enumerated() {
            if index > 0 { total += hypot(point.x - points[index - 1].x, point.y - points[index - 1].y) }
            distances.append(total)
        }
        self.distances = distances
    }

    /// The place at a distance from the start, and the direction there in radians.
    func place(at distance: Double) -> (TilePoint, angle: Double) {
        guard points.count > 1 else { return (points.first ?? TilePoint(x: 0, y: 0), 0) }
        let index = min(max(distances.partitioningIndex { $0 >= distance }, 1), points.count - 1)
        let (a, b) = (points[index - 1], points[index])
        let span = distances[index] - distances[index - 1]
        let share = span > 0 ? min(max((distance - distances[index - 1]) / span, 0), 1) : 0
        return (TilePoint(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share), atan2(b.y - a.y, b.x - a.x))
    }

    /// The part between two distances.
    func part(from start: Double, to end: Double) -> [TilePoint] {
        let first = distances.partitioningIndex { $0 > start }
        let last = distances.partitioningIndex { $0 >= end }
        return [place(at: start).0] + (first < last ? points[first..<last] : []) + [place(at: end).0]
    }
}
