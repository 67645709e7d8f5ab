import Atlas
import Domain

/// One search for places around somewhere.
struct PlaceFinder {
    /// In which order they come.
    enum Order {
        case distance, stars, longest
        /// For a table of a party, which may have diets.
        case table(PlaceParty?)

        init(_ order: PlaceFilter.Order) {
            switch order {
            case .distance: self = .distance
            case .stars: self = .stars
            case .longest: self = .longest
            }
        }
    }
    private let service: PlaceService
    private let filter: PlaceFilter
    private let start: PlaceList.Start
    /// At which moment a place's state is told, and until when it is asked to be open; nil where nobody asked.
    let moment: PlaceMoment
    private let end: Instant?
    private let order: Order
    var asked: Instant? { end == nil ? nil : moment.instant }
    private var request: PlaceRequest { moment.request }

    /// - Parameter coming: events for which places may be asked to be open.
    init(
        _ service: PlaceService, _ filter: PlaceFilter, _ start: PlaceList.Start, _ request: PlaceRequest, coming: [Event] = [],
        order: Order? = nil
    ) {
        (self.service, self.filter, self.start, self.order) = (service, filter, start, order ?? Order(filter.order))
        let span = PlaceFinder.span(filter.time, request, coming)
        (moment, end) = (PlaceMoment(request, at: span?.start ?? request.now), span?.end)
    }

    private static func span(_ time: PlaceFilter.Time, _ request: PlaceRequest, _ coming: [Event]) -> (start: Instant, end: Instant)? {
        switch time {
        case .any: return nil
        case .now: return (request.now, request.now)
        case .at(let day, let seconds):
            let at = request.zone.instant(day: day, secondsOfDay: seconds)
            return (at, at)
        case .event(let id):
            return coming.first { $0.id == id }.map { ($0.fields.startsAt, $0.fields.endsAt ?? $0.fields.startsAt + .hours(1)) }
        }
    }

    private var query: PlaceQuery {
        var query = PlaceQuery(centre: start.coordinates, radius: Double(filter.radius))
        (query.kinds, query.cuisine, query.diets) = (filter.kinds, filter.cuisine, filter.diets)
        (query.isForWheelchairs, query.name) = (filter.isForWheelchairs, filter.search)
        return query
    }

    // MARK: finding

    /// A place of the map by its number, one of the hosts' own by −1 and less.
    private struct Candidate: Comparable {
        let rank: PlaceRank
        let metres: Double
        let number: Int
        static func < (a: Candidate, b: Candidate) -> Bool { (a.rank, a.metres, a.number) < (b.rank, b.metres, b.number) }
    }

    /// The first in the order that was asked for. Those alone are read whole that are shown.
    func find(limit: Int) -> (places: [ListedPlace], unknownCount: Int) {
        var (unknown, first) = (0, FirstFew<Candidate>(limit))
        for (index, own) in request.known.added.enumerated() {
            let metres = start.coordinates.distance(to: own.coordinates)
            guard accepts(own, metres, &unknown) else { continue }
            first.add(Candidate(rank: rank(own), metres: metres, number: -1 - index))
        }
        if let hours = moment.hours {
            if case .distance = order {
                for found in hours.index.nearest(query, limit: limit, accept: { accepts($0, hours, &unknown) }) {
                    first.add(Candidate(rank: .none, metres: found.metres, number: found.entry))
                }
            } else {
                for found in hours.index.all(query) where accepts(found.entry, hours, &unknown) {
                    first.add(Candidate(rank: rank(found.entry, hours), metres: found.metres, number: found.entry))
                }
            }
        }
        return (first.sorted.compactMap(place), filter.showsUnknown ? 0 : unknown)
    }

    private func place(_ found: Candidate) -> ListedPlace? {
        let place =
            found.number < 0
            ? moment.place(request.known.added[-1 - found.number]) : moment.hours.map { moment.place(found.number, $0) }
        guard var place else { return nil }
        // Heights are read for those that are shown.
        service.see(&place, from: start.coordinates)
        return place
    }

