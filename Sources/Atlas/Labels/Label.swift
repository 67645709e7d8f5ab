import Domain

/// How a label looks. The order is that of drawing.
enum LabelClass: Int, CaseIterable, Sendable {
    case contour, houseNumber, street, mainStreet, path, river, liftName, pisteName, shield, pisteMark, symbol, poi, spring, locality
    case hamlet, suburb, saddle, peak, hut, village, town, city

    /// Pixels.
    var size: Double {
        switch self {
        case .contour, .houseNumber: 8.5
        case .shield, .pisteMark: 9
        case .street, .path, .river, .spring, .locality, .poi: 10
        case .mainStreet, .liftName, .pisteName, .saddle, .hut, .hamlet: 10.5
        case .peak, .suburb: 11
        case .village: 13
        case .town: 15
        case .city: 18
        case .symbol: 1
        }
    }

    /// SVG attributes of the text.
    var paint: String {
        switch self {
        case .contour: "fill=\"#7a5128\""
        case .houseNumber: "fill=\"#6c6259\""
        case .street, .mainStreet: "fill=\"#3a352f\""
        case .path: "fill=\"#7a3a22\""
        case .river: "fill=\"#2c6a94\" font-style=\"italic\""
        case .liftName: "fill=\"#4a1d1f\""
        case .pisteName: "fill=\"#1d1d1d\" font-weight=\"bold\""
        case .shield, .pisteMark, .symbol: "fill=\"#222\""
        case .poi: "fill=\"#4a4038\""
        case .spring: "fill=\"#2c6a94\""
        case .locality: "fill=\"#5e564c\" font-style=\"italic\""
        case .hamlet, .suburb: "fill=\"#4a443d\""
        case .saddle, .peak: "fill=\"#4d2f14\""
        case .hut: "fill=\"#5b1f1f\""
        case .village, .town, .city: "fill=\"#1f1b17\" font-weight=\"bold\""
        }
    }
    var isBold: Bool { [.village, .town, .city, .pisteName].contains(self) }
}

/// A rectangle in picture units, counted from the corner of the world.
struct LabelBox: Sendable {
    var minX: Double
    var minY: Double
    var maxX: Double
    var maxY: Double

    init(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }
    init(around point: TilePoint, width: Double, height: Double) {
        self.init(point.x - width / 2, point.y - height / 2, point.x + width / 2, point.y + height / 2)
    }
    func meets(_ other: LabelBox) -> Bool { minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY }
    func union(_ other: LabelBox) -> LabelBox {
        LabelBox(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
    }
}

/// Something that wants to be written on the map: where, how much room it takes, and how important it is. Places are in
/// picture units from the corner of the world, so that every tile sees the same figures.
struct Label: Sendable {
    enum Body: Sendable {
        /// Lines of text, the first baseline's offset below the anchor.
        case text([String], top: Double)
        /// Text along a line, moved off it by some units (up is negative).
        case along([TilePoint], String, shift: Double)
        case symbol(MapSymbol)
        /// A road's number on a plate.
        case shield(String)
        /// A hiking route's mark on a plate, with its number.
        case mark(RouteMark, String)
        /// A piste's grade: shape, colour, and the number inside.
        case piste(PisteDifficulty, colour: String, String)
    }

    /// Smaller comes first.
    let rank: UInt64
    let style: LabelClass
    let anchor: TilePoint
    let body: Body
    let boxes: [LabelBox]
    let bounds: LabelBox
    /// The same words closer than this are not written again; units.
    let text: String
    let repeatDistance: Double
    /// Only shown with this one: its place in the same cell before sorting is its rank.
    var parent: UInt64?

    /// No part of a label is farther than this from its anchor: two labels whose anchors are a tile apart never meet.
    static let reach = 128 * TileTransform.unitsPerPixel

    /// Nil where it would reach too far.
    init?(
        rank: UInt64, _ style: LabelClass, at anchor: TilePoint, _ body: Body, boxes: [LabelBox], text: String = "",
        repeatPixels: Double = 0
    ) {
        guard let first = boxes.first else { return nil }
        let bounds = boxes.dropFirst().reduce(first) { $0.union($1) }
        guard anchor.x - bounds.minX <= Label.reach, bounds.maxX - anchor.x <= Label.reach, anchor.y - bounds.minY <= Label.reach,
            bounds.maxY - anchor.y <= Label.reach
        else { return nil }
        (self.rank, self.style, self.anchor, self.body, self.boxes, self.bounds) = (rank, style, anchor, body, boxes, bounds)
        (self.text, self.repeatDistance) = (text, repeatPixels * TileTransform.unitsPerPixel)
    }

    /// What it belongs to; nothing for what always shows.
    var content: MapContent {
        if [.liftName, .pisteName, .pisteMark].contains(style) { return .ski }
        guard case .symbol(let symbol) = body else { return style == .poi ? .places : [] }
        return switch symbol {
        case .disc, .picture, .viewpoint, .cave: .places
        case .peak, .saddle, .hut, .shelter, .spring: []
        }
    }

    func excludes(_ other: Label) -> Bool {
        if repeatDistance > 0, text == other.text, repeatDistance == other.repeatDistance,
            abs(anchor.x - other.anchor.x) < repeatDistance, abs(anchor.y - other.anchor.y) < repeatDistance
        {
            return true
        }
        guard bounds.meets(other.bounds) else { return false }
        return boxes.contains { box in other.boxes.contains { box.meets($0) } }
    }
}
