import Domain
import Foundation

/// A place on the Web Mercator plane in 2³² units across the world: x grows east, y grows south. One unit is at most
/// 9.4 mm on the ground and 1/64 pixel at zoom 18.
package struct WorldPoint: Hashable, Sendable, BitwiseCopyable {
    package let x: UInt32
    package let y: UInt32

    package init(x: UInt32, y: UInt32) {
        self.x = x
        self.y = y
    }

    package init(_ coordinates: Coordinates) {
        let place = Mercator(coordinates)
        x = WorldPoint.units(place.x)
        y = WorldPoint.units(place.y)
    }

    package var coordinates: Coordinates { World.coordinates(x: Double(x), y: Double(y)) }

    /// From a share of the world's side.
    static func units(_ share: Double) -> UInt32 { UInt32(min(max(share * World.size, 0), World.size - 1)) }
}

/// The projection of the map (Web Mercator) in whole units: the world is a square of 2³² of them, from the north-west corner.
package enum World {
    /// Units across the world.
    package static let size = 4_294_967_296.0

    /// Of a point in units.
    package static func coordinates(x: Double, y: Double) -> Coordinates {
        Coordinates(
            clampedLatitude: atan(sinh(.pi * (1 - 2 * y / size))) * 180 / .pi, longitude: x / size * 360 - 180)
    }

    /// Metres on the ground in one unit at a height on the plane.
    package static func metresPerUnit(y: Double) -> Double { 40_075_016.686 / cosh(.pi * (1 - 2 * y / size)) / size }

    /// Metres on the ground between two places that are near each other.
    package static func metres(_ a: WorldPoint, _ b: WorldPoint) -> Double {
        let (dx, dy) = (Double(a.x) - Double(b.x), Double(a.y) - Double(b.y))
        return hypot(dx, dy) * metresPerUnit(y: (Double(a.y) + Double(b.y)) / 2)
    }
}

/// A rectangle on the plane, edges included.
package struct WorldBox: Hashable, Sendable, BitwiseCopyable {
    package var minX: UInt32
    package var minY: UInt32
    package var maxX: UInt32
    package var maxY: UInt32

    package init(minX: UInt32, minY: UInt32, maxX: UInt32, maxY: UInt32) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Holds nothing, until something is added.
    package static let empty = WorldBox(minX: .max, minY: .max, maxX: 0, maxY: 0)
    package var isEmpty: Bool { minX > maxX || minY > maxY }

    /// Grows as far as it must to hold the point.
    package mutating func add(_ point: WorldPoint) {
        minX = min(minX, point.x)
        maxX = max(maxX, point.x)
        minY = min(minY, point.y)
        maxY = max(maxY, point.y)
    }
    /// Grows as far as it must to hold the other one.
    package mutating func add(_ box: WorldBox) {
        minX = min(minX, box.minX)
        maxX = max(maxX, box.maxX)
        minY = min(minY, box.minY)
        maxY = max(maxY, box.maxY)
    }
    /// Whether they share a point, if only of an edge.
    package func meets(_ other: WorldBox) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
    /// Whether the point is inside or on an edge.
    package func contains(_ point: WorldPoint) -> Bool {
        minX <= point.x && point.x <= maxX && minY <= point.y && point.y <= maxY
    }
    package var centre: WorldPoint {
        WorldPoint(x: minX + (max(maxX, minX) - minX) / 2, y: minY + (max(maxY, minY) - minY) / 2)
    }
    /// The longer side, in units.
    package var extent: UInt32 { isEmpty ? 0 : max(maxX - minX, maxY - minY) }
}
