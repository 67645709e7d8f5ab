import Foundation

/// Markers that would cover one another; scripts group them alike (`crowds.js`).
package enum Crowds {
    /// Pixels.
    package static let markerWidth = 44.0

    /// In their order, whoever is within a marker's width of a group's first joins the earliest such group.
    /// - Returns: indices of the points.
    package static func of(_ points: [(x: Double, y: Double)]) -> [[Int]] {
        var groups: [[Int]] = []
        for (index, point) in points.enumerated() {
            let near = groups.firstIndex { hypot(points[$0[0]].x - point.x, points[$0[0]].y - point.y) < markerWidth }
            if let near { groups[near].append(index) } else { groups.append([index]) }
        }
        return groups
    }
}
