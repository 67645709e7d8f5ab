import Domain
import Foundation

/// The things of a list on a drawn map, each mark a link to its row. It works without scripts.
package struct ListMap: Sendable {
    /// What is to be shown, nearest first.
    struct Item {
        /// Of its row.
        let id: String
        let name: String
        let place: Coordinates
        /// What is written in the mark; nil where a sign is drawn.
        var count: String?
        /// A path for the middle of the mark.
        var sign: String?
        /// Classes of the mark.
        var style = ""
    }
    package struct Mark: Sendable {
        let id: String
        let row: Link
        let name: String
        let count: String?
        let sign: String?
        let style: String
        let move: String
        /// Class of a name that the edge would cut in the middle below its mark.
        let side: String?
    }
    /// Units of the drawing, the margin within it, and how far its ground reaches where the window has another shape.
    private static let (width, height, margin) = (560.0, 600.0, 46.0)
    private static let (wide, high) = (860.0, 1060.0)
    /// Marks nearer to each other than this would cover one another: the later one is a dot.
    private static let room = 38.0
    /// Half of a letter of a name, about.
    private static let halfLetter = 5.5
    private static let most = 200
    let label: String
    let viewBox: String
    let tiles: [MapTile]
    /// Moves the tiles, which begin outside of the drawing.
    let ground: String
    /// Where the list begins.
    let from: String?
    let marks: [Mark]
    let dots: [Mark]

    /// Nil where there is no ground or nothing to show.
    init?(_ items: [Item], from origin: Coordinates?, on ground: (version: String, style: MapStyle)?, label: String) {
        guard let ground, !items.isEmpty else { return nil }
        let shown = items.prefix(ListMap.most)
        let (width, height) = (ListMap.width, ListMap.height)
        guard let view = ListMap.view(shown.map(\.place) + [origin].compactMap(\.self)) else { return nil }
        func point(_ place: Coordinates) -> (x: Double, y: Double) {
            let (x, y) = view.point(place)
            return (x - (MapView.width - width) / 2, y - (MapView.height - height) / 2)
        }
        func move(_ point: (x: Double, y: Double)) -> String { "translate(\(decimal(point.x, 1)) \(decimal(point.y, 1)))" }
        self.label = label
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        tiles = MapTile.tiles(view, ground.style, version: ground.version, width: ListMap.wide, height: ListMap.high)
        self.ground = "translate(\(Int((width - ListMap.wide) / 2)) \(Int((height - ListMap.high) / 2)))"
        from = origin.map { move(point($0)) }
        var (marks, dots, taken): ([Mark], [Mark], [(x: Double, y: Double)]) = ([], [], [])
        for item in shown {
            let at = point(item.place)
            let mark = Mark(
                id: item.id, row: Path.anchor(item.id), name: item.name, count: item.count, sign: item.sign, style: item.style,
                move: move(at), side: ListMap.side(item.name, at.x))
            if taken.contains(where: { hypot($0.x - at.x, $0.y - at.y) < ListMap.room }) {
                dots.append(mark)
            } else {
                marks.append(mark)
                taken.append(at)
            }
        }
        (self.marks, self.dots) = (marks, dots)
    }

    /// Begins or ends at its mark, which stands near an edge.
    package static func side(_ name: String, _ x: Double) -> String? {
        let half = Double(name.count) * halfLetter
        return half > x ? "name-begins" : half > width - x ? "name-ends" : nil
    }

    /// The window that holds all of them.
    private static func view(_ places: [Coordinates]) -> MapView? {
        let points = places.map(Mercator.init)
        guard let west = points.map(\.x).min(), let east = points.map(\.x).max(), let north = points.map(\.y).min(),
            let south = points.map(\.y).max()
        else { return nil }
        let scale = min((width - 2 * margin) / max(east - west, 1e-9), (height - 2 * margin) / max(south - north, 1e-9))
        return MapView(centre: MapView.coordinates(x: (west + east) / 2, y: (north + south) / 2), zoom: min(16.5, log2(scale / 256)))
    }
}
