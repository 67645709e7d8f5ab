import Domain
import Hummingbird
import Pages
import Services

/// Bike stations for everybody on the trip.
struct BikeRoutes {
    private static let section = "/bikes"

    func add(to table: RouteTable) {
        table.get(Path.bikes, .trip) { web, access in
            let (query, pairs) = BikeRoutes.query(web.query)
            let overview = try web.services.bikeOverview(query, access)
            return web.html(
                BikesPage(
                    layout: try web.tripLayout("Bikes", access, section: BikeRoutes.section, script: "bikes"), overview: overview,
                    ground: web.services.map.ground(at: overview.origin?.place, access.trip), isMember: access.asMember != nil, query: pairs
                ))
        }
        table.get(Path.bikeGroup, .trip, BikeRoutes.group)
        table.get(Path.bikeStation, .trip, BikeRoutes.station)
        table.post(Path.chooseBikes, .member, BikeRoutes.choose)
        table.post(Path.setFavouriteStation, .member) { web, access in
            let form = try await web.form()
            try await web.services.bikes.setFavourite(form["favourite"] == "yes", station: web.ordinal("id"), access)
            let slug = access.trip.fields.slug
            // Only to the pages of the trip's bikes.
            let back = Path.local(form["back"]).flatMap { $0.text.hasPrefix(Path.bikes(slug).text) ? $0 : nil }
            return web.redirect(back ?? Path.bikes(slug))
        }
    }

    /// What an address asks, and the same as pairs for the addresses of the page.
    static func query(_ given: [(name: String, value: String)]) -> (AppServices.BikeQuery, [(String, String)]) {
        let values = Dictionary(firstOf: given.map { ($0.name, $0.value) })
        var (query, pairs) = (AppServices.BikeQuery(), [(String, String)]())
        query.origin = values["from"].flatMap(BikeOrigin.Kind.init)
        if query.origin == .here {
            query.here = Coordinates(latitude: values["lat"] ?? "", longitude: values["lon"] ?? "")
        }
        query.radius = values["radius"].flatMap { $0.whole(in: 0...100_000) }
        query.wish = values["wish"].flatMap(BikeChoice.Wish.init)
        query.putsFavouritesFirst = values["favourites"].map { $0 == "first" }
        if let origin = query.origin { pairs.append(("from", origin.text)) }
        if let here = query.here { pairs += [("lat", decimal(here.latitude, 5)), ("lon", decimal(here.longitude, 5))] }
        if let radius = query.radius { pairs.append(("radius", String(BikeChoice.radius(near: radius)))) }
        if let wish = query.wish { pairs.append(("wish", wish.rawValue)) }
        if let isFirst = query.putsFavouritesFirst { pairs.append(("favourites", isFirst ? "first" : "")) }
        return (query, pairs)
    }

    /// Remembers how somebody looks, and shows the list so.
    private static func choose(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let (query, pairs) = query(form.fields)
        var choice = try web.services.bikes.choice(access).choice
        choice.radius = query.radius.map(BikeChoice.radius(near:)) ?? choice.radius
        choice.wish = query.wish ?? choice.wish
        choice.putsFavouritesFirst = form["favourites"] == "first"
        try await web.services.bikes.setChoice(choice, origin: query.origin, access)
        // What is remembered need not stand in the address; where somebody is only stands there.
        let asked = pairs.filter { ["from", "lat", "lon"].contains($0.0) }
        return web.redirect(Path.bikes(access.trip.fields.slug).asking(asked))
    }

    private static func station(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        let (query, pairs) = query(web.query)
        let detail = try web.services.bikeDetail(web.ordinal("id"), query, access)
        let ground = web.services.map.ground(at: detail.row.station.place, access.trip)
        return web.html(
            BikeStationPage(
                layout: try web.tripLayout(detail.row.station.name, access, section: section, script: "bikes"), detail: detail,
                ground: ground, isMember: access.asMember != nil, query: pairs))
    }

    // MARK: a group

    private static func group(_ web: WebRequest, _ access: TripAccess) throws -> Response {
        let (query, _) = query(web.query)
        let (request, errors) = groupRequest(web)
        let isAsked = !web.query("people").isEmpty && errors.isEmpty
        let plan = isAsked ? try web.services.bikePlan(request, query, access) : nil
        let ground = web.services.map.ground(at: plan?.start.place.place, access.trip)
        let page = BikeGroupPage(
            layout: try web.tripLayout("Bikes for a group", access, section: section, script: "bikes"),
            asked: (request, errors), answer: (plan, ground), origins: try web.services.bikePlaces(access),
            from: (query.origin, query.here))
        return web.html(page, status: errors.isEmpty ? .ok : .unprocessableContent)
    }

    private static func groupRequest(_ web: WebRequest) -> (BikeGroupRequest, [FieldError]) {
        var (request, check) = (BikeGroupRequest(), Validation())
        let people = tidyLine(web.query("people"))
        if !people.isEmpty {
            let count = people.whole(in: 1...BikeParty.mostPeople)
            check.require(count != nil, "people", "Type a number between 1 and \(BikeParty.mostPeople).")
            (request.people, request.typed) = (count ?? request.people, people)
        }
        let stops = web.query("stops")
        request.most = stops == "any" ? nil : stops.whole(in: 1...BikeParty.mostStops) ?? request.most
        request.radius = web.query("radius").whole(in: 0...100_000).map(BikeChoice.radius(near:)) ?? request.radius
        request.destination = BikeOrigin.Kind(web.query("to"))
        return (request, check.errors)
    }
}
