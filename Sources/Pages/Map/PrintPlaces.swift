import Domain
import Foundation

/// Where the marks of a printed map stand. Paper cannot be zoomed: who would cover somebody else is moved aside, and a line leads
/// to where they are.
package enum PrintPlaces {
    /// People up to whom every one gets a mark of their own; more would cover the map.
    package static let limit = 150
    /// Of a mark, pixels.
    package static let radius = 11.0
    private static let gap = 2 * radius + 2

    package typealias Point = (x: Double, y: Double)

    /// For each place the nearest free one, in their order.
    package static func spread(_ places: [Point]) -> [Point] {
        var taken: [Point] = []
        for place in places { taken.append(free(near: place, taken)) }
        return taken
    }

    /// On rings around the place, the innermost first.
    private static func free(near place: Point, _ taken: [Point]) -> Point {
        func isFree(_ point: Point) -> Bool {
            isOnPaper(point) && taken.allSatisfy { hypot($0.x - point.x, $0.y - point.y) >= gap }
        }
        if taken.allSatisfy({ hypot($0.x - place.x, $0.y - place.y) >= gap }) { return place }
        for ring in 1...20 {
            let (far, count) = (Double(ring) * gap * 1.1, ring * 7)
            for step in 0..<count {
                let angle = Double(step) / Double(count) * 2 * .pi - .pi / 2
                let point = (x: place.x + far * cos(angle), y: place.y + far * sin(angle))
                if isFree(point) { return point }
            }
        }
        return place
    }

    private static func isOnPaper(_ point: Point) -> Bool {
        (gap...MapView.width - gap).contains(point.x) && (gap...MapView.height - gap).contains(point.y)
    }

    // MARK: squares

    /// Pixels of a square's side.
    static let square = 100.0
    static let columns = Array("ABCDEFGHJK")

    /// "C4": the square of a place on the map; nil outside of it.
    package static func square(of point: Point) -> String? {
        guard (0..<MapView.width).contains(point.x), (0..<MapView.height).contains(point.y) else { return nil }
        let (column, row) = (Int(clamping: point.x / square), Int(clamping: point.y / square))
        return "\(columns[min(column, columns.count - 1)])\(row + 1)"
    }
}
