import Domain
import Foundation

/// Writes the labels that were chosen into a tile.
extension TileCanvas {
    private static let fonts = "font-family=\"Arial,'Liberation Sans',Helvetica,'DejaVu Sans',sans-serif\""

    mutating func drawLabels(_ labels: [Label], _ contours: [ContourLabel]) {
        guard !labels.isEmpty || !contours.isEmpty else { return }
        let corner = TilePoint(x: Double(transform.x) * TileTransform.size, y: Double(transform.y) * TileTransform.size)
        out.write("<g \(TileCanvas.fonts)>")
        writeContours(contours)
        var paths = 0
        for style in LabelClass.allCases {
            let group = labels.filter { $0.style == style }
            guard !group.isEmpty else { continue }
            out.write(
                "<g \(style.paint) font-size=\"\(TileCanvas.pixelsToUnits(style.size))\" text-anchor=\"middle\" "
                    + "paint-order=\"stroke\" stroke=\"#fff\" "
                    + "stroke-opacity=\".85\" stroke-width=\"10\" stroke-linejoin=\"round\">")
            for label in group { write(label, TilePoint(x: label.anchor.x - corner.x, y: label.anchor.y - corner.y), corner, &paths) }
            out.write("</g>")
        }
        out.write("</g>")
    }

    private mutating func write(_ label: Label, _ at: TilePoint, _ corner: TilePoint, _ paths: inout Int) {
        let (x, y) = (Int(at.x.rounded()), Int(at.y.rounded()))
        switch label.body {
        case .text(let lines, let top):
            for (number, line) in lines.enumerated() {
                let offset = top + Double(number) * label.style.size * 1.15 * TileTransform.unitsPerPixel
                write(line, label.style, x: x, y: y + Int(offset.rounded()))
            }
        case .along(let path, let text, let shift):
            paths += 1
            var data = PathBuffer()
            data.add(Clip.thinned(path.map { TilePoint(x: $0.x - corner.x, y: $0.y - corner.y) }), isClosed: false)
            guard !data.isEmpty else { return }
            out.write("<path id=\"p\(paths)\" d=\"")
            out.write(data.data)
            // The middle of small letters lies a third of the size above the baseline.
            let drop = Int((shift + label.style.size * 0.34 * TileTransform.unitsPerPixel).rounded())
            out.write("\" fill=\"none\" stroke=\"none\"/><text dy=\"\(drop)\"><textPath href=\"#p\(paths)\" startOffset=\"50%\">")
            out.write(escaped: text)
            out.write("</textPath></text>")
        case .symbol(let symbol):
            out.write("<g transform=\"translate(\(x) \(y)) scale(4)\" stroke=\"none\" stroke-opacity=\"1\" stroke-width=\"1\">")
            symbol.write(to: &out)
            out.write("</g>")
        case .shield(let ref): writeShield(ref, x, y)
        case .mark(let mark, let ref): write(mark, ref, x, y)
        case .piste(let difficulty, let colour, let ref): writeGrade(difficulty, colour, ref, x, y)
        }
    }

    private mutating func write(_ text: String, _ style: LabelClass, x: Int, y: Int) {
        let width = LabelText.width(text, size: style.size) * (style.isBold ? 1.08 : 1) * TileTransform.unitsPerPixel
        out.write("<text x=\"\(x)\" y=\"\(y)\" textLength=\"\(Int(width.rounded()))\" lengthAdjust=\"spacingAndGlyphs\">")
        out.write(escaped: text)
        out.write("</text>")
    }

    private mutating func writeShield(_ ref: String, _ x: Int, _ y: Int) {
        let width = Int((LabelText.width(ref, size: 9) + 6) * TileTransform.unitsPerPixel)
        out.write(
            "<rect x=\"\(x - width / 2)\" y=\"\(y - 24)\" width=\"\(width)\" height=\"48\" rx=\"8\" fill=\"#fff\" stroke=\"#8a7a5a\" "
                + "stroke-width=\"4\" stroke-opacity=\"1\"/>")
        write(ref, .shield, x: x, y: y + 13)
    }

    private mutating func write(_ mark: RouteMark, _ ref: String, _ x: Int, _ y: Int) {
        let width = ref.isEmpty ? 0 : Int((LabelText.width(ref, size: 9) + 5) * TileTransform.unitsPerPixel)
        let left = x - (width + RouteMark.side) / 2
        if width > 0 {
            out.write("<rect x=\"\(left + RouteMark.side)\" y=\"\(y - 22)\" width=\"\(width)\" height=\"44\" fill=\"#fff\" ")
            out.write("stroke=\"#a3467d\" stroke-width=\"3\" stroke-opacity=\"1\"/>")
        }
        mark.write(to: &out, x: left, y: y - RouteMark.side / 2)
        if width > 0 { write(ref, .shield, x: left + RouteMark.side + width / 2, y: y + 13) }
    }

