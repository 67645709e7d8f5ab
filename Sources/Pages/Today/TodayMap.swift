import Domain

/// Where people are, at a glance. It leads to the map.
package struct TodayMap: Sendable {
    package struct Dot: Sendable {
        let x: String
        let y: String
        let style: String
    }
    private static let size = (width: 480.0, height: 300.0)
    /// Who is farther away, at home or on the way, does not make everybody else one dot.
    private static let reach = 25_000.0

    let tiles: [MapTile]
    let dots: [Dot]
    let viewBox: String
    let label: String
    let link: Link

    /// Nil without a map, or where nothing is to be shown on it.
    init?(_ entries: [RosterEntry], _ trip: Trip, tiles version: String?) {
        let placed = entries.compactMap { entry in entry.newest.map { (entry.freshness, $0.fix.coordinates) } }
            .filter { [.fresh, .stale, .lost].contains($0.0) }
        guard let version, let middle = trip.base ?? placed.first?.1 else { return nil }
        let near = placed.filter { $0.1.distance(to: middle) < TodayMap.reach }
        let (width, height) = TodayMap.size
        let fitting = MapView(fitting: near.map(\.1) + (trip.base.map { [$0] } ?? []))
        // A window of half the size shows as much a step farther out.
        let view = MapView(centre: fitting?.centre ?? middle, zoom: min(15, (fitting?.zoom ?? 15) - 1.1).rounded(.down))
        // Its tiles weigh a quarter of the mountain map's.
        tiles = MapTile.tiles(view, .street, version: version, width: width, height: height)
        dots = near.sorted { $0.0 == .lost && $1.0 != .lost }.map { freshness, place in
            let point = view.point(place)
            return Dot(
                x: decimal(point.x - MapView.width / 2 + width / 2, 1), y: decimal(point.y - MapView.height / 2 + height / 2, 1),
                style: freshness.rawValue)
        }
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        label = counted(near.count, "person on the map", "people on the map")
        link = Path.map(trip.fields.slug)
    }
}
