import Domain
import Foundation

/// One station: where it is, what it has, and what it had in the last 24 hours.
package struct BikeStationPage: Page {
    package struct Fact: Sendable {
        let label: String
        let text: String
    }
    /// A program or a site that leads there.
    package struct Way: Sendable {
        let label: String
        let link: Link
    }
    let layout: Layout
    /// Back to the list with its filter.
    let crumbs: [Layout.Crumb]
    let name: String
    let address: String?
    let figures: BikeFigures
    /// "120 m", and "4 min walk from the base".
    let distance: String?
    let away: String?
    let isGone: Bool
    let isFavourite: Bool
    let mark: Link?
    let again: String
    let made: BikesMade
    let map: BikeMap?
    let facts: [Fact]
    let ways: [Way]
    let app: Link?
    let appHost: String
    let chart: BikeChart?
    let mapLink: Link?

    /// - Parameters:
    ///   - ground: of the map around the station; nil while there is no map.
    ///   - query: how the list was looked at.
    package init(
        layout tripLayout: TripLayout, detail: BikeDetail, ground: (version: String, style: MapStyle)?, isMember: Bool,
        query: [(String, String)]
    ) {
        let (station, slug, zone, now) = (detail.row.station, tripLayout.slug, tripLayout.trip.zone, tripLayout.now)
        (layout, made) = (tripLayout.layout, BikesMade(tripLayout))
        crumbs = layout.crumbs(backTo: Path.bikes(slug).asking(query))
        (name, address) = (station.name, station.address.isEmpty ? nil : station.address)
        figures = BikeFigures(detail.row, zone: zone, now: now)
        distance = detail.origin.map { bikeDistance($0.place.distance(to: station.place)) }
        away = detail.origin.map { origin in
            let far = origin.place.distance(to: station.place)
            let place =
                origin.kind == .here
                ? Texts.said("from my position")
                : origin.kind == .base ? Texts.said("from the base") : Texts.said("from \(BikeText.origin(origin))")
            return BikeText.walk(far, climb: detail.climb) + " " + place
        }
        (isGone, isFavourite) = (detail.row.isGone, detail.isFavourite)
        mark = isMember ? Path.setFavouriteStation(slug, detail.row.number) : nil
        again = Path.bikeStation(slug, detail.row.number).asking(query).text
        mapLink =
            BikeStationPage.list(detail, slug, query) ?? Path.mapOfPlace(slug, station.place, tripLayout.role)
        map = BikeMap(station.place, from: detail.origin, on: ground, label: station.name)
        facts = BikeStationPage.facts(detail)
        ways = Path.directions(to: station.place).map { Way(label: $0.label, link: $0.link) }
        app = WebAddress(station.link).flatMap { Path.external(https: $0.text) }
        appHost = WebAddress(station.link)?.host ?? ""
        chart = BikeChart(detail.moments, zone: zone, now: now)
    }

    package func render(into out: inout HTMLBuffer) { Template.bikesBikeStation(self, &out) }

    /// The list with its map and this station's mark lit, if it reaches so far.
    private static func list(_ detail: BikeDetail, _ slug: String, _ query: [(String, String)]) -> Link? {
        guard let origin = detail.origin else { return nil }
        let far = origin.place.distance(to: detail.row.station.place)
        guard let radius = BikeChoice.radii.first(where: { Double($0) >= max(far, 500) }), !detail.row.isGone else { return nil }
        let kept = query.filter { !["radius", "wish"].contains($0.0) }
        let all = kept + [("radius", String(radius)), ("wish", BikeChoice.Wish.any.rawValue)]
        return Path.bikes(slug).asking(all).at(BikeCard.anchor(detail.row.number))
    }

    private static func facts(_ detail: BikeDetail) -> [Fact] {
        let (station, numbers) = (detail.row.station, detail.row.station.numbers)
        func fact(_ label: String, _ text: String) -> Fact { Fact(label: Texts.said(text: label), text: text) }
        func word(_ isSo: Bool) -> String { Texts.said(isSo ? "Yes" : "No") }
        let states = [
            ("In use", numbers.isInstalled && !detail.row.isGone), ("Rents bikes", numbers.isRenting),
            ("Takes bikes back", numbers.isReturning),
        ]
        // That all is well needs no words.
        var facts = states.allSatisfy(\.1) ? [] : states.map { fact($0.0, word($0.1)) }
        if let capacity = station.capacity { facts.append(fact("Places", String(capacity))) }
        if station.isVirtual { facts.append(fact("Kind", Texts.said("A marked place without docks"))) }
        return facts + [fact("Feed", detail.feed.title), fact("Position", station.place.decimalText)]
    }
}

/// The station and whoever looks, on the same small map.
package struct BikeMap: Sendable {
    private static let size = (width: 512.0, height: 280.0)
    private static let margin = 48.0
    let tiles: [MapTile]
    let viewBox: String
    /// Moves each mark to its place.
    let station: String
    let person: String?
    /// From the one to the other.
    let line: String?
    let label: String

    init?(_ place: Coordinates, from origin: BikeOrigin?, on ground: (version: String, style: MapStyle)?, label: String) {
        guard let ground else { return nil }
        let (width, height) = BikeMap.size
        let (here, there) = (Mercator(origin?.place ?? place), Mercator(place))
        let (dx, dy) = (abs(here.x - there.x), abs(here.y - there.y))
        let scale = min((width - 2 * BikeMap.margin) / max(dx, 1e-9), (height - 2 * BikeMap.margin) / max(dy, 1e-9))
        let centre = MapView.coordinates(x: (here.x + there.x) / 2, y: (here.y + there.y) / 2)
        let view = MapView(centre: centre, zoom: min(16, log2(scale / 256)))
        // Whoever looks from another country sees the station alone.
        let isFar = view.zoom < 9
        let shown = isFar ? MapView(centre: place, zoom: 15) : view
        tiles = MapTile.tiles(shown, ground.style, version: ground.version, width: width, height: height)
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        func point(_ coordinates: Coordinates) -> (x: String, y: String) {
            let (x, y) = shown.point(coordinates)
            return (decimal(x - (MapView.width - width) / 2, 1), decimal(y - (MapView.height - height) / 2, 1))
        }
        let end = point(place)
        station = "translate(\(end.x) \(end.y))"
        let start = isFar ? nil : origin.map { point($0.place) }
        person = start.map { "translate(\($0.x) \($0.y))" }
        line = start.map { "M\($0.x) \($0.y)L\(end.x) \(end.y)" }
        self.label = label
    }
}
