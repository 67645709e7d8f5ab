import Domain
import Hummingbird
import Pages
import Services

/// Places around a trip: the list, one of them, paper, what the map shows.
struct PlaceRoutes {
    func add(to table: RouteTable) {
        table.get(Path.places, .trip, PlaceRoutes.index)
        table.post(Path.filterPlaces, .trip, PlaceRoutes.remember)
        table.get(Path.placesPrint, .trip) { web, access in
            let group = PlaceGroup(rawValue: web.query("kind")) ?? .eating
            let places = try web.services.places.aroundBase(Set(group.kinds), limit: PlacesPrintPage.limit, access)
            return web.html(PlacesPrintPage(layout: try PlaceRoutes.layout("Places", web, access), places: places, kinds: group))
        }
        table.get(Path.callList, .trip) { web, access in
            let best = try web.services.places.best(PlaceFilter(query: web.query), count: CallListPage.count, access)
            return web.html(
                CallListPage(
                    layout: try PlaceRoutes.layout("Call list", web, access, script: "places"), list: best.list, places: best.places))
        }
        table.get(Path.placesAround, .trip) { web, access in
            let places = try web.services.places.aroundBase(PlacesKeptPage.kinds, limit: PlacesKeptPage.limit, access)
            return web.html(
                PlacesKeptPage(
                    layout: try PlaceRoutes.layout("Places around the base", web, access, script: "places-kept"), places: places))
        }
        table.get(Path.placesOnMap, .trip, PlaceRoutes.at)
        OwnPlaceRoutes().add(to: table)
        PlaceReviewRoutes().add(to: table)
        PlaceReportRoutes().add(to: table)
        table.get(Path.place, .trip, PlaceRoutes.show)
        table.get(Path.placeCard, .trip) { web, access in
            web.html(
                PlaceCardPart(
                    try web.services.places.detail(PlaceRoutes.id(web), access), layout: try PlaceRoutes.layout("Places", web, access)))
        }
    }

    static func layout(
        _ title: String, _ web: WebRequest, _ access: some TripProof, flash: Flash? = nil, script: String? = nil
    ) throws -> TripLayout {
        try web.tripLayout(title, access, section: "/places", flash: flash, script: script)
    }

    static func id(_ web: WebRequest) throws(Refusal) -> PlaceID {
        guard let id = PlaceID(try web.parameter("id")) else { throw .notFound }
        return id
    }

    private static func index(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        // Without a word in the address it is the list that the reader had last.
        let remembered = web.query.contains { !["done", "deleted"].contains($0.name) } ? nil : try web.services.places.remembered(access)
        var list = try web.services.places.list(remembered ?? PlaceFilter(query: web.query), access)
        list.isRemembered = remembered != nil
        return web.html(
            PlacesPage(
                layout: try layout("Places", web, access, flash: OwnPlaceRoutes.justDeleted(web, access), script: "places"), list: list,
                waiting: try web.services.placeMatching.waitingCount(access),
                ground: web.services.map.ground(at: list.start?.coordinates ?? access.trip.base, access.trip)))
    }

    private static func remember(_ web: WebRequest, _ access: TripAccess) async throws -> Response {
        let form = try await web.form()
        let slug = access.trip.fields.slug
        guard form["reset"].isEmpty else {
            try await web.services.places.remember(nil, access)
            return web.redirect(Path.places(slug).asking("done", "reset"))
        }
        let filter = PlaceFilter(query: form.fields)
        try await web.services.places.remember(filter, access)
        return web.redirect(Path.places(slug, as: filter))
    }

    private static func show(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        let detail = try web.services.places.detail(id(web), access)
        let isOpenHost = access.isHost && access.trip.archivedAt == nil
        let mayCreate = isOpenHost || access.asMember.map { web.services.myEvents.mayCreate($0) } ?? false
        return web.html(
            PlacePage(
                layout: try layout(
                    detail.place.title, web, access, flash: PlaceFlash.said(web, access, detail.place.id), script: "places"),
                detail: detail,
                opened: try web.services.placeReviews.open(detail.place.id, limit: PlaceReviewService.shown, access),
                ground: web.services.map.ground(at: detail.place.coordinates, access.trip), mayCreate: mayCreate))
    }

    // MARK: the map

    /// What lies between two corners, for the map's layer of places.
    private static func at(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        guard let northWest = Coordinates(latitude: web.query("north"), longitude: web.query("west")),
            let southEast = Coordinates(latitude: web.query("south"), longitude: web.query("east"))
        else { throw Refusal.invalid([FieldError("north", "Two corners: north, west, south and east.")]) }
        let kinds = PlaceFilter(query: web.query).kinds
        let places = try web.services.places.places(from: northWest, to: southEast, kinds: kinds, access)
        return web.json { out in
            out.array("places") { out in
                for place in places {
                    out.object { out in
                        out.add("id", place.id.description)
                        out.add("name", place.title)
                        out.add("kind", place.kind.rawValue)
                        out.add("group", place.kind.group.rawValue)
                        out.add("open", place.state.isOpen ? "yes" : place.state.isClosed ? "no" : "")
                        out.add("lat", place.coordinates.latitude, places: 6)
                        out.add("lon", place.coordinates.longitude, places: 6)
                    }
                }
            }
        }
    }
}
