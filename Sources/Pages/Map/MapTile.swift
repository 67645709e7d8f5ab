import Domain

extension MapGround {
    /// "1,930 m (+450 m)": above the sea, and above the base.
    func text(_ ground: Double?) -> String? {
        guard let ground else { return nil }
        guard let baseHeight else { return metres(ground) }
        let difference = ground - baseHeight
        return metres(ground) + " (" + (difference >= 0.5 ? "+" : "") + metres(difference) + ")"
    }
}

/// Tiles as images in the server's own drawing of the map, for browsers without scripts and for prints.
package struct MapTile: Sendable {
    let link: Link
    let x: String
    let y: String
    let size: String

    static let zooms = 8...18

    /// - Parameters:
    ///   - width: of the window around the view's centre, pixels.
    ///   - height: as the width.
    static func tiles(
        _ view: MapView, _ style: MapStyle, version: String?, content: MapContent = .all, width: Double = MapView.width,
        height: Double = MapView.height
    ) -> [MapTile] {
        guard let version, view.zoom >= Double(zooms.lowerBound) - 1 else { return [] }
        let zoom = view.tileZoom
        let count = Double(1 << zoom)
        let size = view.scale / count
        let centre = Mercator(view.centre)
        let (left, top) = (centre.x * view.scale - width / 2, centre.y * view.scale - height / 2)
        func range(_ start: Double, _ length: Double) -> ClosedRange<Int> {
            let first = max(0, Int(clamping: start / size))
            return first...max(first, min(Int(count) - 1, Int(clamping: (start + length) / size)))
        }
        return range(top, height).flatMap { y in
            range(left, width).map { x in
                MapTile(
                    link: Path.mapTile(style, version, zoom: zoom, x: x, y: y, without: content.without),
                    x: decimal(Double(x) * size - left, 2),
                    y: decimal(Double(y) * size - top, 2), size: decimal(size + 0.7, 2))
            }
        }
    }
}
