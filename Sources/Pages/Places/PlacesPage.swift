import Domain

/// Places around somewhere, nearest first.
package struct PlacesPage: Page {
    package struct Tab: Sendable {
        let label: String
        let link: Link
        let isCurrent: Bool
    }
    /// Why nothing is listed, and one press that widens it.
    package struct Wider: Sendable {
        let label: String
        let link: Link
    }
    package struct Wish: Sendable {
        let names: String
        let words: String
    }
    package struct Party: Sendable {
        let title: String
        let wishes: [Wish]
        let hasWishes: Bool
        let note: String
    }
    let layout: Layout
    let from: String?
    let problem: String?
    let tabs: [Tab]
    let form: PlacesForm
    let cards: [PlaceCard]
    let listMap: ListMap?
    let count: String
    let empty: Nothing?
    /// For hosts of a trip that has none.
    let setBase: Link?
    let widers: [Wider]
    let hasWiders: Bool
    let unknown: Wider?
    let more: Wider?
    let party: Party?
    let callList: Link
    let print: Link
    let map: Link
    let age: Link
    /// What people wrote about places that the map no longer has: hosts say where it belongs.
    let waiting: String?
    let waitingList: Link
    let add: Link?
    var hasHostLines: Bool { waiting != nil }

    package init(
        layout tripLayout: TripLayout, list: PlaceList, waiting: [WaitingPlace], ground: (version: String, style: MapStyle)?
    ) {
        self.waiting = WaitingPlacesPage.summary(waiting)
        waitingList = Path.waitingPlaces(tripLayout.slug)
        add = tripLayout.isOpenHost ? Path.newPlace(tripLayout.slug) : nil
        layout = tripLayout.layout
        let (slug, filter) = (tripLayout.slug, list.filter)
        form = PlacesForm(tripLayout, list, ground)
        let times = form.times + form.eventTimes
        from = list.start.map { PlacesPage.asked($0.label, filter, times) }
        let problems = [list.startProblem, list.timeProblem].compactMap(\.self)
        problem = problems.isEmpty ? nil : problems.joined(separator: " ")
        tabs = PlacesPage.tabs(slug, filter)
        cards = list.places.map { PlaceCard($0, tripLayout, at: list.moment, party: list.party) }
        let items = zip(list.places, cards).map { place, card in
            ListMap.Item(id: card.id, name: card.title, place: place.coordinates, sign: card.sign, style: card.group)
        }
        listMap = ListMap(items, from: list.start?.coordinates, on: ground, label: Texts.said("Map of these places"))
        let found = counted(list.places.count, "place")
        count = list.hasMore ? Texts.said("\(found), and more") : found
        empty = PlacesPage.empty(list)
        setBase = list.hasMap && list.start == nil && tripLayout.isOpenHost ? Path.tripSettings(slug) : nil
        widers = list.relaxations.map { Wider(label: PlacesPage.wider($0), link: Path.places(slug, as: $0.filter)) }
        hasWiders = !widers.isEmpty
        unknown = PlacesPage.unknown(slug, list)
        more = PlacesPage.more(slug, list)
        party = list.party.map(PlacesPage.party)
        callList = Path.callList(slug).asking(filter.pairs)
        print = Path.placesPrint(slug)
        let layers = MapLayers.standard.union(.listed).names.map { ("layer", $0) }
        map = tripLayout.role.seesPositions ? Path.map(slug).asking(layers) : Path.myMap(slug).asking("places", "yes")
        age = Path.placesAround(slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.placesPlaces(self, &out) }

    /// "Within 1.0 km of Lodge Larix · Open now · 4 stars or more": what the list is of, also while the filters are folded away.
    private static func asked(_ start: String, _ filter: PlaceFilter, _ times: [FormField.Choice]) -> String {
        var parts = [Texts.said("Within \(walkingDistance(Double(filter.radius))) of \(start)")]
        if filter.time != .any { parts += times.filter(\.isSelected).map(\.label) }
        if filter.stars > 0 { parts.append(Texts.said(PlacesForm.stars(filter.stars))) }
        parts += PlaceDiet.allCases.filter(filter.diets.contains).map { Texts.said(text: $0.label) }
        if filter.isForWheelchairs { parts.append(Texts.said(text: WheelchairAccess.yes.label)) }
        if !filter.cuisine.isEmpty { parts.append(PlaceText.cuisine(filter.cuisine)) }
        return parts.joined(separator: " · ")
    }

    private static func tabs(_ slug: String, _ filter: PlaceFilter) -> [Tab] {
        let groups: [(String, Set<PlaceKind>)] =
            PlaceGroup.allCases.map { ($0.label, Set($0.kinds)) } + [("Everything", [])]
        return groups.map { label, kinds in
            var other = filter
            (other.kinds, other.cuisine, other.limit) = (kinds, kinds == filter.kinds ? filter.cuisine : "", PlaceFilter.step)
            return Tab(label: Texts.said(text: label), link: Path.places(slug, as: other), isCurrent: kinds == filter.kinds)
        }
    }

    private static func empty(_ list: PlaceList) -> Nothing? {
        guard list.places.isEmpty else { return nil }
        if !list.hasMap { return Nothing("No map has been imported yet.", "An admin imports one under Map data.") }
        if list.start == nil {
            return Nothing("This trip has no base on the map, and your position is not known.", "Choose where to start.")
        }
        let radius = walkingDistance(Double(list.filter.radius))
        return list.relaxations.isEmpty
            ? Nothing("The map has no such place, near or far.", "Choose another kind above.")
            : Nothing("Nothing found within \(radius) with these filters.", "Change one of them:")
    }

    /// Each names the condition that emptied the list.
    private static func wider(_ relaxation: PlaceRelaxation) -> String {
        let many = relaxation.count >= PlaceFilter.step
        let number = many ? Texts.said("\(PlaceFilter.step) or more") : counted(relaxation.count, "place")
        let condition: Texts.Sentence =
            switch relaxation.cause {
            case .time: "Open or not"
            case .stars: "Any stars"
            case .diets: "Any diet"
            case .cuisine: "Any cuisine"
            case .wheelchair: "With or without wheelchair access"
            case .search: "Any name"
            case .kinds: "Every kind"
            case .all: "Without these filters"
            case .radius: "Within \(walkingDistance(Double(relaxation.filter.radius)))"
            }
        return Texts.said(condition) + ": " + number
    }

    private static func unknown(_ slug: String, _ list: PlaceList) -> Wider? {
        guard list.unknownCount > 0, !list.filter.showsUnknown else { return nil }
        var filter = list.filter
        filter.showsUnknown = true
        // Farther ones were not looked at.
        let isPart = list.hasMore && filter.order == .distance
        let places = counted(list.unknownCount, "place has", "places have")
        let label = Texts.said(isPart ? "At least \(places) no known hours: show them too" : "\(places) no known hours: show them too")
        return Wider(label: label, link: Path.places(slug, as: filter))
    }

    private static func more(_ slug: String, _ list: PlaceList) -> Wider? {
        guard list.hasMore, list.filter.limit < PlaceFilter.limits.upperBound else { return nil }
        var filter = list.filter
        filter.limit = min(filter.limit + PlaceFilter.step, PlaceFilter.limits.upperBound)
        return Wider(label: Texts.said("Show more"), link: Path.places(slug, as: filter))
    }

    private static func party(_ party: PlaceParty) -> Party {
        let needs = party.needs.map { "\(Texts.said(text: $0.diet.label)) (\($0.names.count))" }
        let note =
            needs.isEmpty
            ? Texts.said("Nobody has a diet that the map knows.")
            : Texts.said("Compared with what the map says: \(needs.joined(separator: ", "))")
        return Party(
            title: "\(party.title), " + counted(party.count, "person", "people"),
            wishes: party.wishes.map { Wish(names: $0.names.joined(separator: ", "), words: $0.words) }, hasWishes: !party.wishes.isEmpty,
            note: note)
    }
}
