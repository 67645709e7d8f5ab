import Domain
import Foundation

/// Labels along lines: names of roads, rivers, pistes and lifts, road numbers, piste grades.
struct LineLabels {
    let atlas: AtlasFile
    let style: MapStyle
    let zoom: Int

    /// - Parameters:
    ///   - line: in picture units from the corner of the world.
    ///   - cell: only anchors in it are wanted.
    func labels(_ feature: FeatureRecord, _ line: [TilePoint], in cell: LabelBox) -> [Label] {
        switch feature.kind {
        case .lineName: name(feature, line, in: cell)
        case .lift where style == .mountain || zoom >= 15: lift(feature, line, in: cell)
        case .piste where style == .mountain && zoom >= 13: grade(feature, line, in: cell)
        case .hikingRoute where zoom >= 13: mark(feature, line, in: cell)
        case .trunk, .primary, .secondary, .motorway: zoom >= 11 ? shield(feature, line, in: cell) : []
        default: []
        }
    }

    private func contains(_ cell: LabelBox, _ point: TilePoint) -> Bool {
        point.x >= cell.minX && point.x < cell.maxX && point.y >= cell.minY && point.y < cell.maxY
    }

    private func name(_ feature: FeatureRecord, _ line: [TilePoint], in cell: LabelBox) -> [Label] {
        let kind = FeatureKind(rawValue: feature.detail) ?? .residential
        let (look, rank, from): (LabelClass, UInt64, Int) =
            switch kind {
            case .motorway, .trunk, .primary: (.mainStreet, 33, 13)
            case .secondary, .tertiary: (.mainStreet, 34, 14)
            case .river: (.river, 36, 12)
            case .stream: (.river, 42, 14)
            case .piste: (.pisteName, 10, 14)
            case .residential, .pedestrian: (.street, 38, 15)
            default: (.path, 44, 16)
            }
        guard zoom >= from, kind != .piste || style == .mountain else { return [] }
        let text = LineText(
            text: atlas.name(of: feature), look: look, rank: rank, element: feature.element, every: 420, shift: kind == .piste ? -5 : 0)
        return along(line, text, in: cell)
    }

    private func lift(_ feature: FeatureRecord, _ line: [TilePoint], in cell: LabelBox) -> [Label] {
        guard zoom >= 13 else { return [] }
        let type = feature.liftType?.label ?? "Lift"
        let name = atlas.name(of: feature)
        let text = name.isEmpty ? (zoom >= 15 ? type : "") : zoom >= 15 ? "\(name) · \(type)" : name
        return along(line, LineText(text: text, look: .liftName, rank: 10, element: feature.element, every: 500, shift: -6), in: cell)
    }

    // MARK: text along a line

    private struct LineText {
        let text: String
        let look: LabelClass
        let rank: UInt64
        /// What bears the name.
        let element: Int64
        /// So many pixels of the line have one label.
        let every: Double
        /// Off the line, in pixels.
        let shift: Double
    }

    private func along(_ line: [TilePoint], _ text: LineText, in cell: LabelBox) -> [Label] {
        guard !text.text.isEmpty else { return [] }
        let unit = TileTransform.unitsPerPixel
        let width = (LabelText.width(text.text, size: text.look.size) * (text.look.isBold ? 1.1 : 1.02) + 6) * unit
        let measure = LineMeasure(line)
        guard measure.length > width * 1.05, width < 2 * Label.reach - 40 else { return [] }
        let count = max(1, Int(measure.length / (text.every * unit)))
        return (0..<count).compactMap { number in
            let span = measure.length / Double(count)
            let middle = (Double(number) + 0.5) * span
            // The middle of its span first, then a little to either side.
            for offset in [0, 0.18, -0.18, 0.34, -0.34] {
                let centre = middle + offset * span
                guard centre > width / 2, centre < measure.length - width / 2 else { continue }
                let part = measure.part(from: centre - width / 2, to: centre + width / 2)
                guard LineLabels.isGentle(part) else { continue }
                let anchor = measure.place(at: centre).0
                guard contains(cell, anchor) else { return nil }
                let rank = text.rank << 56 | LabelText.scatter(text.element &* 64 &+ Int64(number)) >> 8
                return label(text, rank, anchor, measure, centre, width)
            }
            return nil
        }
    }

