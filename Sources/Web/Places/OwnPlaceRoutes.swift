import Domain
import Hummingbird
import Pages
import Services

/// Places that hosts add because the map lacks them, and what waits for its place after a new map.
struct OwnPlaceRoutes {
    func add(to table: RouteTable) {
        table.get(Path.newPlace, .openHost) { web, access in
            var draft = OwnPlaceDraft()
            (draft.latitude, draft.longitude, draft.name) = (web.query("lat"), web.query("lon"), tidyLine(web.query("name")))
            return try web.html(OwnPlaceRoutes.page(web, access, nil, draft, Complaint()))
        }
        table.post(Path.newPlace, .openHost) { web, access in
            let form = try await web.form()
            return try await web.submit {
                let id = try await web.services.ownPlaces.add(OwnPlaceRoutes.draft(form), access)
                return web.redirect(Path.place(access.trip.fields.slug, .added(id)).asking("done", "added"))
            } again: {
                try OwnPlaceRoutes.page(web, access, nil, OwnPlaceRoutes.draft(form), Complaint($0, $1))
            }
        }
        table.get(Path.editPlace, .openHost) { web, access in
            let place = try web.services.ownPlaces.find(OwnPlaceRoutes.id(web), access)
            return try web.html(OwnPlaceRoutes.page(web, access, place.id, OwnPlaceDraft(place), Complaint()))
        }
        table.post(Path.editPlace, .openHost, OwnPlaceRoutes.update)
        table.post(Path.deletePlace, .openHost) { web, access in
            let id = try OwnPlaceRoutes.id(web)
            try await web.services.ownPlaces.setDeleted(true, id, access)
            return web.redirect(Path.places(access.trip.fields.slug).asking("deleted", id.description))
        }
        table.post(Path.restorePlace, .openHost) { web, access in
            let id = try OwnPlaceRoutes.id(web)
            try await web.services.ownPlaces.setDeleted(false, id, access)
            return web.redirect(Path.place(access.trip.fields.slug, .added(id)).asking("done", "undone"))
        }
        table.get(Path.waitingPlaces, .openHost) { web, access in try web.html(OwnPlaceRoutes.waiting(web, access, nil)) }
        table.post(Path.attachPlace, .openHost, OwnPlaceRoutes.attach)
        table.post(Path.detachPlace, .openHost) { web, access in
            try await web.services.placeMatching.detach(web.id("place"), access)
            return web.redirect(Path.waitingPlaces(access.trip.fields.slug).asking("done", "undone"))
        }
    }

    /// The host's own place that the address names; no other is changed here.
    private static func id(_ web: WebRequest) throws(Refusal) -> ID {
        guard case .added(let id) = try PlaceReviewRoutes.place(web) else { throw .notFound }
        return id
    }

    /// What the list says right after one was deleted, with the way back.
    static func justDeleted(_ web: WebRequest, _ access: some TripProof) -> Flash? {
        guard access.isHost, let id = ID(web.query("deleted")) else { return nil }
        return Flash("The place is deleted.", undo: Path.restorePlace(access.trip.fields.slug, .added(id)))
    }

    private static func draft(_ form: Form) -> OwnPlaceDraft {
        var draft = OwnPlaceDraft()
        (draft.name, draft.kind, draft.hours) = (form["name"], form["kind"], form["hours"])
        draft.latitude = form["place_latitude"].replacing(",", with: ".")
        draft.longitude = form["place_longitude"].replacing(",", with: ".")
        (draft.phone, draft.website, draft.version) = (form["phone"], form["website"], form.version)
        return draft
    }

    private static func page(
        _ web: WebRequest, _ access: OpenHostAccess, _ id: ID?, _ draft: OwnPlaceDraft, _ complaint: Complaint
    ) throws -> FormPage {
        let ground = try web.services.map.ground(access.host)
        let map = ground.version.flatMap { version in
            (draft.coordinates ?? access.trip.base).map {
                FormField.PinMap("Where it is", fields: "place", version: version, style: .mountain, centre: $0)
            }
        }
        let layout = try web.tripLayout(id == nil ? "Add a place" : "Edit", access, section: "/places", script: "event-form")
        return PlaceForms.own(layout: layout, id: id, draft, map: map, complaint)
    }

    private static func update(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let (id, form) = (try id(web), try await web.form())
        return try await web.submit {
            try await web.services.ownPlaces.update(id, draft(form), access)
            return web.redirect(Path.place(access.trip.fields.slug, .added(id)).asking("done", "saved"))
        } again: {
            try page(web, access, id, draft(form), Complaint($0, $1))
        }
    }

    // MARK: what waits for its place

    private static func waiting(_ web: WebRequest, _ access: OpenHostAccess, _ problem: String?) throws -> WaitingPlacesPage {
        let words = String(tidyLine(web.query("q")).prefix(100))
        let search = ID(web.query("place")).map { (place: $0, words: words) }
        return WaitingPlacesPage(
            layout: try web.tripLayout("Reviews without a place", access, section: "/places"),
            waiting: try web.services.placeMatching.waiting(search: search, access), problem: problem)
    }

    private static func attach(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let (id, form) = (try web.id("place"), try await web.form())
        return try await web.submit {
            guard let target = PlaceID(form["target"]) else { throw Refusal.invalid([FieldError("target", "Choose a place on the map.")]) }
            try await web.services.placeMatching.attach(id, to: target, access)
            return web.redirect(Path.waitingPlaces(access.trip.fields.slug).asking("done", "saved"))
        } again: { errors, problem in
            try waiting(web, access, problem ?? errors.said)
        }
    }
}
