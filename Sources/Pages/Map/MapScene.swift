import Domain

/// What the address of a map says, and to whom it says so.
package struct MapQuery: Sendable {
    /// Nil fits everybody.
    package var view: MapView?
    package var group = ""
    package var selected: ID?
    /// The call for help whose place is marked.
    package var call: HelpCase?
    /// Who needs help: red, by name, in no cluster, and first in the list.
    package var calls = OpenCalls()
    var inNeed: Set<ID> { calls.members }
    /// Who the reader is on the trip; nil for an admin who is not on it.
    package var reader: ID?
    /// The piste or lift that the address is about: its line decides about the view.
    package var trace: SkiTrace?
    package var searched = ""
    package var layers = MapLayers.standard
    /// The style that the address asks for; nil for the reader's own choice.
    package var asked: MapChoice?
    /// The style that was shown before.
    package var previous: MapStyle?
    /// What Auto showed on the screen that is printed.
    package var shown: MapStyle?
    package let role: Role
    package init(role: Role) { self.role = role }

    /// Who stands alone, whoever is near.
    var apart: Set<ID> { inNeed.union(selected.map { [$0] } ?? []) }

    /// What the address asks for, else what the reader chose.
    func choice(_ ground: MapGround) -> MapChoice { asked ?? ground.choice }

    /// Somebody's page, as the reader may see it.
    func page(of member: ID, _ slug: String) -> Link { Path.person(slug, member, role) }
}

/// The ways that a map shows, oldest place first.
package struct MapWays: Sendable {
    package var everybody: [[Coordinates]] = []
    package var chosen: [Coordinates] = []
    package init() {}
}