    // MARK: what fits

    private func accepts(_ number: Int, _ hours: PlaceHours, _ unknown: inout Int) -> Bool {
        let known = request.numbered
        guard !known.hidden.contains(number), filter.stars == 0 || hasStars(known.stars[number]) else { return false }
        guard let end else { return true }
        return accepts(moment.said(number)?.isOpen(at: moment.instant) ?? hours.isOpen(number, until: end), &unknown)
    }

    /// The map's filters, asked of the few places that are not in it. Of what they cook and serve, and of steps, nobody knows anything.
    private func accepts(_ own: OwnPlace, _ metres: Double, _ unknown: inout Int) -> Bool {
        let id = own.placeID
        guard metres <= Double(filter.radius), filter.kinds.isEmpty || filter.kinds.contains(own.kind), filter.cuisine.isEmpty,
            filter.diets.isEmpty, !filter.isForWheelchairs, PlaceQuery.holds(filter.search, in: own.name),
            !request.known.hidden.contains(id), filter.stars == 0 || hasStars(request.known.ratings[id]?.average)
        else { return false }
        guard let end else { return true }
        return accepts(moment.said(id)?.reports.isOpen(at: moment.instant) ?? moment.ownHours.isOpen(own, until: end), &unknown)
    }

    private func accepts(_ isOpen: Bool?, _ unknown: inout Int) -> Bool {
        guard isOpen == nil else { return isOpen == true }
        unknown += 1
        return filter.showsUnknown
    }

    private func hasStars(_ average: Double?) -> Bool { average.map { $0 >= Double(filter.stars) } ?? false }

    // MARK: what comes first

    private func rank(_ number: Int, _ hours: PlaceHours) -> PlaceRank {
        switch order {
        case .distance: return .none
        case .stars: return .stars(request.numbered.stars[number])
        case .longest:
            let state = hours.openness(number)
            let reported = moment.said(number)?.outranking(state, at: moment.instant)
            return .openLongest(reported ?? state, isReported: reported != nil, from: moment.instant)
        case .table(let party):
            let said = moment.said(number)
            let isOpen = end.flatMap { said?.isOpen(at: moment.instant) ?? hours.isOpen(number, until: $0) }
            return .table(
                hasPhone: hours.index.hasPhone(number) || said?.phone(onMap: "").map { !$0.phone.isEmpty } ?? false,
                fit: party?.fit(hours.index.diets(of: number)) ?? 0, isOpen: isOpen, stars: request.numbered.stars[number])
        }
    }

    private func rank(_ own: OwnPlace) -> PlaceRank {
        switch order {
        case .distance: return .none
        case .stars: return .stars(request.known.ratings[own.placeID]?.average)
        case .longest:
            let place = moment.place(own)
            return .openLongest(place.state, isReported: place.isStateReported, from: moment.instant)
        case .table(let party):
            let place = moment.place(own)
            let isOpen = end.flatMap { place.said.reports.isOpen(at: moment.instant) ?? moment.ownHours.isOpen(own, until: $0) }
            return .table(
                hasPhone: !place.phone.isEmpty, fit: party?.fit(place.diets) ?? 0, isOpen: isOpen, stars: place.rating?.average)
        }
    }
}

/// The first few of very many in order, without sorting them all.
struct FirstFew<Element: Comparable> {
    private let limit: Int
    private var kept: [Element] = []
    /// What does not come before it is not among them.
    private var last: Element?

    init(_ limit: Int) { self.limit = max(limit, 1) }

    mutating func add(_ element: Element) {
        if let last, !(element < last) { return }
        kept.append(element)
        guard kept.count >= limit * 4 + 100 else { return }
        kept = sorted
        last = kept.last
    }

    var sorted: [Element] { Array(kept.sorted().prefix(limit)) }
}
