import Domain
import Foundation

/// A window on the Web Mercator plane, in pixels of a 256-pixel tile scheme.
package struct MapView: Sendable {
    package static let width = 1000.0
    package static let height = 700.0
    package static let zooms = 3.0...18.0

    package let centre: Coordinates
    package let zoom: Double

    package init(centre: Coordinates, zoom: Double) {
        self.centre = centre
        self.zoom = min(max(zoom, MapView.zooms.lowerBound), MapView.zooms.upperBound)
    }

    /// The window that holds all points with a margin; nil without points.
    package init?(fitting points: [Coordinates]) {
        let projected = points.map(Mercator.init)
        guard let west = projected.map(\.x).min(), let east = projected.map(\.x).max(),
            let north = projected.map(\.y).min(), let south = projected.map(\.y).max()
        else { return nil }
        let margin = 70.0
        let scale = min(
            (MapView.width - 2 * margin) / max(east - west, 1e-9), (MapView.height - 2 * margin) / max(south - north, 1e-9))
        self.init(
            centre: MapView.coordinates(x: (west + east) / 2, y: (north + south) / 2), zoom: min(16, log2(scale / 256)))
    }

    var scale: Double { 256 * exp2(zoom) }

    func point(_ coordinates: Coordinates) -> (x: Double, y: Double) {
        let (origin, target) = (Mercator(centre), Mercator(coordinates))
        return ((target.x - origin.x) * scale + MapView.width / 2, (target.y - origin.y) * scale + MapView.height / 2)
    }

    /// Moves by a share of the window.
    func moved(x: Double, y: Double) -> MapView {
        let origin = Mercator(centre)
        let target = MapView.coordinates(
            x: origin.x + x * MapView.width / scale, y: origin.y + y * MapView.height / scale)
        return MapView(centre: target, zoom: zoom)
    }

    var metresPerPixel: Double { 40_075_016.686 * cos(centre.latitude * .pi / 180) / scale }

    static func coordinates(x: Double, y: Double) -> Coordinates {
        Coordinates(clampedLatitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, longitude: x * 360 - 180)
    }

    /// 1, 2 or 5 times a power of ten, the largest that is not over the limit.
    static func roundFigure(atMost limit: Double) -> Double {
        let power = pow(10, floor(log10(limit)))
        return [5.0, 2, 1].map { $0 * power }.first { $0 <= limit } ?? power
    }
}