/// What a map shows, on the screen and on paper.
package struct MapScene: Sendable {
    let trip: Trip
    let query: MapQuery
    /// Of the group.
    let places: [LocatedMember]
    let ground: MapGround
    package let view: MapView
    let decision: MapDecision
    /// Whether the base decided about the style, since there is nobody yet.
    let isOnHighBase: Bool
    let ways: MapWays
    let meetings: [MapPage.Meeting]
    let now: Instant
    /// What the map can show of pistes and lifts, for its legend.
    package var signs: [SkiSign] = []
    /// In view, where their layer is on.
    package var listed: [ListedPlace] = []

    var layers: MapLayers { query.layers }
    var trace: SkiTrace? { query.trace }
    package var style: MapStyle { decision.style }

    package init(
        trip: Trip, query: MapQuery, places all: [LocatedMember], ground: MapGround, events: [Event], ways: MapWays, now: Instant
    ) {
        self.trip = trip
        self.query = query
        self.ground = ground
        self.ways = ways
        self.now = now
        let wanted = query.group.isEmpty ? all : all.filter { $0.person.groups.contains { folded($0) == folded(query.group) } }
        places = wanted.map { (folded($0.person.name), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        view = MapScene.view(query, places, trip, ground)
        let high =
            MapScene.opensOnBase(query, places, trip)
            ? MapDecision.onHighBase(ground.baseHeight, choice: query.choice(ground), mountainFrom: trip.fields.mountainFrom) : nil
        isOnHighBase = high != nil
        decision = high ?? MapScene.decision(places, view, query, ground)
        meetings = MapPage.Meeting.all(events, trip, view, now)
    }

    /// By the fresh people in view, or the view's centre.
    private static func decision(_ places: [LocatedMember], _ view: MapView, _ query: MapQuery, _ ground: MapGround) -> MapDecision {
        let heights = places.compactMap { place -> Double? in
            guard let fix = place.entry?.fix, place.freshness == .fresh else { return nil }
            let point = view.point(fix.coordinates)
            guard (0...MapView.width).contains(point.x), (0...MapView.height).contains(point.y) else { return nil }
            return place.ground ?? fix.altitude.flatMap { $0 == 0 ? nil : $0 }
        }
        let choice = query.choice(ground)
        let decision = MapDecision(
            choice: choice, heights: heights, centre: ground.height(view.centre), threshold: ground.threshold,
            previous: query.previous ?? query.shown)
        return choice == .auto ? decision.kept(query.shown) : decision
    }

    /// Whether the address asks for no place and nobody has a position.
    private static func opensOnBase(_ query: MapQuery, _ places: [LocatedMember], _ trip: Trip) -> Bool {
        query.view == nil && trip.base != nil && !places.contains { $0.entry != nil }
    }

    private static func view(_ query: MapQuery, _ places: [LocatedMember], _ trip: Trip, _ ground: MapGround) -> MapView {
        if let chosen = query.view { return chosen }
        if let selected = query.selected, let entry = places.first(where: { $0.person.id == selected })?.entry {
            return MapView(centre: entry.fix.coordinates, zoom: 16)
        }
        let points = places.compactMap { $0.entry?.fix.coordinates }
        if let view = MapView(fitting: points) { return view }
        if let base = trip.base { return MapView(centre: base, zoom: MapScene.zoom(ofBase: ground.baseHeight)) }
        if let view = MapView(fitting: ground.corners) { return view }
        return MapView(centre: Coordinates(clampedLatitude: 20, longitude: 0), zoom: 3)
    }

    /// Around a base in the mountains its lifts are shown, elsewhere its streets.
    static func zoom(ofBase height: Double?) -> Double { height ?? 0 >= MapDecision.highBase ? 13 : 14 }

    var slug: String { trip.fields.slug }
    var choice: MapChoice { query.choice(ground) }

    var base: MapPage.Base? {
        trip.base.map { place in
            let point = view.point(place)
            return MapPage.Base(
                x: decimal(point.x, 1), y: decimal(point.y, 1),
                name: trip.fields.baseName.isEmpty ? Texts.said("Base") : trip.fields.baseName,
                latitude: decimal(place.latitude, 6), longitude: decimal(place.longitude, 6), isInView: MapPage.isVisible(point))
        }
    }

    var tiles: [MapTile] { MapTile.tiles(view, style, version: ground.version, content: layers.content) }

    var attribution: String {
        let server = ground.rasterServers.first { $0.style == style }
        return ([Texts.said("© OpenStreetMap contributors")] + (server.map { [$0.attribution] } ?? [])).joined(separator: " · ")
    }

    /// A map without a ground has at least its grid.
    var showsGrid: Bool { layers.contains(.grid) || ground.version == nil }

    /// The chosen one's name.
    var selectedName: String? { places.first { $0.person.id == query.selected }?.person.name }

    var circles: [MapPage.Circle] { layers.contains(.accuracy) ? MapPage.circles(places, view) : [] }

    func path(_ way: [Coordinates]) -> String {
        let points = way.map { view.point($0) }.map { decimal($0.x, 1) + " " + decimal($0.y, 1) }
        return points.count > 1 ? "M" + points.joined(separator: "L") : ""
    }
    var everybodysPaths: [String] { layers.contains(.trails) ? ways.everybody.map(path).filter { !$0.isEmpty } : [] }
    var chosenPath: String? { layers.contains(.trail) && ways.chosen.count > 1 ? path(ways.chosen) : nil }

    /// As an address says it: the same map again, or another view of it.
    func pairs(_ view: MapView, _ style: [(String, String)]) -> [(String, String)] {
        [
            ("lat", decimal(view.centre.latitude, 6)), ("lon", decimal(view.centre.longitude, 6)), ("z", decimal(view.zoom, 2)),
            ("group", query.group),
        ] + style + (layers == .standard ? [] : layers.names.map { ("layer", $0) })
    }

    /// Of the printed map: what is in view, in the style in which it is shown.
    var printPairs: [(String, String)] {
        pairs(view, [("style", choice.rawValue), ("shown", style.rawValue), ("member", query.selected?.description ?? "")])
    }
}

extension MapView {
    package var northWest: Coordinates { corner(-0.5) }
    package var southEast: Coordinates { corner(0.5) }
    private func corner(_ share: Double) -> Coordinates {
        let origin = Mercator(centre)
        return MapView.coordinates(x: origin.x + share * MapView.width / scale, y: origin.y + share * MapView.height / scale)
    }

    /// Of the tiles that are drawn for it.
    package var tileZoom: Int { min(max(Int(clamping: zoom.rounded()), MapTile.zooms.lowerBound), MapTile.zooms.upperBound) }
}
