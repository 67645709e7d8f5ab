import Atlas
import Domain

extension PlaceService {
    /// The list that an address asks for.
    package func list(_ filter: PlaceFilter, _ access: some TripProof) throws -> PlaceList {
        var list = PlaceList(filter: filter)
        (list.start, list.startProblem) = try start(of: filter, access)
        list.hasMap = index != nil
        list.cuisines = index?.cuisines.prefix(60).map(\.name).sorted() ?? []
        try addChoices(to: &list, access)
        guard let start = list.start else { return list }
        let finder = try PlaceFinder(self, filter, start, access)
        list.moment = finder.asked
        list.hasRatings = !finder.known.ratings.isEmpty
        let found = finder.find(limit: filter.limit + 1)
        list.places = Array(found.places.prefix(filter.limit))
        list.hasMore = found.places.count > filter.limit
        list.unknownCount = found.unknownCount
        if found.places.isEmpty { list.relaxations = try relaxations(filter, start, access) }
        return list
    }

    private func addChoices(to list: inout PlaceList, _ access: some TripProof) throws {
        list.origins.hasOwn = try access.asMember.flatMap { try friends.ownFix($0) } != nil
        list.origins.hasBase = access.trip.base != nil
        list.origins.members = try people(access).map { ($0.id, $0.name) }.sorted { searchable($0.name) < searchable($1.name) }
        let coming = try coming(access)
        list.events = coming.map { ($0.id, $0.fields.title) }
        list.origins.events = coming.filter { $0.meeting != nil }.map { ($0.id, $0.fields.title) }
        guard let staff = access.asStaff else { return }
        list.groups = try roster.groups(staff).map { ($0.id, $0.name) }
        list.party = try party(list.filter.party, staff)
    }

    /// What each condition takes away: the list without it, where that is not empty. What widens it most comes last.
    private func relaxations(_ filter: PlaceFilter, _ start: PlaceList.Start, _ access: some TripProof) throws -> [PlaceRelaxation] {
        var found = try PlaceRelaxation.Cause.allCases.compactMap { cause -> PlaceRelaxation? in
            guard cause != .radius, cause != .all, let wider = filter.without(cause) else { return nil }
            return try relaxation(cause, wider, start, access)
        }
        var wider = filter
        while let radius = wider.nextRadius {
            wider.radius = radius
            if let relaxation = try relaxation(.radius, wider, start, access) {
                found.append(relaxation)
                break
            }
        }
        if found.isEmpty, let wider = filter.without(.all), let relaxation = try relaxation(.all, wider, start, access) {
            found.append(relaxation)
        }
        return found
    }

    private func relaxation(
        _ cause: PlaceRelaxation.Cause, _ filter: PlaceFilter, _ start: PlaceList.Start, _ access: some TripProof
    ) throws -> PlaceRelaxation? {
        let count = try PlaceFinder(self, filter, start, access).find(limit: PlaceFilter.step).places.count
        return count == 0 ? nil : PlaceRelaxation(cause: cause, filter: filter, count: count)
    }

    /// What the members of a group eat, or those who go to an event: for those who see the diets of members.
    private func party(_ wanted: PlaceFilter.Party?, _ access: StaffAccess) throws -> PlaceParty? {
        switch wanted {
        case nil: return nil
        case .group(let id):
            guard let group = try roster.groups(access).first(where: { $0.id == id }) else { return nil }
            let rows = try roster.rows(trip: access.trip.id).filter { row in
                !row.isGone && row.groupNames.contains { folded($0) == folded(group.name) }
            }
            return PlaceParty(title: group.name, diets: rows.map { ($0.fullName, $0[.diet]) })
        case .event(let id):
            guard let event = try coming(access).first(where: { $0.id == id }) else { return nil }
            let guests = try events.guestList(event, access)
            let going = EventGuest.expected(guests)
            let rows = guests.map(\.row).filter { going.contains($0.id) }
            return PlaceParty(title: event.fields.title, diets: rows.map { ($0.fullName, $0[.diet]) })
        }
    }

    /// The nearest places around the base, with all that is known of them: what is kept on a phone, and printed.
    package func aroundBase(_ kinds: Set<PlaceKind>, limit: Int, _ access: some TripProof) throws -> [PlaceDetail] {
        guard let base = access.trip.base else { return [] }
        var filter = PlaceFilter()
        (filter.kinds, filter.radius, filter.limit) = (kinds, PlaceFilter.radii.upperBound, limit)
        let start = PlaceList.Start(label: "", coordinates: base)
        return try PlaceFinder(self, filter, start, access).find(limit: limit).places.map { try detail($0.id, access) }
    }

    /// The best few of a list for a table: those that suit the party, then those that are open, then by stars and distance.
    package func best(_ filter: PlaceFilter, count: Int, _ access: some TripProof) throws -> (list: PlaceList, places: [PlaceDetail]) {
        var list = try list(filter, access)
        let ordered = list.places.enumerated().sorted { one, other in
            let (a, b) = (list.rank(one.element), list.rank(other.element))
            return a == b ? one.offset < other.offset : b.lexicographicallyPrecedes(a)
        }.map(\.element)
        list.places = Array(ordered.prefix(count))
        return (list, try list.places.map { try detail($0.id, access) })
    }
}
