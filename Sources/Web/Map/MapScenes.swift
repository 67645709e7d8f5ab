import Domain
import Pages
import Services

/// What a map's address asks for, put together for the screen and for paper.
enum MapScenes {
    static func layers(_ web: WebRequest) -> MapLayers { MapLayers(names: web.query.filter { $0.name == "layer" }.map(\.value)) }

    private static func query(_ web: WebRequest, _ access: some TripProof) -> MapQuery {
        var query = MapQuery(role: access.role)
        query.view = web.place.map { MapView(centre: $0, zoom: web.zoom ?? 15) }
        query.group = access.role.isStaff ? tidyLine(web.query("group")) : ""
        query.selected = ID(web.query("member"))
        query.searched = String(tidyLine(web.query("q")).prefix(200))
        query.layers = layers(web)
        return query
    }

    /// The call for help that the address names, as far as the reader hears of calls.
    static func call(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> Alert? {
        guard let id = ID(web.query("alert")) else { return nil }
        return try web.services.safety.recent(access).first { $0.id == id }
    }

    /// Read only where they are drawn.
    static func ways(_ web: WebRequest, _ access: some StaffOrMedicProof) async throws -> MapWays {
        let query = query(web, access)
        var ways = MapWays()
        if query.layers.contains(.trails) { ways.everybody = try await web.services.map.trails(group: query.group, access).map(\.places) }
        if query.layers.contains(.trail), let member = query.selected {
            // Who is no member any more is chosen by an old address: the map is there all the same.
            do { ways.chosen = try await web.services.map.trail(of: member, access).map(\.coordinates) } catch Refusal.notFound {}
        }
        return ways
    }

    /// To medics it tells of people and of places, and of no groups and events.
    static func scene(_ web: WebRequest, _ access: some StaffOrMedicProof, _ ways: MapWays) throws -> MapScene {
        let staff = access.asStaff
        let places = try web.services.map.places(access).map {
            MapPlace(
                person: staff != nil ? $0.person : $0.person.withoutGroups, entry: $0.entry, freshness: $0.freshness, ground: $0.ground)
        }
        var query = query(web, access)
        query.call = try call(web, access)
        return MapScene(
            trip: access.trip, query: query, places: places, ground: try ground(web, access),
            events: try staff.map { try web.services.events.list($0).map(\.event) } ?? [], ways: ways, now: web.now)
    }

    private static func ground(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> MapGround {
        let (ground, map) = (try web.services.map.ground(access), web.services.map)
        return MapGround(
            version: ground.version, choice: MapChoice(rawValue: web.query("style")) ?? ground.choice,
            previous: MapStyle(rawValue: web.query("was")), shown: MapStyle(rawValue: web.query("shown")), baseHeight: ground.baseHeight,
            threshold: ground.threshold, rasterServers: ground.rasterServers, height: { map.height(at: $0)?.metres })
    }
}
