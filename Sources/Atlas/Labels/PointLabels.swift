import Domain

/// Labels of things at one place: places, peaks, huts, points of interest, house numbers.
struct PointLabels {
    let atlas: AtlasFile
    let style: MapStyle
    let zoom: Int

    private struct Rule {
        let style: LabelClass
        /// The first zoom with the words, and with the symbol.
        let text: Int
        let symbol: Int
        let rank: UInt64
    }

    private static let rules: [FeatureKind: Rule] = [
        .city: Rule(style: .city, text: 8, symbol: 99, rank: 1), .town: Rule(style: .town, text: 8, symbol: 99, rank: 2),
        .village: Rule(style: .village, text: 11, symbol: 99, rank: 3), .suburb: Rule(style: .suburb, text: 13, symbol: 99, rank: 9),
        .hamlet: Rule(style: .hamlet, text: 13, symbol: 99, rank: 8), .locality: Rule(style: .locality, text: 14, symbol: 99, rank: 30),
        .peak: Rule(style: .peak, text: 8, symbol: 8, rank: 4), .saddle: Rule(style: .saddle, text: 13, symbol: 13, rank: 7),
        .hut: Rule(style: .hut, text: 13, symbol: 12, rank: 5), .viewpoint: Rule(style: .poi, text: 16, symbol: 15, rank: 24),
        .spring: Rule(style: .spring, text: 16, symbol: 15, rank: 26), .cave: Rule(style: .poi, text: 16, symbol: 15, rank: 25),
        .helipad: Rule(style: .poi, text: 16, symbol: 14, rank: 12),
        .houseNumber: Rule(style: .houseNumber, text: 18, symbol: 99, rank: 60),
    ]

    func labels(_ feature: FeatureRecord, at anchor: TilePoint) -> [Label] {
        if feature.kind == .pointOfInterest { return pointOfInterest(feature, at: anchor) }
        if feature.kind == .building { return houseNumber(feature, at: anchor) }
        guard var rule = PointLabels.rules[feature.kind] else { return [] }
        if feature.kind == .houseNumber, style == .mountain { return [] }
        if style == .street, [.peak, .saddle].contains(feature.kind) {
            let first = feature.kind == .peak ? min(Int(feature.minZoom) + 1, 11) + (feature.minZoom > 10 ? 2 : 0) : 15
            rule = Rule(style: rule.style, text: first, symbol: first, rank: rule.rank + 20)
        }
        let elevation = metres(feature)
        let isCapital = [.city, .town].contains(feature.kind) && feature.detail < 32
        let rank = (isCapital ? 1 : rule.rank) << 56 | importance(feature, elevation) << 40 | LabelText.scatter(feature.element) >> 24
        return pair(feature, rule, rank, anchor, lines: words(feature, rule, elevation), symbol: MapSymbol(feature))
    }

    /// What is known of it decides before chance does.
    private func importance(_ feature: FeatureRecord, _ metres: Int?) -> UInt64 {
        if feature.kind == .peak {
            return Importance.peak(metres: metres, prominence: Importance.metres(atlas.attribute(.prominence, of: feature)))
        }
        return [.city, .town, .village, .hamlet, .suburb, .locality].contains(feature.kind) ? UInt64(feature.detail) << 8 : 0
    }

    private func metres(_ feature: FeatureRecord) -> Int? {
        guard [.peak, .saddle, .hut].contains(feature.kind) else { return nil }
        return Importance.metres(atlas.attribute(.elevation, of: feature))
            ?? atlas.elevation.measured(at: atlas.place(of: feature).coordinates).map { Int($0.rounded()) }
    }

    private func words(_ feature: FeatureRecord, _ rule: Rule, _ elevation: Int?) -> [String] {
        guard zoom >= rule.text else { return [] }
        if feature.kind == .houseNumber { return atlas.attribute(.houseNumber, of: feature).map { [$0] } ?? [] }
        let name = atlas.name(of: feature)
        var lines = LabelText.lines(name, size: rule.style.size, width: 90)
        if let elevation, feature.kind != .hut || zoom >= 14 { lines.append("\(elevation)") }
        return lines
    }

