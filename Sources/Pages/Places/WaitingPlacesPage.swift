import Domain

/// What people wrote about places that the map no longer has, for hosts to say which place it is.
package struct WaitingPlacesPage: Page {
    package struct Candidate: Sendable {
        let id: String
        let name: String
        let distance: String
        let isSameName: Bool
        let link: Link
    }
    package struct Row: Sendable {
        let anchor: String
        let name: String
        let what: String
        let why: String
        let candidates: [Candidate]
        let none: Nothing?
        let attach: Link
        let place: String
        let searched: String
        let map: Link
    }
    package struct Attached: Sendable {
        let text: String
        let by: String
        let link: Link?
        let undo: Link
    }
    let layout: Layout
    let rows: [Row]
    let hasRows: Bool
    let attached: [Attached]
    let hasAttached: Bool
    let search: Link
    let problem: String?

    package init(layout tripLayout: TripLayout, waiting: WaitingPlaces, problem: String? = nil) {
        layout = tripLayout.layout
        let slug = tripLayout.slug
        rows = waiting.rows.map { WaitingPlacesPage.row($0, tripLayout, hasMap: waiting.hasMap) }
        hasRows = !rows.isEmpty
        attached = waiting.attached.map { attached in
            Attached(
                text: WaitingPlacesPage.name(attached.place) + " → " + attached.targetName,
                by: Texts.said("\(attached.by), \(dayWord(attached.at, zone: tripLayout.trip.zone, now: tripLayout.now))"),
                link: attached.target.map { Path.place(slug, $0) }, undo: Path.detachPlace(slug, attached.place.id))
        }
        hasAttached = !attached.isEmpty
        search = Path.waitingPlaces(slug)
        self.problem = problem
    }
    package func render(into out: inout HTMLBuffer) { Template.placesWaiting(self, &out) }

    private static func name(_ place: RememberedPlace) -> String {
        place.name.isEmpty ? Texts.said("A place without a name") : place.name
    }

    private static func row(_ row: WaitingPlaces.Row, _ layout: TripLayout, hasMap: Bool) -> Row {
        let (place, slug) = (row.waiting.place, layout.slug)
        let candidates = row.candidates.enumerated().map { index, known in
            Candidate(
                id: known.id.description, name: PlaceName.shown(known),
                distance: walkingDistance(place.coordinates.distance(to: known.coordinates)),
                isSameName: index < row.sameCount, link: Path.place(slug, known.id))
        }
        let why =
            !hasMap
            ? Texts.said("There is no map at the moment.")
            : row.sameCount > 1
                ? Texts.said("\(counted(row.sameCount, "place")) of this name stand within 50 m: which one is it?")
                : row.sameCount == 1
                    ? Texts.said("The place of this name beside it has been written about already.")
                    : Texts.said("The new map has no place of this name within 50 m.")
        return Row(
            anchor: "waiting-\(place.id)", name: name(place), what: what(row.waiting), why: why, candidates: candidates,
            none: candidates.isEmpty ? none(row.searched) : nil,
            attach: Path.attachPlace(slug, place.id), place: place.id.description, searched: row.searched,
            map: Path.mapOfPlace(slug, place.coordinates, layout.role))
    }

    private static func none(_ searched: String) -> Nothing {
        searched.isEmpty
            ? Nothing("Nothing with a name is near.", "Search for it by its name.")
            : Nothing("Nothing found for “\(searched)” within 5 km.", "Check the spelling, or type fewer letters.")
    }

    /// "2 reviews and 1 note have no place on the map"; nil where nothing does.
    static func summary(_ waiting: [WaitingPlace]) -> String? {
        let counts = [
            (waiting.reduce(0) { $0 + $1.reviews }, "review"), (waiting.reduce(0) { $0 + $1.reports }, "report"),
            (waiting.reduce(0) { $0 + $1.notes }, "note"),
        ].filter { $0.0 > 0 }
        guard !counts.isEmpty else { return nil }
        let isOne = counts.count == 1 && counts[0].0 == 1
        let what = counts.map { counted($0.0, $0.1) }.joined(separator: Texts.said(" and "))
        return Texts.said(isOne ? "\(what) has no place on the map" : "\(what) have no place on the map")
    }

    /// "2 reviews, 1 note".
    static func what(_ waiting: WaitingPlace) -> String {
        [(waiting.reviews, "review"), (waiting.reports, "report"), (waiting.notes, "note")].filter { $0.0 > 0 }
            .map { counted($0.0, $0.1) }.joined(separator: ", ")
    }
}
