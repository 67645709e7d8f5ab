import Domain

/// From which zoom on tiles show pistes and lifts, and in which colour lifts are drawn.
extension MapStyle {
    /// Street maps show none.
    package func showsPistes(zoom: Int) -> Bool { self == .mountain && zoom >= 11 }
    /// Street maps show them two zooms later than mountain maps.
    package func showsLifts(zoom: Int) -> Bool { zoom >= (self == .mountain ? 11 : 13) }
    package var liftColour: String { self == .mountain ? "#4a1d1f" : "#6d5f60" }
}

extension FeatureRecord {
    package var pisteSign: PisteSign {
        if pisteType == .nordic || pisteType == .skitour { return PisteSign(colour: "#1b4f9c", isBroken: true) }
        return PisteSign(
            colour: PisteColours(at: box.centre).colour(difficulty), isBroken: difficulty.rawValue >= PisteDifficulty.freeride.rawValue)
    }

    /// What a legend calls a piste.
    fileprivate var pisteWord: String {
        switch pisteType {
        case .downhill, .connection, .other: difficulty.label
        default: pisteType.label
        }
    }
}

extension SkiDetails {
    /// Every sign of the mountain map in this part of the world, easiest first, then the lifts; none where there is neither.
    package var everySign: [SkiSign] {
        guard let some = atlas.bounds.isEmpty ? nil : atlas.bounds.centre, !lines.isEmpty else { return [] }
        let colours = PisteColours(at: some)
        let graded = PisteDifficulty.allCases.filter { $0 != .unknown }.map { difficulty in
            (
                PisteSign(colour: colours.colour(difficulty), isBroken: difficulty.rawValue >= PisteDifficulty.freeride.rawValue),
                difficulty.label
            )
        }
        var pistes: [SkiSign] = []
        for (sign, word) in graded {
            let same = pistes.firstIndex { $0.line == .piste(sign) }
            if let same {
                pistes[same] = SkiSign(line: .piste(sign), words: pistes[same].words + [word])
            } else {
                pistes.append(SkiSign(line: .piste(sign), words: [word]))
            }
        }
        let lifts: [(LiftSign, String)] = [(.cabin, "Gondola, cable car"), (.chair, "Chair lift"), (.drag, "Drag lift")]
        return pistes
            + lifts.map { SkiSign(line: .lift($0.0, colour: MapStyle.mountain.liftColour), words: [$0.1]) }
    }

    /// The signs of the pistes and lifts that the tiles of a view show, easiest first, then the lifts.
    package func signs(from northWest: Coordinates, to southEast: Coordinates, zoom: Int, style: MapStyle) -> [SkiSign] {
        let (first, last) = (WorldPoint(northWest), WorldPoint(southEast))
        let box = WorldBox(minX: first.x, minY: first.y, maxX: last.x, maxY: last.y)
        var words: [SkiSign.Line: [(order: UInt8, word: String)]] = [:]
        atlas.visit(meeting: box, zoom: zoom) { feature in
            let found: (line: SkiSign.Line, order: UInt8, word: String)
            if [.piste, .pisteArea].contains(feature.kind), style.showsPistes(zoom: zoom) {
                found = (.piste(feature.pisteSign), feature.difficulty.rawValue, feature.pisteWord)
            } else if feature.kind == .lift, style.showsLifts(zoom: zoom), let lift = feature.liftType {
                found = (.lift(lift.sign, colour: style.liftColour), 100 + lift.rawValue, lift.label)
            } else {
                return
            }
            var isThere = feature.kind == .pisteArea
            atlas.lines(of: feature) { line in isThere = isThere || box.holdsPart(of: line) }
            guard isThere, !words[found.line, default: []].contains(where: { $0.word == found.word }) else { return }
            words[found.line, default: []].append((found.order, found.word))
        }
        return words.mapValues { $0.sorted { $0.order < $1.order } }
            .sorted { ($0.value[0].order, $0.value[0].word) < ($1.value[0].order, $1.value[0].word) }
            .map { SkiSign(line: $0.key, words: $0.value.map(\.word)) }
    }
}

extension WorldBox {
    func holdsPart(of line: UnsafeBufferPointer<WorldPoint>) -> Bool {
        zip(line, line.dropFirst()).contains { holdsPart(from: $0, to: $1) }
    }

    /// Whether part of a segment is inside every edge of the box (Liang and Barsky).
    private func holdsPart(from a: WorldPoint, to b: WorldPoint) -> Bool {
        let (dx, dy) = (Double(b.x) - Double(a.x), Double(b.y) - Double(a.y))
        let edges = [
            (-dx, Double(a.x) - Double(minX)), (dx, Double(maxX) - Double(a.x)), (-dy, Double(a.y) - Double(minY)),
            (dy, Double(maxY) - Double(a.y)),
        ]
        var (from, to) = (0.0, 1.0)
        for (step, room) in edges {
            guard step != 0 else {
                if room < 0 { return false }
                continue
            }
            if step < 0 { from = max(from, room / step) } else { to = min(to, room / step) }
        }
        return from <= to
    }
}