    /// A symbol, and words below it that only show with it; words alone are centred on their place.
    private func pair(
        _ feature: FeatureRecord, _ rule: Rule, _ rank: UInt64, _ anchor: TilePoint, lines: [String], symbol: MapSymbol?
    ) -> [Label] {
        guard let symbol, zoom >= rule.symbol else {
            return text(lines, rule.style, rank, anchor, below: nil, parent: nil, name: lines.first ?? "").map { [$0] } ?? []
        }
        let side = (symbol.radius * 2 + 2) * TileTransform.unitsPerPixel
        guard
            let icon = Label(
                rank: rank & ~1, .symbol, at: anchor, .symbol(symbol), boxes: [LabelBox(around: anchor, width: side, height: side)])
        else { return [] }
        let words = text(lines, rule.style, rank | 1, anchor, below: symbol.radius, parent: rank & ~1, name: lines.first ?? "")
        return [icon] + (words.map { [$0] } ?? [])
    }

    /// - Parameter below: pixels from the anchor to the top of the text; nil centres it.
    private func text(
        _ lines: [String], _ style: LabelClass, _ rank: UInt64, _ anchor: TilePoint, below: Double?, parent: UInt64?, name: String
    ) -> Label? {
        guard !lines.isEmpty else { return nil }
        let (unit, size) = (TileTransform.unitsPerPixel, style.size)
        let widest = lines.map { LabelText.width($0, size: size) }.max() ?? 0
        let height = Double(lines.count) * size * 1.15
        let top = below.map { $0 + 1 } ?? -height / 2
        let width = (widest * (style.isBold ? 1.08 : 1) + 4) * unit
        let box = LabelBox(anchor.x - width / 2, anchor.y + (top - 1) * unit, anchor.x + width / 2, anchor.y + (top + height + 1) * unit)
        var label = Label(rank: rank, style, at: anchor, .text(lines, top: (top + size * 0.9) * unit), boxes: [box], text: name)
        label?.parent = parent
        return label
    }

    // MARK: points of interest

    /// Places that matter in an emergency come first.
    private static let importance: [PointOfInterest: (zoom: Int, rank: UInt64)] = [
        .hospital: (14, 11), .police: (15, 12), .pharmacy: (16, 13), .doctor: (16, 13), .trainStation: (14, 11), .busStation: (15, 12),
        .fireStation: (16, 15), .shelter: (15, 14), .skiService: (15, 16), .skiShop: (16, 18), .supermarket: (16, 18),
        .information: (16, 22),
        .restaurant: (16, 19), .hotel: (16, 20), .cafe: (17, 21), .bar: (17, 21), .fastFood: (17, 21), .toilets: (16, 17),
        .drinkingWater: (17, 22), .parking: (16, 28), .fuel: (16, 23), .busStop: (16, 27), .museum: (16, 23), .swimming: (17, 29),
        .campSite: (15, 20), .defibrillator: (17, 14), .mountainRescue: (14, 11), .emergencyPhone: (16, 13), .rangerStation: (15, 16),
        .taxi: (17, 22), .bicycleRental: (17, 23),
    ]

    /// What the mountain map shows as early as the street map does.
    private static let mountainous: Set<PointOfInterest> = [
        .hospital, .shelter, .skiService, .restaurant, .toilets, .hotel, .police, .mountainRescue,
    ]

    private func pointOfInterest(_ feature: FeatureRecord, at anchor: TilePoint) -> [Label] {
        guard let kind = PointOfInterest(rawValue: feature.detail)?.onMap else { return [] }
        var (from, rank) = PointLabels.importance[kind] ?? (17, 31)
        if style == .mountain, !PointLabels.mountainous.contains(kind) { from += 1 }
        guard zoom >= min(from, 18) else { return [] }
        let rule = Rule(style: .poi, text: min(from + 1, 18), symbol: from, rank: rank)
        let full = rank << 56 | LabelText.scatter(feature.element) >> 8
        let isNameless = [.parking, .busStop, .toilets, .drinkingWater, .defibrillator, .emergencyPhone].contains(kind)
        let isUseful = !isNameless || (kind == .busStop && zoom >= 18)
        let lines = zoom >= rule.text && isUseful ? LabelText.lines(atlas.name(of: feature), size: rule.style.size, width: 84) : []
        return pair(feature, rule, full, anchor, lines: lines, symbol: MapSymbol(feature))
    }

    private func houseNumber(_ feature: FeatureRecord, at anchor: TilePoint) -> [Label] {
        guard zoom >= 18, style == .street, let number = atlas.attribute(.houseNumber, of: feature) else { return [] }
        let rank = UInt64(60) << 56 | LabelText.scatter(feature.element) >> 8
        return text([number], .houseNumber, rank, anchor, below: nil, parent: nil, name: number).map { [$0] } ?? []
    }
}
