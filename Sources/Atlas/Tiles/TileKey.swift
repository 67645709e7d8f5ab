import Domain
import Foundation

/// One square of the map: its style and its place in the usual tile scheme.
package struct TileKey: Hashable, Sendable {
    package static let zooms = 8...18

    package let style: MapStyle
    package let zoom: Int
    package let x: Int
    package let y: Int
    package let content: MapContent

    /// Nil outside the zooms that are drawn and outside the world.
    package init?(style: MapStyle, zoom: Int, x: Int, y: Int, content: MapContent = .all) {
        guard TileKey.zooms.contains(zoom), (0..<1 << zoom).contains(x), (0..<1 << zoom).contains(y) else { return nil }
        self.style = style
        self.zoom = zoom
        self.x = x
        self.y = y
        self.content = content
    }
}

/// Where a tile lies, and how the plane becomes its picture: 1,024 units across, four to a pixel.
struct TileTransform {
    static let size = 1024.0
    static let unitsPerPixel = 4.0

    let zoom: Int
    let x: Int
    let y: Int
    private let originX: Double
    private let originY: Double
    private let scale: Double

    init(zoom: Int, x: Int, y: Int) {
        self.zoom = zoom
        self.x = x
        self.y = y
        let side = World.size / Double(1 << zoom)
        originX = Double(x) * side
        originY = Double(y) * side
        scale = TileTransform.size / side
    }

    func point(_ place: WorldPoint) -> TilePoint {
        TilePoint(x: (Double(place.x) - originX) * scale, y: (Double(place.y) - originY) * scale)
    }
    /// World units at a place of the picture.
    func world(_ point: TilePoint) -> (x: Double, y: Double) { (originX + point.x / scale, originY + point.y / scale) }

    /// The tile with a rim, in picture units.
    func box(rim: Double) -> WorldBox {
        func units(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), World.size - 1)) }
        let (low, high) = (world(TilePoint(x: -rim, y: -rim)), world(TilePoint(x: TileTransform.size + rim, y: TileTransform.size + rim)))
        return WorldBox(minX: units(low.x), minY: units(low.y), maxX: units(high.x), maxY: units(high.y))
    }
    /// Picture units in one world unit.
    var unitsPerWorldUnit: Double { scale }
    var metresPerPixel: Double { World.metresPerUnit(y: world(TilePoint(x: 512, y: 512)).y) / scale * TileTransform.unitsPerPixel }
}

struct TilePoint: Equatable, Sendable {
    var x: Double
    var y: Double
}
