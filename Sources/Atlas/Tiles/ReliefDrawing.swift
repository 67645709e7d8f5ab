import Domain
import Foundation

/// The ground's shape: tint by height, light from the north-west, contours.
extension TileCanvas {
    /// Metres and the colour from there on; between two the colours blend.
    private static let tints: [(Float, (Double, Double, Double))] = [
        (0, (205, 222, 188)), (500, (219, 229, 195)), (1000, (232, 232, 203)), (1500, (240, 232, 207)), (2000, (241, 229, 211)),
        (2500, (240, 233, 226)), (3000, (246, 244, 243)), (3600, (255, 255, 255)),
    ]

    private static func tint(_ metres: Float) -> String {
        let index = min(max((tints.firstIndex { $0.0 > metres } ?? tints.count) - 1, 0), tints.count - 2)
        let (low, high) = (tints[index], tints[index + 1])
        let share = Double(min(max((metres - low.0) / (high.0 - low.0), 0), 1))
        func blend(_ a: Double, _ b: Double) -> Int { Int((a + (b - a) * share).rounded()) }
        let colour = (blend(low.1.0, high.1.0), blend(low.1.1, high.1.1), blend(low.1.2, high.1.2))
        return "#" + [colour.0, colour.1, colour.2].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Metres between tints: near by, steps so small that none is seen.
    private var tintStep: Float {
        switch zoom {
        case ..<11: 250
        case ..<15: 125
        default: 40
        }
    }

    /// How strong the light is, 0 to 1. Near by, a few steps of it would lie on the ground like islands: it fades out.
    private var shadeStrength: Double {
        switch zoom {
        case ..<15: 1
        case 15: 0.55
        case 16: 0.25
        default: 0
        }
    }

    mutating func drawTints(_ grid: HeightGrid) {
        guard let range = grid.range else { return }
        let first = (range.lowerBound / tintStep).rounded(.down) * tintStep
        out.write("<rect width=\"1024\" height=\"1024\" fill=\"\(TileCanvas.tint(first))\"/>")
        var tracer = ContourTracer(grid)
        for level in stride(from: first + tintStep, through: range.upperBound, by: Float.Stride(tintStep)) {
            var path = PathBuffer()
            addRings(tracer.rings(atOrAbove: level), to: &path)
            draw(path, "fill=\"\(TileCanvas.tint(level))\"")
        }
    }

    mutating func drawShade(_ grid: HeightGrid) {
        guard shadeStrength > 0 else { return }
        let (dark, bright) = (opacity(0.066), opacity(0.12))
        let seen = grid.light(metresPerUnit: transform.metresPerPixel / TileTransform.unitsPerPixel)
        let light = isNear ? seen.softened : seen
        var tracer = ContourTracer(light.negated)
        for level: Float in [0.63, 0.56, 0.48, 0.4, 0.3, 0.18] {
            var path = PathBuffer()
            addShade(tracer.rings(atOrAbove: -level), to: &path)
            draw(path, "fill=\"#33302c\" fill-opacity=\"\(dark)\"")
        }
        tracer = ContourTracer(light)
        for level: Float in [0.78, 0.84, 0.9] {
            var path = PathBuffer()
            addShade(tracer.rings(atOrAbove: level), to: &path)
            draw(path, "fill=\"#fff\" fill-opacity=\"\(bright)\"")
        }
    }

    /// Where a cell of the terrain model is several pixels wide.
    private var isNear: Bool { zoom >= 15 }

    /// Near by, the edges of light are round: their corners would be seen.
    private func addShade(_ rings: [[TilePoint]], to path: inout PathBuffer) {
        guard isNear else { return addRings(rings, to: &path) }
        for ring in rings { path.addRound(thinned(ring), radius: TileCanvas.rim / 2) }
    }

    /// As ".066".
    private func opacity(_ full: Double) -> String { String(decimal(full * shadeStrength, 3).drop { $0 == "0" }) }

    /// Metres between contours; every fifth is an index contour.
    static func contourStep(zoom: Int) -> Float? {
        switch zoom {
        case ..<11: nil
        case 11, 12: 100
        case 13: 50
        case 14, 15: 20
        default: 10
        }
    }

    mutating func drawContours(_ grid: HeightGrid) {
        guard let step = TileCanvas.contourStep(zoom: zoom), let range = grid.range else { return }
        var (thin, thick) = (PathBuffer(), PathBuffer())
        var tracer = ContourTracer(grid)
        let clip = Clip(rim: 8)
        for number in Int(
            (range.lowerBound / step).rounded(.up))...max(
                Int((range.upperBound / step).rounded(.down)), Int((range.lowerBound / step).rounded(.up)))
        {
            for line in tracer.lines(at: Float(number) * step) {
                clip.line(line) { piece in
                    let thinned = Clip.thinned(piece, tolerance: 2.5)
                    if number % 5 == 0 { thick.add(thinned, isClosed: false) } else { thin.add(thinned, isClosed: false) }
                }
            }
        }
        let colour = "#9a6a3a"
        draw(thin, "fill=\"none\" " + TileCanvas.stroke(colour, zoom < 13 ? 0.4 : 0.6, " stroke-opacity=\".5\""))
        draw(thick, "fill=\"none\" " + TileCanvas.stroke(colour, zoom < 13 ? 0.8 : 1.1, " stroke-opacity=\".6\""))
    }

    /// Covers what the atlas has no heights of: there, nothing is claimed.
    mutating func coverUnknown(_ known: [Bool], _ grid: HeightGrid) {
        var path = PathBuffer()
        for row in 0..<grid.side {
            var column = 0
            while column < grid.side {
                let start = column
                while column < grid.side, !known[row * grid.side + column] { column += 1 }
                if column > start {
                    let (a, b, half) = (grid.place(row, start), grid.place(row, column - 1), grid.step / 2)
                    path.add(
                        [
                            TilePoint(x: a.x - half, y: a.y - half), TilePoint(x: b.x + half, y: a.y - half),
                            TilePoint(x: b.x + half, y: a.y + half), TilePoint(x: a.x - half, y: a.y + half),
                        ], isClosed: true)
                }
                column += 1
            }
        }
        draw(path, "fill=\"#efebe4\"")
    }
}
