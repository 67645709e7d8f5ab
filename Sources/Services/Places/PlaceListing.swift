import Atlas
import Domain

extension PlaceService {
    /// The list that an address asks for.
    package func list(_ filter: PlaceFilter, _ access: some TripProof) throws -> PlaceList {
        let (begun, coming) = try begin(filter, access)
        var list = begun
        guard let start = list.start else { return list }
        let request = try request(access)
        let finder = PlaceFinder(self, list.filter, start, request, coming: coming)
        list.moment = finder.asked
        list.hasRatings = !request.known.ratings.isEmpty
        let found = finder.find(limit: list.filter.limit + 1)
        list.places = Array(found.places.prefix(list.filter.limit))
        list.hasMore = found.places.count > list.filter.limit
        list.unknownCount = found.unknownCount
        if found.places.isEmpty {
            list.relaxations = relaxations(list.filter) { wider in
                PlaceFinder(self, wider, start, request, coming: coming).find(limit: PlaceFilter.step).places.count
            }
        }
        return list
    }

    /// Where it starts, and what may be asked for; nothing is found yet.
    private func begin(_ filter: PlaceFilter, _ access: some TripProof) throws -> (PlaceList, coming: [Event]) {
        let coming = try coming(access)
        var (filter, problem): (PlaceFilter, String?) = (filter, nil)
        if case .event(let id) = filter.time, !coming.contains(where: { $0.id == id }) {
            filter.time = .any
            problem = Texts.said("That event is over, or not on your list. All places are shown, open or not.")
        }
        var list = PlaceList(filter: filter)
        list.timeProblem = problem
        (list.start, list.startProblem) = try start(of: filter, access)
        list.hasMap = index != nil
        list.cuisines = index?.cuisines.prefix(60).map(\.name).sorted() ?? []
        try addChoices(to: &list, coming, access)
        return (list, coming)
    }

    private func addChoices(to list: inout PlaceList, _ coming: [Event], _ access: some TripProof) throws {
        list.origins.hasOwn = try access.asMember.flatMap { try friends.ownFix($0) } != nil
        list.origins.hasBase = access.trip.base != nil
        list.origins.members = try people(access).map { ($0.id, $0.name) }.sorted { searchable($0.name) < searchable($1.name) }
        list.events = coming.map { ($0.id, $0.fields.title) }
        list.origins.events = coming.filter { $0.meeting != nil }.map { ($0.id, $0.fields.title) }
        guard let staff = access.asStaff else { return }
        list.groups = try roster.groups(staff).map { ($0.id, $0.name) }
        list.party = try party(list.filter.party, coming, staff)
    }

    /// What each condition takes away: the list without it, where that is not empty. What widens it most comes last.
    /// - Parameter count: of the places that a filter finds, up to `PlaceFilter.step`.
    private func relaxations(_ filter: PlaceFilter, count: (PlaceFilter) -> Int) -> [PlaceRelaxation] {
        func relaxation(_ cause: PlaceRelaxation.Cause, _ filter: PlaceFilter) -> PlaceRelaxation? {
            let count = count(filter)
            return count == 0 ? nil : PlaceRelaxation(cause: cause, filter: filter, count: count)
        }
        var found = PlaceRelaxation.Cause.allCases.compactMap { cause -> PlaceRelaxation? in
            guard cause != .radius, cause != .all, let wider = filter.without(cause) else { return nil }
            return relaxation(cause, wider)
        }
        var wider = filter
        while let radius = wider.nextRadius {
            wider.radius = radius
            if let relaxation = relaxation(.radius, wider) {
                found.append(relaxation)
                break
            }
        }
        if found.isEmpty, let wider = filter.without(.all), let relaxation = relaxation(.all, wider) { found.append(relaxation) }
        return found
    }

    /// What the members of a group eat, or those who go to an event: for those who see the diets of members.
    private func party(_ wanted: PlaceFilter.Party?, _ coming: [Event], _ access: StaffAccess) throws -> PlaceParty? {
        switch wanted {
        case nil: return nil
        case .group(let id):
            guard let group = try roster.groups(access).first(where: { $0.id == id }) else { return nil }
            let rows = try roster.rows(trip: access.trip.id).filter { row in
                !row.isGone && row.groupNames.contains { folded($0) == folded(group.name) }
            }
            return PlaceParty(title: group.name, diets: rows.map { ($0.fullName, $0[.diet]) })
        case .event(let id):
            guard let event = coming.first(where: { $0.id == id }) else { return nil }
            let guests = try events.guestList(event, access)
            let going = EventGuest.expected(guests)
            let rows = guests.map(\.row).filter { going.contains($0.id) }
            return PlaceParty(title: event.fields.title, diets: rows.map { ($0.fullName, $0[.diet]) })
        }
    }

    /// The nearest places around the base, with all that is known of them: what is kept on a phone, and printed. What is hidden is on
    /// no paper.
    package func aroundBase(_ kinds: Set<PlaceKind>, limit: Int, _ access: some TripProof) throws -> [PlaceDetail] {
        guard let base = access.trip.base else { return [] }
        var filter = PlaceFilter()
        (filter.kinds, filter.radius, filter.limit) = (kinds, PlaceFilter.radii.upperBound, limit)
        let start = PlaceList.Start(label: "", coordinates: base)
        let finder = PlaceFinder(self, filter, start, try request(access).forPaper)
        return details(of: finder.find(limit: limit).places, finder.moment)
    }

    private func details(of places: [ListedPlace], _ moment: PlaceMoment) -> [PlaceDetail] {
        places.compactMap { place in
            guard var detail = moment.detail(place.id) else { return nil }
            detail.place = place
            return detail
        }
    }

    /// The best few for a table of all that a list has: see `PlaceRank.table`.
    package func best(_ filter: PlaceFilter, count: Int, _ access: some TripProof) throws -> (list: PlaceList, places: [PlaceDetail]) {
        let (begun, coming) = try begin(filter, access)
        var list = begun
        guard let start = list.start else { return (list, []) }
        let request = try request(access).forPaper
        let finder = PlaceFinder(self, list.filter, start, request, coming: coming, order: .table(list.party))
        (list.moment, list.places) = (finder.asked, finder.find(limit: count).places)
        return (list, details(of: list.places, finder.moment))
    }
}
