import Domain

/// Where people are, at a glance. It leads to the map.
package struct TodayMap: Sendable {
    package struct Dot: Sendable {
        let x: String
        let y: String
        let radius: String
        let style: String
    }
    private struct Placed {
        /// What is drawn later lies above.
        enum Rank: Int, Comparable {
            case lost, known, help
            static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
        }
        let place: Coordinates
        let freshness: Freshness
        let rank: Rank
        init(_ entry: RosterEntry, _ place: Coordinates, _ inNeed: Set<ID>) {
            (self.place, freshness) = (place, entry.freshness)
            rank = inNeed.contains(entry.row.id) ? .help : freshness == .lost ? .lost : .known
        }
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
    init?(_ entries: [RosterEntry], _ trip: Trip, tiles version: String?, inNeed: Set<ID>) {
        let placed = entries.compactMap { entry in entry.newest.map { Placed(entry, $0.fix.coordinates, inNeed) } }
            .filter { $0.rank == .help || [.fresh, .stale, .lost].contains($0.freshness) }
        guard let version, let middle = trip.base ?? placed.first?.place else { return nil }
        let near = placed.filter { $0.place.distance(to: middle) < TodayMap.reach }
        let (width, height) = TodayMap.size
        let fitting = MapView(fitting: near.map(\.place) + (trip.base.map { [$0] } ?? []))
        // A window of half the size shows as much a step farther out.
        let view = MapView(centre: fitting?.centre ?? middle, zoom: min(15, (fitting?.zoom ?? 15) - 1.1).rounded(.down))
        // Its tiles weigh a quarter of the mountain map's.
        tiles = MapTile.tiles(view, .street, version: version, width: width, height: height)
        dots = near.sorted { $0.rank < $1.rank }.map { placed in
            let point = view.point(placed.place)
            return Dot(
                x: decimal(point.x - MapView.width / 2 + width / 2, 1), y: decimal(point.y - MapView.height / 2 + height / 2, 1),
                radius: placed.rank == .help ? "10" : "6", style: placed.rank == .help ? "help" : placed.freshness.rawValue)
        }
        viewBox = "0 0 \(Int(width)) \(Int(height))"
        label = counted(near.count, "person on the map", "people on the map")
        link = Path.map(trip.fields.slug)
    }
}
