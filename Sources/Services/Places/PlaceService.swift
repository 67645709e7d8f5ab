import Atlas
import Domain
import Store

/// Places of the atlas around a trip: lists, one of them, what a map shows.
package struct PlaceService: Sendable {
    let currentAtlas: CurrentAtlas
    let store: PlaceStore
    let roster: RosterService
    let events: EventService
    let myEvents: MyEventService
    let friends: FriendService
    let map: MapService
    let ownPlaces: OwnPlaceService
    /// What people know besides the map: stars, places that hosts added.
    let knowledge: @Sendable (TripAccess) throws -> PlaceKnowledge
    let system: SystemInputs

    /// Places that a map shows at once.
    private static let mapLimit = 400

    /// Nil while no map has been imported.
    var index: PlaceIndex? { currentAtlas.loaded()?.places }

    /// What a request needs to know, read once.
    func request(_ access: some TripProof) throws -> PlaceRequest {
        PlaceRequest(try knowledge(access.tripAccess), index, ownPlaces, zone: access.trip.zone, now: system.now())
    }

    // MARK: one place

    /// - Throws: not found for what neither the map nor this trip's hosts know.
    package func detail(_ id: PlaceID, _ access: some TripProof) throws -> PlaceDetail {
        let request = try request(access)
        guard var detail = PlaceMoment(request, at: request.now).detail(id) else { throw Refusal.notFound }
        if let start = try start(of: PlaceFilter(), access).start {
            see(&detail.place, from: start.coordinates)
            detail.origin = start.label
        }
        return detail
    }

    func see(_ place: inout ListedPlace, from start: Coordinates) {
        place.distance = start.distance(to: place.coordinates)
        place.climb = currentAtlas.groundHeight(at: place.coordinates).flatMap { high in
            currentAtlas.groundHeight(at: start).map { high - $0 }
        }
    }

    // MARK: on a map

    /// Between two corners, no more than a map can show: evenly over all of it, in each part the most important kinds before others. What
    /// hosts added comes first.
    package func places(
        from northWest: Coordinates, to southEast: Coordinates, kinds: Set<PlaceKind>, _ access: some TripProof
    ) throws -> [ListedPlace] {
        let request = try request(access)
        let moment = PlaceMoment(request, at: request.now)
        let latitudes = southEast.latitude...max(northWest.latitude, southEast.latitude)
        let longitudes = northWest.longitude...max(southEast.longitude, northWest.longitude)
        let added = request.known.added.filter { place in
            latitudes.contains(place.coordinates.latitude) && longitudes.contains(place.coordinates.longitude)
                && (kinds.isEmpty || kinds.contains(place.kind)) && !request.known.hidden.contains(place.placeID)
        }
        guard let hours = moment.hours else { return added.map(moment.place) }
        let hidden = request.numbered.hidden
        let found = hours.index.places(from: northWest, to: southEast, kinds: kinds, limit: PlaceService.mapLimit) { !hidden.contains($0) }
        return added.map(moment.place) + found.map { moment.place($0, hours) }
    }

    // MARK: what is remembered

    /// The filter that the reader had last; nil for the usual one.
    package func remembered(_ access: some TripProof) throws -> PlaceFilter? {
        try store.filter(account: access.actor.account.id, trip: access.trip.id).map { PlaceFilter(kept: $0) }
    }

    /// - Parameter filter: nil forgets.
    package func remember(_ filter: PlaceFilter?, _ access: some TripProof) async throws {
        try await store.setFilter(filter?.keptText, account: access.actor.account.id, trip: access.trip.id)
    }
}
