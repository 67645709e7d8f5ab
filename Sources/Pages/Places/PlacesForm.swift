import Domain

/// The filter above a list of places.
package struct PlacesForm: Sendable {
    package struct Tick: Sendable {
        let value: String
        let label: String
        let isOn: Bool
    }
    package struct Group: Sendable {
        let value: String
        let label: String
        let kinds: [Tick]
    }
    package struct Choices: Sendable {
        let label: String
        let choices: [FormField.Choice]
    }
    let action: Link
    let keep: Link
    let search: String
    let origins: [FormField.Choice]
    let originGroups: [Choices]
    let latitude: String
    let longitude: String
    let radius: Int
    let stars: [FormField.Choice]
    let hasStars: Bool
    let kinds: [Group]
    let kindCount: String
    let cuisines: [FormField.Choice]
    let hasCuisines: Bool
    let times: [FormField.Choice]
    let eventTimes: [FormField.Choice]
    let hasEventTimes: Bool
    let day: String
    let time: String
    let diets: [Tick]
    let isForWheelchairs: Bool
    let showsUnknown: Bool
    let orders: [FormField.Choice]
    let parties: [Choices]
    let hasParties: Bool
    let noParty: Bool
    let isChanged: Bool
    let pin: FormField.PinMap?
    /// Kinds, cuisine and diets are folded: how many of them are on.
    let foldedCount: Int
    var hasFolded: Bool { foldedCount > 0 }

    init(_ tripLayout: TripLayout, _ list: PlaceList, _ ground: (version: String, style: MapStyle)?) {
        let (slug, filter) = (tripLayout.slug, list.filter)
        (action, keep) = (Path.places(slug), Path.filterPlaces(slug))
        search = filter.search
        (origins, originGroups) = PlacesForm.origins(list)
        if case .point(let place, _) = filter.origin {
            (latitude, longitude) = (decimal(place.latitude, 6), decimal(place.longitude, 6))
        } else {
            (latitude, longitude) = ("", "")
        }
        radius = filter.radius
        stars = (0...5).map { count in
            .init(value: count == 0 ? "" : String(count), label: Texts.said(PlacesForm.stars(count)), isSelected: count == filter.stars)
        }
        hasStars = list.hasRatings || filter.stars > 0
        kinds = PlaceGroup.allCases.map { PlacesForm.kinds($0, filter.kinds) }
        kindCount = filter.kinds.isEmpty ? Texts.said("every kind") : counted(filter.kinds.count, "kind")
        (cuisines, hasCuisines) = (PlacesForm.cuisines(list), !list.cuisines.isEmpty)
        (times, eventTimes) = PlacesForm.times(list)
        hasEventTimes = !eventTimes.isEmpty
        (day, time) = PlacesForm.moment(filter, tripLayout)
        diets = PlaceDiet.allCases.map { Tick(value: $0.rawValue, label: Texts.said(text: $0.label), isOn: filter.diets.contains($0)) }
        (isForWheelchairs, showsUnknown) = (filter.isForWheelchairs, filter.showsUnknown)
        orders = PlaceFilter.Order.allCases.filter { $0 != .stars || list.hasRatings || filter.order == .stars }.map {
            .init(value: $0.rawValue, label: Texts.said(text: $0.label), isSelected: $0 == filter.order)
        }
        parties = PlacesForm.parties(list)
        (hasParties, noParty) = (!parties.isEmpty, filter.party == nil)
        isChanged = list.isRemembered || !filter.kept.isEmpty
        let centre = list.start?.coordinates ?? tripLayout.trip.base
        pin = ground.flatMap { ground in
            centre.map { FormField.PinMap("A point on the map", fields: "point", version: ground.version, style: ground.style, centre: $0) }
        }
        foldedCount = filter.diets.count + (filter.isForWheelchairs ? 1 : 0) + (filter.cuisine.isEmpty ? 0 : 1)
    }

    static func stars(_ least: Int) -> Texts.Sentence {
        least == 0 ? "Any stars" : least == 5 ? "5 stars" : least == 1 ? "1 star or more" : "\(least) stars or more"
    }

    /// - Parameter chosen: empty for every kind.
    private static func kinds(_ group: PlaceGroup, _ chosen: Set<PlaceKind>) -> Group {
        Group(
            value: group.rawValue, label: Texts.said(text: group.label),
            kinds: group.kinds.map {
                Tick(value: $0.rawValue, label: Texts.said(text: $0.label), isOn: chosen.isEmpty || chosen.contains($0))
            })
    }

    private static func origins(_ list: PlaceList) -> ([FormField.Choice], [Choices]) {
        let (origin, origins) = (list.filter.origin ?? (list.origins.hasBase ? .base : .own), list.origins)
        func choice(_ value: String, _ label: String, _ isSelected: Bool) -> FormField.Choice {
            .init(value: value, label: label, isSelected: isSelected)
        }
        var first: [FormField.Choice] = []
        if origins.hasBase { first.append(choice("base", Texts.said("The base"), origin == .base)) }
        if origins.hasOwn || origin == .own { first.append(choice("me", Texts.said("Your last position"), origin == .own)) }
        if case .point(_, let isHere) = origin, isHere { first.append(choice("here", Texts.said("This device’s position"), true)) }
        var isPoint = false
        if case .point(_, false) = origin { isPoint = true }
        first.append(choice("point", Texts.said("A point on the map"), isPoint))
        let members = origins.members.map { choice("m\($0.id)", $0.name, origin == .member($0.id)) }
        let events = origins.events.map { choice("e\($0.id)", $0.title, origin == .event($0.id)) }
        return (
            first,
            [Choices(label: Texts.said("Meeting points"), choices: events), Choices(label: Texts.said("People"), choices: members)]
                .filter { !$0.choices.isEmpty }
        )
    }

    private static func cuisines(_ list: PlaceList) -> [FormField.Choice] {
        let chosen = list.filter.cuisine
        let names = list.cuisines.contains(chosen) || chosen.isEmpty ? list.cuisines : list.cuisines + [chosen]
        return [.init(value: "", label: Texts.said("Any cuisine"), isSelected: chosen.isEmpty)]
            + names.map { .init(value: $0, label: PlaceText.cuisine($0), isSelected: $0 == chosen) }
    }

    private static func times(_ list: PlaceList) -> ([FormField.Choice], [FormField.Choice]) {
        let time = list.filter.time
        var isAt = false
        if case .at = time { isAt = true }
        return (
            [
                .init(value: "", label: Texts.said("Open or not"), isSelected: time == .any),
                .init(value: "now", label: Texts.said("Open now"), isSelected: time == .now),
                .init(value: "at", label: Texts.said("Open at…"), isSelected: isAt),
            ],
            list.events.map { .init(value: "e\($0.id)", label: $0.title, isSelected: time == .event($0.id)) }
        )
    }

    /// What the fields of a time begin with: this evening at seven, or the next one.
    private static func moment(_ filter: PlaceFilter, _ tripLayout: TripLayout) -> (day: String, time: String) {
        if case .at(let day, let seconds) = filter.time {
            return (day.description, padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2))
        }
        let local = tripLayout.trip.zone.local(tripLayout.now)
        let day = local.clock < "19:00" ? local.day : Day(number: local.day.number + 1)
        return (day.description, "19:00")
    }

    private static func parties(_ list: PlaceList) -> [Choices] {
        guard !list.groups.isEmpty || (list.party != nil) else { return [] }
        let groups = list.groups.map {
            FormField.Choice(value: "g\($0.id)", label: $0.name, isSelected: list.filter.party == .group($0.id))
        }
        let events = list.events.map {
            FormField.Choice(value: "e\($0.id)", label: $0.title, isSelected: list.filter.party == .event($0.id))
        }
        return [Choices(label: Texts.said("Groups"), choices: groups), Choices(label: Texts.said("Events"), choices: events)]
            .filter { !$0.choices.isEmpty }
    }
}