    /// Colour and shape say the same: a circle for beginners (hollow) and easy, a square, a diamond, two diamonds.
    private mutating func writeGrade(_ difficulty: PisteDifficulty, _ colour: String, _ ref: String, _ x: Int, _ y: Int) {
        let edge = "stroke=\"#fff\" stroke-width=\"5\" stroke-opacity=\"1\""
        switch difficulty {
        case .novice:
            out.write(
                "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"24\" fill=\"#fff\" stroke=\"\(colour)\" stroke-width=\"9\" stroke-opacity=\"1\"/>")
        case .easy, .unknown: out.write("<circle cx=\"\(x)\" cy=\"\(y)\" r=\"27\" fill=\"\(colour)\" \(edge)/>")
        case .intermediate: out.write("<rect x=\"\(x - 25)\" y=\"\(y - 25)\" width=\"50\" height=\"50\" fill=\"\(colour)\" \(edge)/>")
        case .advanced, .freeride: out.write("<path d=\"M\(x) \(y - 34)l34 34-34 34-34-34z\" fill=\"\(colour)\" \(edge)/>")
        case .expert, .extreme:
            out.write("<path d=\"M\(x - 18) \(y - 32)l18 18 18-18 32 32-32 32-18-18-18 18-32-32z\" fill=\"\(colour)\" \(edge)/>")
        }
        let letter = ref.isEmpty ? "F" : ref
        let ink = difficulty == .novice ? colour : "#fff"
        out.write(
            "<text x=\"\(x)\" y=\"\(y + 11)\" stroke=\"none\" font-weight=\"bold\" "
                + "font-size=\"\(letter.count > 2 ? 24 : 32)\" fill=\"\(ink)\">"
        )
        out.write(escaped: letter)
        out.write("</text>")
    }

    // MARK: contours

    /// A height on an index contour, upright along it, wholly inside one tile.
    struct ContourLabel {
        let text: String
        let place: TilePoint
        /// Degrees.
        let angle: Double
    }

    /// One figure a line, where it is straight and meets no other label.
    func contourLabels(_ grid: HeightGrid, avoiding labels: [Label]) -> [ContourLabel] {
        guard let step = TileCanvas.contourStep(zoom: zoom), zoom >= 12, let range = grid.range else { return [] }
        let corner = TilePoint(x: Double(transform.x) * TileTransform.size, y: Double(transform.y) * TileTransform.size)
        var taken = labels.flatMap(\.boxes).map { LabelBox($0.minX - corner.x, $0.minY - corner.y, $0.maxX - corner.x, $0.maxY - corner.y) }
        var (tracer, found) = (ContourTracer(grid), [ContourLabel]())
        for level in stride(
            from: (range.lowerBound / step / 5).rounded(.up) * step * 5, through: range.upperBound, by: Float.Stride(step * 5))
        {
            for line in tracer.lines(at: level) {
                guard let label = contourLabel(Int(level), line, &taken) else { continue }
                found.append(label)
            }
        }
        return found
    }

    private func contourLabel(_ metres: Int, _ line: [TilePoint], _ taken: inout [LabelBox]) -> ContourLabel? {
        let measure = LineMeasure(Clip.thinned(line))
        let half = LabelText.width("\(metres)", size: LabelClass.contour.size) * TileTransform.unitsPerPixel / 2 + 6
        guard measure.length > half * 6 else { return nil }
        for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
            let centre = measure.length * share
            let (a, b) = (measure.place(at: centre - half).0, measure.place(at: centre + half).0)
            let place = measure.place(at: centre).0
            let chord = hypot(b.x - a.x, b.y - a.y)
            guard (110...914).contains(place.x), (110...914).contains(place.y), chord > half * 1.9 else { continue }
            let world = transform.world(place)
            guard !atlas.elevation.isFilled(at: World.coordinates(x: world.x, y: world.y)) else { continue }
            let box = LabelBox(around: place, width: half * 2, height: half * 2)
            guard !taken.contains(where: { $0.meets(box) }) else { continue }
            taken.append(LabelBox(around: place, width: half * 8, height: half * 8))
            let angle = atan2(b.y - a.y, b.x - a.x) * 180 / .pi
            return ContourLabel(text: "\(metres)", place: place, angle: angle > 90 ? angle - 180 : angle < -90 ? angle + 180 : angle)
        }
        return nil
    }

    private mutating func writeContours(_ contours: [ContourLabel]) {
        guard !contours.isEmpty else { return }
        let style = LabelClass.contour
        out.write(
            "<g \(style.paint) font-size=\"\(TileCanvas.pixelsToUnits(style.size))\" text-anchor=\"middle\" paint-order=\"stroke\" "
                + "stroke=\"#f3ebdd\" stroke-width=\"12\" stroke-opacity=\".8\">")
        for label in contours {
            let (x, y) = (Int(label.place.x.rounded()), Int(label.place.y.rounded()))
            out.write("<text transform=\"translate(\(x) \(y)) rotate(\(Int(label.angle.rounded())))\" y=\"11\">\(label.text)</text>")
        }
        out.write("</g>")
    }
}
