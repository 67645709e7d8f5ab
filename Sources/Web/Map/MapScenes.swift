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
        query.reader = access.actor.members[access.trip.id]
        query.searched = String(tidyLine(web.query("q")).prefix(200))
        query.layers = layers(web)
        query.asked = MapChoice(rawValue: web.query("style"))
        (query.previous, query.shown) = (MapStyle(rawValue: web.query("was")), MapStyle(rawValue: web.query("shown")))
        if let line = try? web.services.ski.line(web.query("line"), access), let trace = web.trace(line, access) {
            // Auto keeps what is shown: pistes are on the mountain map alone.
            (query.trace, query.view) = (trace, trace.view)
            query.shown = query.shown ?? .mountain
        }
        return query
    }

    /// The call for help that the address names, as far as the reader hears of calls.
    static func call(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> HelpCase? {
        guard let id = ID(web.query("alert")) else { return nil }
        return try web.services.safety.recent(access).first { $0.id == id }
    }

    /// Who needs help, as far as the reader hears of it.
    static func calls(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> OpenCalls {
        OpenCalls(try web.services.safety.open(access))
    }

    /// Read only where they are drawn.
    static func ways(_ web: WebRequest, _ access: some StaffOrMedicProof) async throws -> MapWays {
        let query = query(web, access)
        var ways = MapWays()
        if query.layers.contains(.trails) { ways.everybody = try await web.services.map.trails(group: query.group, access).map(\.places) }
        if query.layers.contains(.trail), let member = query.selected {
            // An old address may choose somebody who is no longer a member: the map is shown all the same.
            do { ways.chosen = try await web.services.map.trail(of: member, access).map(\.coordinates) } catch Refusal.notFound {}
        }
        return ways
    }

    /// Places in view, where their layer is on: what a script asks for by itself, for browsers without one and for paper. From far away
    /// they would cover the map.
    static func listed(_ web: WebRequest, _ access: some StaffOrMedicProof, _ view: MapView) throws -> [ListedPlace] {
        guard layers(web).contains(.listed), view.zoom >= 13 else { return [] }
        let kinds = Set(PlaceGroup.eating.kinds + PlaceGroup.shops.kinds + PlaceGroup.help.kinds)
        return try Array(web.services.places.places(from: view.northWest, to: view.southEast, kinds: kinds, access).prefix(120))
    }

    /// To medics it tells of people and of places, and of no groups and events.
    static func scene(_ web: WebRequest, _ access: some StaffOrMedicProof, _ ways: MapWays) throws -> MapScene {
        let staff = access.asStaff
        let places = try web.services.map.places(access).map { staff != nil ? $0 : $0.withoutGroups }
        var query = query(web, access)
        query.call = try call(web, access)
        query.calls = try calls(web, access)
        return MapScene(
            trip: access.trip, query: query, places: places, ground: try web.services.map.ground(access),
            events: try staff.map { try web.services.events.list($0).map(\.event) } ?? [], ways: ways, now: web.now)
    }
}
