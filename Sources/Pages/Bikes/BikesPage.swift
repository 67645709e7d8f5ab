import Domain

/// The stations around a place, nearest first.
package struct BikesPage: Page {
    package struct Option: Sendable {
        let value: String
        let label: String
        let isSelected: Bool
    }
    package struct OptionGroup: Sendable {
        let label: String
        let options: [Option]
    }
    package struct FeedNotice: Sendable {
        let text: String
    }
    let layout: Layout
    /// Without a feed there is nothing to choose among.
    let hasFeeds: Bool
    let action: Link
    /// Who is on the trip is remembered; everybody else only asks.
    let isMember: Bool
    let origins: [OptionGroup]
    let isHere: Bool
    let hereLatitude: String
    let hereLongitude: String
    let radii: [Option]
    let wishes: [Option]
    let putsFavouritesFirst: Bool
    /// "Hotel Valrosa · 1 km"; nothing until somebody chooses from where.
    let asked: String
    let isOpen: Bool
    let notices: [FeedNotice]
    let summary: String?
    let cards: [BikeCard]
    let listMap: ListMap?
    let empty: Nothing?
    let group: Link?
    let feeds: Link?
    let address: Link
    let made: BikesMade

    /// - Parameters:
    ///   - ground: of the map beside the list; nil while there is no map.
    ///   - query: of the page's own address, with which its parts are read anew.
    package init(
        layout tripLayout: TripLayout, overview: BikeOverview, ground: (version: String, style: MapStyle)?, isMember: Bool,
        query: [(String, String)]
    ) {
        (layout, made) = (tripLayout.layout, BikesMade(tripLayout))
        let slug = tripLayout.slug
        (action, self.isMember) = (isMember ? Path.chooseBikes(slug) : Path.bikes(slug), isMember)
        (origins, hasFeeds) = (BikesPage.origins(overview), !overview.feeds.isEmpty)
        isHere = overview.origin?.kind == .here
        let here = isHere ? overview.origin?.place : nil
        (hereLatitude, hereLongitude) = (here.map { decimal($0.latitude, 5) } ?? "", here.map { decimal($0.longitude, 5) } ?? "")
        let choice = overview.choice
        radii = BikeChoice.radii.map { Option(value: String($0), label: BikeText.radius($0), isSelected: $0 == choice.radius) }
        wishes = BikeChoice.Wish.allCases.map {
            Option(value: $0.rawValue, label: Texts.said(text: BikeText.wish($0)), isSelected: $0 == choice.wish)
        }
        putsFavouritesFirst = choice.putsFavouritesFirst
        (asked, isOpen) = (BikesPage.asked(overview), overview.origin == nil)
        notices = BikesPage.notices(overview, tripLayout)
        address = Path.bikes(slug).asking(query)
        cards = overview.list?.rows.map { BikeCard($0, tripLayout, isMember: isMember, query: query) } ?? []
        listMap = BikesPage.map(overview, ground, now: tripLayout.now)
        summary = BikesPage.summary(overview)
        empty = BikesPage.empty(overview, tripLayout, query)
        let hasStations = overview.feeds.contains { $0.stationCount > 0 }
        group = hasStations ? Path.bikeGroup(slug).asking(query.filter { ["from", "lat", "lon"].contains($0.0) }) : nil
        feeds = tripLayout.isHost ? Path.bikeFeeds(slug) : nil
    }

    package func render(into out: inout HTMLBuffer) { Template.bikesBikes(self, &out) }

    static func origins(_ overview: BikeOverview) -> [OptionGroup] {
        func options(_ isWanted: (BikeOrigin) -> Bool) -> [Option] {
            overview.origins.filter(isWanted).map {
                Option(value: $0.kind.text, label: BikeText.origin($0), isSelected: $0.kind == overview.origin?.kind)
            }
        }
        let groups = [
            ("Place", options { $0.kind == .base }), ("Events", options { if case .event = $0.kind { true } else { false } }),
            ("People", options { if case .member = $0.kind { true } else { false } }),
        ]
        return groups.filter { !$0.1.isEmpty }.map { OptionGroup(label: Texts.said(text: $0.0), options: $0.1) }
    }

    private static func map(_ overview: BikeOverview, _ ground: (version: String, style: MapStyle)?, now: Instant) -> ListMap? {
        let items = overview.list?.rows.sorted { $0.distance < $1.distance }.map { listed in
            ListMap.Item(listed.row, id: BikeCard.anchor(listed.row.number), docks: overview.choice.wish == .docks, now: now)
        }
        return ListMap(items ?? [], from: overview.origin?.place, on: ground, label: Texts.said("Map of these stations"))
    }

    private static func notices(_ overview: BikeOverview, _ layout: TripLayout) -> [FeedNotice] {
        overview.feeds.compactMap { feed in
            guard let problem = feed.problem else { return nil }
            func day(_ at: Instant) -> String { dayWord(at, zone: layout.trip.zone, now: layout.now) }
            let numbers = feed.answeredAt.map { Texts.said("The numbers are from \(day($0)).") }
            let again = feed.answers.first.map { Texts.said("Last tried \(day($0.at)). Sotravel keeps trying.") }
            let cause =
                layout.isHost
                ? feed.title + ": " + BikeText.problem(problem) : BikeText.problemForTravellers(problem, of: feed.title)
            let sentences = [cause, numbers, again ?? Texts.said("Sotravel keeps trying.")]
            return FeedNotice(text: sentences.compactMap(\.self).joined(separator: " "))
        }
    }

    private static func asked(_ overview: BikeOverview) -> String {
        guard let origin = overview.origin else { return Texts.said("No place is chosen") }
        let choice = overview.choice
        let parts = [BikeText.origin(origin), BikeText.radius(choice.radius)]
        return (parts + (choice.putsFavouritesFirst ? [Texts.said("Favourites first")] : [])).joined(separator: " · ")
    }

    /// "7 stations within 1 km of Hotel Valrosa".
    private static func summary(_ overview: BikeOverview) -> String? {
        guard let origin = overview.origin, let list = overview.list, !list.rows.isEmpty else { return nil }
        let near = list.rows.count { !$0.isFar }
        let radius = BikeText.radius(overview.choice.radius)
        let stations = counted(near, "station")
        return origin.kind == .here
            ? Texts.said("\(stations) within \(radius) of my position")
            : Texts.said("\(stations) within \(radius) of \(BikeText.origin(origin))")
    }

    /// An empty list says why, and what helps.
    private static func empty(_ overview: BikeOverview, _ layout: TripLayout, _ query: [(String, String)]) -> Nothing? {
        let slug = layout.slug
        if overview.feeds.isEmpty {
            return layout.isOpenHost
                ? Nothing(
                    "This trip has no bike feed yet.", "Add the address of one: most city-bike systems publish it.",
                    act: ("Add a feed", Path.newBikeFeed(slug)))
                : Nothing("This trip has no bike stations yet.", "A host can add the stations of a city’s bikes.")
        }
        guard let list = overview.list else {
            return Nothing("No place is chosen.", "Choose where to look from: your position, the base, an event or somebody on the trip.")
        }
        guard list.rows.isEmpty else { return nil }
        func changed(_ name: String, _ value: String) -> Link {
            Path.bikes(slug).asking(query.filter { $0.0 != name } + [(name, value)])
        }
        if list.nearCount > 0 {
            let near = counted(
                list.nearCount, "station is nearby, but it does not have what you are looking for.",
                "stations are nearby, but none has what you are looking for.")
            return Nothing("\(near)", act: ("Show all stations", changed("wish", "any")))
        }
        guard let nearest = list.nearest else {
            // The notice has said it.
            if overview.feeds.contains(where: { $0.problem != nil }) { return nil }
            return Nothing("No station is known yet.", "The feed has not said anything so far.")
        }
        let (radius, far) = (BikeText.radius(overview.choice.radius), bikeDistance(nearest))
        let act = BikeChoice.radii.first { Double($0) >= nearest }.map { metres in
            let wider = BikeText.radius(metres)
            return (label: "Look within \(wider)" as Texts.Sentence, link: changed("radius", String(metres)))
        }
        return Nothing("No station within \(radius).", "The nearest one is \(far) away.", act: act)
    }
}

/// When a page's numbers were read: for paper, and for a page that a phone kept.
package struct BikesMade: Sendable {
    let at: TimeText
    /// With its day.
    let stamp: String
    let trip: String
    let zone: String

    init(_ layout: TripLayout) {
        at = TimeText(layout.now, zone: layout.trip.zone, now: layout.now)
        (trip, stamp) = (layout.trip.fields.name, layout.trip.zone.local(layout.now).day.short + ", " + at.text)
        zone = layout.trip.zone.identifier
    }
}
