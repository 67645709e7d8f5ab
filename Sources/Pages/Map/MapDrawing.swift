import Domain
import Foundation

/// The server's own drawing of the map: markers, accuracy and grid.
extension MapPage {
    static func isVisible(_ point: (x: Double, y: Double)) -> Bool {
        (-40...MapView.width + 40).contains(point.x) && (-40...MapView.height + 40).contains(point.y)
    }

    typealias Placed = (place: LocatedMember, x: Double, y: Double)

    /// Markers that would cover one another become one that names them all. Who is `apart` stands alone, on top.
    static func crowds(_ places: [LocatedMember], _ view: MapView, apart: Set<ID> = []) -> [[Placed]] {
        let seen: [Placed] = places.compactMap { place in
            guard let entry = place.entry else { return nil }
            let point = view.point(entry.fix.coordinates)
            return isVisible(point) ? (place, point.x, point.y) : nil
        }
        let crowded = seen.filter { !apart.contains($0.place.person.id) }
        return Crowds.of(crowded.map { ($0.x, $0.y) }).map { group in group.map { crowded[$0] } }
            + seen.filter { apart.contains($0.place.person.id) }.map { [$0] }
    }

    static func markers(_ scene: MapScene) -> [Marker] {
        crowds(scene.places, scene.view, apart: scene.query.apart).map { group in
            group.count == 1 ? marker(group[0].place, group[0].x, group[0].y, scene) : cluster(group, scene)
        }
    }

    private static func cluster(_ group: [Placed], _ scene: MapScene) -> Marker {
        let view = scene.view
        let names = group.map { $0.place.person.name + ", " + Texts.said(text: $0.place.freshness.label.lowercased()) }
        let centre = MapView.coordinates(
            x: Mercator(view.centre).x + (group[0].x - MapView.width / 2) / view.scale,
            y: Mercator(view.centre).y + (group[0].y - MapView.height / 2) / view.scale)
        let closer = scene.pairs(MapView(centre: centre, zoom: view.zoom + 2), [])
        return Marker(
            x: decimal(group[0].x, 1), y: decimal(group[0].y, 1), label: String(group.count),
            style: worst(group.map(\.place.freshness)).rawValue, title: names.joined(separator: "\n"),
            link: Path.map(scene.slug).asking(closer), radius: group.count > 99 ? "19" : "16", isCluster: true, name: nil)
    }

    /// One who is lost shows among many who are not.
    private static func worst(_ found: [Freshness]) -> Freshness {
        [Freshness.lost, .stale].first { found.contains($0) } ?? .fresh
    }

    private static func marker(_ place: LocatedMember, _ x: Double, _ y: Double, _ scene: MapScene) -> Marker {
        let isSelected = place.person.id == scene.query.selected
        let isInNeed = scene.query.inNeed.contains(place.person.id)
        return Marker(
            x: decimal(x, 1), y: decimal(y, 1), label: place.person.initials,
            style: place.freshness.rawValue + (isSelected ? " selected" : "") + (isInNeed ? " help" : ""),
            title: place.person.name + ", " + Texts.said(text: place.freshness.label.lowercased()),
            link: scene.query.page(of: place.person.id, scene.slug), radius: "16", isCluster: false,
            name: isSelected || isInNeed ? place.person.name : nil)
    }

    static func circles(_ places: [LocatedMember], _ view: MapView) -> [Circle] {
        places.compactMap { place in
            guard let fix = place.entry?.fix, let accuracy = fix.accuracy else { return nil }
            let (point, radius) = (view.point(fix.coordinates), accuracy / view.metresPerPixel)
            guard isVisible(point), radius > 18 else { return nil }
            return Circle(
                x: decimal(point.x, 1), y: decimal(point.y, 1), radius: decimal(min(radius, 2000), 1),
                style: place.freshness.rawValue)
        }
    }

    static func grid(_ view: MapView) -> [GridLine] {
        let origin = Mercator(view.centre)
        let degreesPerPixel = 360 / view.scale
        let step = MapView.roundFigure(atMost: max(180 * degreesPerPixel, 1e-6))
        let places = max(0, Int(clamping: ceil(-log10(step))))
        let west = view.centre.longitude - MapView.width / 2 * degreesPerPixel
        let columns = stride(from: ceil(west / step) * step, to: west + MapView.width * degreesPerPixel, by: step).map { value in
            let x = decimal(((value + 180) / 360 - origin.x) * view.scale + MapView.width / 2, 1)
            return GridLine(
                path: "M\(x) 0V\(Int(MapView.height))", label: degrees(value, places, "E", "W"), x: x, y: "12")
        }
        let half = MapView.height / 2 / view.scale
        let north = MapView.coordinates(x: origin.x, y: max(0, origin.y - half)).latitude
        let south = MapView.coordinates(x: origin.x, y: min(1, origin.y + half)).latitude
        let lines = stride(from: ceil(south / step) * step, to: north, by: step).map { value in
            let place = Coordinates(clampedLatitude: value, longitude: view.centre.longitude)
            let y = decimal(view.point(place).y, 1)
            return GridLine(path: "M0 \(y)H\(Int(MapView.width))", label: degrees(value, places, "N", "S"), x: "4", y: y)
        }
        return columns + lines
    }

    static func degrees(_ value: Double, _ places: Int, _ positive: String, _ negative: String) -> String {
        decimal(abs(value), places) + "° " + (value < 0 ? negative : positive)
    }

    /// A round length, where the bar for it ends, and its words.
    static func scale(_ view: MapView) -> (end: String, label: String) {
        let length = MapView.roundFigure(atMost: 160 * view.metresPerPixel)
        let metric = length >= 1000 ? decimal(length / 1000, 0) + " km" : decimal(length, 0) + " m"
        return (decimal(20 + length / view.metresPerPixel, 1), metric)
    }

    /// Where one bar has to do, its length in feet or miles beside it.
    static func scaleInBoth(_ view: MapView) -> (end: String, label: String) {
        let metric = scale(view)
        return (metric.end, metric.label + " · " + feet(MapView.roundFigure(atMost: 160 * view.metresPerPixel)))
    }

    /// The same bar in round feet or miles, below it.
    static func imperialScale(_ view: MapView) -> (end: String, label: String) {
        let limit = 160 * view.metresPerPixel
        let (unit, word) = limit >= mile ? (mile, "mi") : (0.3048, "ft")
        let length = MapView.roundFigure(atMost: limit / unit)
        return (decimal(20 + length * unit / view.metresPerPixel, 1), decimal(length, 0) + " " + Texts.said(text: word))
    }
    private static let mile = 1609.344

    static func moves(_ scene: MapScene) -> [Move] {
        let view = scene.view
        func move(_ label: String, _ sign: String, _ to: MapView) -> Move {
            Move(
                label: Texts.said(text: label), sign: sign,
                link: Path.map(scene.slug).asking(scene.pairs(to, [("was", scene.style.rawValue)])))
        }
        let everybody = scene.pairs(view, []).filter { ["group", "layer"].contains($0.0) }
        return [
            move("Zoom in", "+", MapView(centre: view.centre, zoom: view.zoom + 1)),
            move("Zoom out", "−", MapView(centre: view.centre, zoom: view.zoom - 1)),
            Move(label: Texts.said("Fit everybody"), sign: "⤢", link: Path.map(scene.slug).asking(everybody)),
            move("West", "←", view.moved(x: -0.4, y: 0)), move("North", "↑", view.moved(x: 0, y: -0.4)),
            move("South", "↓", view.moved(x: 0, y: 0.4)), move("East", "→", view.moved(x: 0.4, y: 0)),
        ]
    }
}
