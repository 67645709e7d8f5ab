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
    /// What people know besides the map: stars, places that hosts added.
    let knowledge: @Sendable (TripAccess) throws -> PlaceKnowledge
    let system: SystemInputs

    /// Places that a map shows at once.
    private static let mapLimit = 400

    /// Nil while no map has been imported.
    var index: PlaceIndex? { currentAtlas.loaded()?.places }

    // MARK: one place

    /// - Throws: not found for what neither the map nor this trip's hosts know.
    package func detail(_ id: PlaceID, _ access: some TripProof) throws -> PlaceDetail {
        let known = try knowledge(access.tripAccess)
        var detail = try mapped(id, access) ?? known.added.first { $0.place.id == id }
        detail?.place.rating = known.ratings[id]
        detail?.place.photo = known.photos[id]
        detail?.place.apply(known.said[id], at: system.now())
        guard var detail else { throw Refusal.notFound }
        if let start = try start(of: PlaceFilter(), access).start {
            see(&detail.place, from: start.coordinates)
            detail.origin = start.label
        }
        return detail
    }

    private func mapped(_ id: PlaceID, _ access: some TripProof) throws -> PlaceDetail? {
        guard let index, let number = index.find(id) else { return nil }
        let (hours, now) = (PlaceHours(index: index, zone: access.trip.zone), system.now())
        var detail = index.detail(number)
        (detail.place.state, detail.place.comment) = hours.state(number, at: now)
        detail.week = hours.week(number, from: access.trip.zone.today(at: now))
        detail.areHoursReadable = hours.areReadable(number)
        return detail
    }

    func see(_ place: inout ListedPlace, from start: Coordinates) {
        place.distance = start.distance(to: place.coordinates)
        place.climb = currentAtlas.groundHeight(at: place.coordinates).flatMap { high in
            currentAtlas.groundHeight(at: start).map { high - $0 }
        }
    }

    // MARK: on a map

    /// Between two corners; the most important kinds first, and no more than a map can show.
    package func places(
        from northWest: Coordinates, to southEast: Coordinates, kinds: Set<PlaceKind>, _ access: some TripProof
    ) throws -> [ListedPlace] {
        let (known, now) = (try knowledge(access.tripAccess), system.now())
        var found: [ListedPlace] = []
        if let index {
            let hours = PlaceHours(index: index, zone: access.trip.zone)
            for number in index.places(from: northWest, to: southEast, kinds: kinds, limit: PlaceService.mapLimit) {
                var place = index.listed(number)
                guard !known.hidden.contains(place.id) else { continue }
                (place.state, place.comment) = hours.state(number, at: now)
                place.rating = known.ratings[place.id]
                place.apply(known.said[place.id], at: now)
                found.append(place)
            }
        }
        let latitudes = southEast.latitude...max(northWest.latitude, southEast.latitude)
        let longitudes = northWest.longitude...max(southEast.longitude, northWest.longitude)
        let added = known.added.map(\.place).filter { place in
            latitudes.contains(place.coordinates.latitude) && longitudes.contains(place.coordinates.longitude)
                && (kinds.isEmpty || kinds.contains(place.kind))
        }
        return added + found.prefix(PlaceService.mapLimit)
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
