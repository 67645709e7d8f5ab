import Atlas
import Domain

/// One search for places, with the clock and the trip it is for.
struct PlaceFinder {
    private let service: PlaceService
    private let filter: PlaceFilter
    private let start: PlaceList.Start
    private let hours: PlaceHours?
    let known: PlaceKnowledge
    /// The moment or the time for which places are to be open; nil where nobody asked.
    private let span: (start: Instant, end: Instant)?
    /// At which moment a place's state is told.
    private let moment: Instant
    var asked: Instant? { span?.start }

    init(_ service: PlaceService, _ filter: PlaceFilter, _ start: PlaceList.Start, _ access: some TripProof) throws {
        (self.service, self.filter, self.start) = (service, filter, start)
        hours = service.index.map { PlaceHours(index: $0, zone: access.trip.zone) }
        known = try service.knowledge(access.tripAccess)
        let now = service.system.now()
        switch filter.time {
        case .any: span = nil
        case .now: span = (now, now)
        case .at(let day, let seconds):
            let at = access.trip.zone.instant(day: day, secondsOfDay: seconds)
            span = (at, at)
        case .event(let id):
            span = try service.coming(access).first { $0.id == id }.map { event in
                (event.fields.startsAt, event.fields.endsAt ?? event.fields.startsAt + .hours(1))
            }
        }
        moment = span?.start ?? now
    }

    private var query: PlaceQuery {
        var query = PlaceQuery(centre: start.coordinates, radius: Double(filter.radius))
        (query.kinds, query.cuisine, query.diets) = (filter.kinds, filter.cuisine, filter.diets)
        (query.isForWheelchairs, query.name) = (filter.isForWheelchairs, filter.search)
        return query
    }

    /// Nearest first, or in the order that was asked for.
    func find(limit: Int) -> (places: [ListedPlace], unknownCount: Int) {
        var unknown = 0
        var places: [ListedPlace] = added.filter { accepts(isOpen($0), &unknown) }
        if let hours {
            let found = hours.index.nearest(query, limit: filter.order == .distance ? limit : .max) { accepts($0, hours, &unknown) }
            places += best(found, limit, hours)
        }
        places = places.map { (rank($0), $0) }.sorted { ($0.0, $0.1.distance, $0.1.id) < ($1.0, $1.1.distance, $1.1.id) }.map(\.1)
        // Heights are read for those that are shown.
        return (places.prefix(limit).map(seen), unknown)
    }

    /// The first in the order that was asked for. All within the radius are ranked, and those alone are read whole that are shown.
    private func best(_ found: [PlaceIndex.Found], _ limit: Int, _ hours: PlaceHours) -> [ListedPlace] {
        guard filter.order != .distance else { return found.map { place($0, hours) } }
        let ranked = found.map { (rank: rank($0.entry, hours), found: $0) }
        return ranked.sorted { ($0.rank, $0.found.metres, $0.found.entry) < ($1.rank, $1.found.metres, $1.found.entry) }
            .prefix(limit).map { place($0.found, hours) }
    }

    /// Small for what comes first.
    private func rank(_ place: ListedPlace) -> Double {
        switch filter.order {
        case .distance: 0
        case .stars: -(place.rating?.average ?? 0)
        case .longest: -Double(openFor(place.state))
        }
    }

    private func rank(_ number: Int, _ hours: PlaceHours) -> Double {
        switch filter.order {
        case .distance: return 0
        case .stars: return -(known.ratings.isEmpty ? 0 : known.ratings[hours.index.id(of: number)]?.average ?? 0)
        case .longest:
            let said = known.said.isEmpty ? nil : known.said[hours.index.id(of: number)]
            let state = hours.state(number, at: moment).state
            return -Double(openFor(said?.reports.outranking(state, at: moment) ?? state))
        }
    }

    private func accepts(_ number: Int, _ hours: PlaceHours, _ unknown: inout Int) -> Bool {
        if !known.hidden.isEmpty || filter.stars > 0 {
            let id = hours.index.id(of: number)
            guard !known.hidden.contains(id), hasStars(id) else { return false }
        }
        guard let span else { return true }
        let reported = known.said.isEmpty ? nil : known.said[hours.index.id(of: number)]?.reports.isOpen(at: span.start)
        if let reported { return accepts(reported, &unknown) }
        let isOpen =
            span.start == span.end
            ? hours.answer(number, at: span.start).flatMap { $0.state == .unknown ? nil : $0.state == .open }
            : hours.isOpen(number, from: span.start, to: span.end)
        return accepts(isOpen, &unknown)
    }

    private func accepts(_ isOpen: Bool?, _ unknown: inout Int) -> Bool {
        guard span != nil, isOpen != true else { return true }
        if isOpen == nil { unknown += 1 }
        return isOpen == nil && filter.showsUnknown
    }

    private func hasStars(_ id: PlaceID) -> Bool {
        filter.stars == 0 || known.ratings[id].map { $0.average >= Double(filter.stars) } ?? false
    }

    private func place(_ found: PlaceIndex.Found, _ hours: PlaceHours) -> ListedPlace {
        var place = hours.index.listed(found.entry)
        (place.state, place.comment) = hours.state(found.entry, at: moment)
        place.distance = found.metres
        place.rating = known.ratings[place.id]
        place.photo = known.photos[place.id]
        place.apply(known.said[place.id], at: moment)
        return place
    }

    private func seen(_ place: ListedPlace) -> ListedPlace {
        var place = place
        service.see(&place, from: start.coordinates)
        return place
    }

    /// Seconds for which it stays open; what has no end in sight comes first.
    private func openFor(_ state: PlaceState) -> Int64 {
        guard case .open(let until) = state else { return -1 }
        return until.map { max($0.seconds - moment.seconds, 0) } ?? .max
    }

    // MARK: what hosts added

    /// The map's filters, asked of the few places that are not in it.
    private var added: [ListedPlace] {
        let words = searchable(filter.search)
        return known.added.map(\.place).compactMap { place in
            var place = place
            place.distance = start.coordinates.distance(to: place.coordinates)
            place.rating = known.ratings[place.id]
            place.photo = known.photos[place.id]
            place.apply(known.said[place.id], at: moment)
            let fits =
                place.distance <= Double(filter.radius) && (filter.kinds.isEmpty || filter.kinds.contains(place.kind))
                && (filter.cuisine.isEmpty || place.cuisine.contains(filter.cuisine)) && place.diets.serves(all: filter.diets)
                && (!filter.isForWheelchairs || [.yes, .limited].contains(place.wheelchair)) && hasWords(searchable(place.name), words)
                && !known.hidden.contains(place.id) && hasStars(place.id)
            return fits ? place : nil
        }
    }

    private func isOpen(_ place: ListedPlace) -> Bool? { place.state.isOpen ? true : place.state.isClosed ? false : nil }
}