    private func label(
        _ text: LineText, _ rank: UInt64, _ anchor: TilePoint, _ measure: LineMeasure, _ centre: Double, _ width: Double
    ) -> Label? {
        let shift = text.shift * TileTransform.unitsPerPixel
        var path = measure.part(from: max(0, centre - width * 0.56), to: min(measure.length, centre + width * 0.56))
        if let first = path.first, let last = path.last, first.x > last.x { path.reverse() }
        let height = text.look.size * 1.25 * TileTransform.unitsPerPixel
        let count = max(1, Int((width / height).rounded(.up)))
        let boxes = (0..<count).map { number in
            let (place, angle) = measure.place(at: centre - width / 2 + (Double(number) + 0.5) * width / Double(count))
            let lift = abs(cos(angle)) * shift
            return LabelBox(around: TilePoint(x: place.x, y: place.y + lift), width: height, height: height)
        }
        return Label(
            rank: rank, text.look, at: anchor, .along(path, text.text, shift: shift), boxes: boxes, text: text.text, repeatPixels: 200)
    }

    /// Whether text can be read along it: no corner over 35°, not more than 70° in all.
    private static func isGentle(_ line: [TilePoint]) -> Bool {
        var (total, last) = (0.0, Double?.none)
        for index in line.indices.dropFirst() {
            let (dx, dy) = (line[index].x - line[index - 1].x, line[index].y - line[index - 1].y)
            guard hypot(dx, dy) > 2 else { continue }
            let angle = atan2(dy, dx)
            if let last {
                let turn = abs(remainder(angle - last, 2 * .pi))
                total += turn
                if turn > 0.61 || total > 1.22 { return false }
            }
            last = angle
        }
        return true
    }

    // MARK: plates

    private func shield(_ feature: FeatureRecord, _ line: [TilePoint], in cell: LabelBox) -> [Label] {
        guard let ref = atlas.attribute(.ref, of: feature)?.split(separator: ";").first.map(String.init), ref.count <= 8 else { return [] }
        let measure = LineMeasure(line)
        let anchor = measure.place(at: measure.length / 2).0
        guard measure.length > 60, contains(cell, anchor) else { return [] }
        let unit = TileTransform.unitsPerPixel
        let box = LabelBox(around: anchor, width: (LabelText.width(ref, size: 9) + 8) * unit, height: 14 * unit)
        let rank = UInt64(32) << 56 | LabelText.scatter(feature.element) >> 8
        return Label(rank: rank, .shield, at: anchor, .shield(ref), boxes: [box], text: ref, repeatPixels: 220).map { [$0] } ?? []
    }

    private func mark(_ feature: FeatureRecord, _ line: [TilePoint], in cell: LabelBox) -> [Label] {
        let ref = atlas.attribute(.ref, of: feature).map { String($0.prefix(8)) } ?? ""
        let mark = RouteMark(atlas.attribute(.mark, of: feature) ?? "")
        guard !ref.isEmpty || mark.isKnown else { return [] }
        let (measure, unit) = (LineMeasure(line), TileTransform.unitsPerPixel)
        guard measure.length > 60 * unit else { return [] }
        let count = max(1, Int(measure.length / (320 * unit)))
        let width = (ref.isEmpty ? 0 : LabelText.width(ref, size: 9) + 5) * unit + Double(RouteMark.side) + 4 * unit
        return (0..<count).compactMap { number in
            let anchor = measure.place(at: (Double(number) + 0.6) * measure.length / Double(count)).0
            guard contains(cell, anchor) else { return nil }
            let rank = (37 + UInt64(feature.detail)) << 56 | LabelText.scatter(feature.element &* 64 &+ Int64(number)) >> 8
            return Label(
                rank: rank, .shield, at: anchor, .mark(mark, ref), boxes: [LabelBox(around: anchor, width: width, height: 14 * unit)],
                text: "\(feature.element)", repeatPixels: 240)
        }
    }

    private func grade(_ feature: FeatureRecord, _ line: [TilePoint], in cell: LabelBox) -> [Label] {
        guard feature.pisteType == .downhill || feature.pisteType == .connection else { return [] }
        let (measure, unit) = (LineMeasure(line), TileTransform.unitsPerPixel)
        guard measure.length > 40 * unit else { return [] }
        let count = max(1, Int(measure.length / (260 * unit)))
        let colour = PisteColours(at: feature.box.centre).colour(feature.difficulty)
        let ref = (atlas.attribute(.ref, of: feature) ?? "").prefix(3)
        // A sign with nothing in it looks like somebody's marker; the line's colour says as much.
        guard !ref.isEmpty || feature.difficulty.rawValue >= PisteDifficulty.freeride.rawValue else { return [] }
        return (0..<count).compactMap { number in
            // Off the middle, where names go.
            let anchor = measure.place(at: (Double(number) + 0.28) * measure.length / Double(count)).0
            guard contains(cell, anchor) else { return nil }
            let rank = UInt64(6) << 56 | LabelText.scatter(feature.element &* 64 &+ Int64(number)) >> 8
            return Label(
                rank: rank, .pisteMark, at: anchor, .piste(feature.difficulty, colour: colour, String(ref)),
                boxes: [LabelBox(around: anchor, width: 16 * unit, height: 16 * unit)], text: colour + ref, repeatPixels: 70)
        }
    }
}
