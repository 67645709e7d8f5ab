import Domain
import Store

/// What people see of bikes: it needs to know where they, their friends and their events are.
extension AppServices {
    /// What an address asks of the list.
    package struct BikeQuery: Sendable {
        package var origin: BikeOrigin.Kind?
        /// Where the reader is, as their browser says.
        package var here: Coordinates?
        package var radius: Int?
        package var wish: BikeChoice.Wish?
        package var putsFavouritesFirst: Bool?
        package init() {}
    }

    package func bikeOverview(_ query: BikeQuery, _ access: some TripProof) throws -> BikeOverview {
        let remembered = try bikes.choice(access)
        var choice = remembered.choice
        choice.radius = query.radius.map(BikeChoice.radius(near:)) ?? choice.radius
        choice.wish = query.wish ?? choice.wish
        choice.putsFavouritesFirst = query.putsFavouritesFirst ?? choice.putsFavouritesFirst
        let origins = try bikeOrigins(access)
        let origin = try bikeOrigin(query, remembered.origin, origins, access)
        let (rows, favourites, now) = (try bikes.rows(access), try bikes.favourites(access), system.now())
        let list = origin.map { origin in
            var list = BikeList(rows, from: origin.place, choice: choice, favourites: favourites, now: now)
            let ground = currentAtlas.groundHeight(at: origin.place)
            list.see { climb(from: ground, to: $0) }
            return list
        }
        return BikeOverview(feeds: try bikes.feedStates(access), origin: origin, origins: origins, choice: choice, list: list)
    }

    /// Metres; nil where one of the heights is not known.
    private func climb(from ground: Double?, to place: Coordinates) -> Double? {
        ground.flatMap { ground in currentAtlas.groundHeight(at: place).map { $0 - ground } }
    }

    /// The place that is asked for; else the remembered one, the base, or the only thing that there is.
    private func bikeOrigin(
        _ query: BikeQuery, _ remembered: BikeOrigin.Kind?, _ origins: [BikeOrigin], _ access: some TripProof
    ) throws -> BikeOrigin? {
        if query.origin == .here { return query.here.map { BikeOrigin(kind: .here, name: "", place: $0) } }
        if let asked = query.origin { return origins.first { $0.kind == asked } }
        return origins.first { $0.kind == remembered } ?? origins.first
    }

    /// Places from which distances can be measured, as far as the reader may know them.
    func bikeOrigins(_ access: some TripProof) throws -> [BikeOrigin] {
        var origins: [BikeOrigin] = []
        if let base = access.trip.base { origins.append(BikeOrigin(kind: .base, name: access.trip.fields.baseName, place: base)) }
        return try origins + eventOrigins(access) + memberOrigins(access)
    }

    private func eventOrigins(_ access: some TripProof) throws -> [BikeOrigin] {
        let now = system.now()
        let found =
            try access.asStaff.map { try events.list($0).map(\.event).filter { $0.state == .published && !$0.isOver(at: now) } }
            ?? access.asMember.map { try myEvents.meetings($0) } ?? []
        return found.compactMap { event in
            event.meeting.map { BikeOrigin(kind: .event(event.id), name: event.fields.title, place: $0) }
        }
    }

    /// Staff and medics see everybody, travellers those who share with everyone, and each themselves.
    private func memberOrigins(_ access: some TripProof) throws -> [BikeOrigin] {
        if let proof = try? access.tripAccess.requireStaffOrMedic() {
            return try map.places(proof).compactMap { member in
                member.entry.map { BikeOrigin(kind: .member(member.person.id), name: member.person.name, place: $0.fix.coordinates) }
            }.sorted { $0.name < $1.name }
        }
        guard let member = access.asMember else { return [] }
        let own = try friends.ownFix(member).map { fix in
            BikeOrigin(kind: .member(member.member), name: try friends.own(member).fields.fullName, place: fix.coordinates)
        }
        let others = access.trip.fields.sharesFriends ? try friends.places(member) : []
        return [own].compactMap(\.self)
            + others.map { BikeOrigin(kind: .member($0.friend.id), name: $0.friend.name, place: $0.fix.coordinates) }
            .sorted { $0.name < $1.name }
    }

    package func bikeDetail(_ number: Int, _ query: BikeQuery, _ access: some TripProof) throws -> BikeDetail {
        guard let row = try bikes.rows(access).first(where: { $0.number == number }),
            let feed = try bikes.feedStates(access).first(where: { $0.feed.id == row.feedID })
        else { throw Refusal.notFound }
        let origin = try bikeOrigin(query, bikes.choice(access).origin, bikeOrigins(access), access)
        let moments = try bikes.store.moments(station: number, since: system.now() - .hours(24))
        let climb = origin.flatMap { self.climb(from: currentAtlas.groundHeight(at: $0.place), to: row.station.place) }
        return BikeDetail(
            row: row, feed: feed, origin: origin, climb: climb, isFavourite: try bikes.favourites(access).contains(number),
            moments: moments)
    }

    /// Bikes for a group, and docks where it rides. Nil while no place is chosen.
    package func bikePlan(_ request: BikeGroupRequest, _ query: BikeQuery, _ access: some TripProof) throws -> BikeGroupPlan? {
        let (rows, origins, now) = (try bikes.rows(access), try bikeOrigins(access), system.now())
        guard let origin = try bikeOrigin(query, bikes.choice(access).origin, origins, access) else { return nil }
        let climb = { (start: Coordinates, end: Coordinates) in self.climb(from: self.currentAtlas.groundHeight(at: start), to: end) }
        let start = BikeGroupPlan.End(rows, at: origin, request, climb: climb) { $0.numbers.rentable(at: now) }
        let destination = request.destination.flatMap { wanted in origins.first { $0.kind == wanted } }
        let end = destination.map { BikeGroupPlan.End(rows, at: $0, request, climb: climb) { $0.returnable(at: now) } }
        return BikeGroupPlan(request: request, start: start, destination: end)
    }

    /// Where a page of theirs could be measured from.
    package func bikePlaces(_ access: some TripProof) throws -> [BikeOrigin] { try bikeOrigins(access) }
}
