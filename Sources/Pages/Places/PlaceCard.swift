import Domain

/// One place on a list.
package struct PlaceCard: Sendable {
    /// How the place fits one diet of those who come.
    package struct Fit: Sendable {
        let text: String
        let style: String
    }
    let id: String
    let title: String
    let kind: String
    let state: String
    let stateStyle: String
    let said: SaidChips
    let comment: String?
    /// "4.3", and how many gave stars: "3" on a list, "3 reviews" where there is room and where it is read aloud.
    let stars: String?
    let reviewNumber: String
    let starCount: String
    let distance: String
    let walk: String
    /// "Vegetarian, Vegan · Wheelchair accessible".
    let serves: String?
    let fits: [Fit]
    let hasFits: Bool
    /// As the map has it, where somebody can be called.
    let phone: String
    let call: Link?
    let photo: Link?
    /// Where there is no photo: what kind it is, as the map draws it.
    let sign: String
    let group: String
    let hasTold: Bool
    let link: Link
    let mapLink: Link
    let latitude: String
    let longitude: String

    init(_ place: ListedPlace, _ tripLayout: TripLayout, at moment: Instant? = nil, party: PlaceParty? = nil) {
        let slug = tripLayout.slug
        let text = PlaceText(zone: tripLayout.trip.zone, now: moment ?? tripLayout.now)
        id = place.id.description
        title = place.name.isEmpty ? Texts.said(text: place.kind.label) : place.name
        kind = PlaceText.kind(place)
        said = SaidChips(place, zone: tripLayout.trip.zone)
        let shown = text.state(place.state)
        state = place.isStateReported ? said.state ?? shown.text : shown.text
        stateStyle = place.isStateReported ? said.stateStyle : shown.style
        comment = place.comment
        let rating = place.kind.isForHelp ? nil : place.rating
        stars = rating?.text
        reviewNumber = rating.map { String($0.count) } ?? ""
        starCount = rating.map { counted($0.count, "review") } ?? ""
        (distance, walk) = (walkingDistance(place.distance), PlaceText.walk(place))
        let diets = place.diets.known.filter(\.isServed).map { Texts.said(text: $0.diet.label) }.joined(separator: ", ")
        let wheelchairs = place.wheelchair == .yes ? Texts.said(text: WheelchairAccess.yes.label) : ""
        let known = [diets, wheelchairs].filter { !$0.isEmpty }
        serves = known.isEmpty ? nil : known.joined(separator: " · ")
        fits = party?.needs.map { PlaceCard.fit($0, place.diets[$0.diet]) } ?? []
        hasFits = !fits.isEmpty
        phone = place.phone
        call = place.phone.contains(where: \.isNumber) ? Path.telephone(PlaceCard.firstNumber(place.phone)) : nil
        photo = place.photo.map { Path.photo(slug, $0, .small) }
        (sign, group, hasTold) = (place.kind.group.sign, place.kind.group.style, said.hasAny)
        link = Path.place(slug, place.id)
        mapLink = Path.mapOfPlace(slug, place.coordinates, tripLayout.role)
        (latitude, longitude) = (decimal(place.coordinates.latitude, 6), decimal(place.coordinates.longitude, 6))
    }

    /// Several numbers stand one after the other, with ";" between them.
    static func firstNumber(_ phone: String) -> String { String(phone.prefix { $0 != ";" && $0 != "," }) }

    /// In words as well as in colour: "Vegan (3): served".
    private static func fit(_ need: PlaceParty.Need, _ isServed: Bool?) -> Fit {
        let label = "\(Texts.said(text: need.diet.label)) (\(need.names.count))"
        return switch isServed {
        case true?: Fit(text: Texts.said("\(label): served"), style: "ok")
        case false?: Fit(text: Texts.said("\(label): not served"), style: "bad")
        case nil: Fit(text: Texts.said("\(label): not known"), style: "unsure")
        }
    }
}

extension PlaceGroup {
    /// A fork and a knife, a bag, a cross, a letter i, around the middle: as in `js/map/places.js`.
    var sign: String {
        switch self {
        case .eating: "M-3-5V-1.5A1.5 1.5 0 0 0 0-1.5V-5M-1.5-5V5M3.5 5V-5C1.5-3.5 1.5 0 3.5 0"
        case .shops: "M-4-2H4L3.3 5H-3.3ZM-2-2V-3A2 2 0 0 1 2-3V-2"
        case .help: "M0-4.5V4.5M-4.5 0H4.5"
        case .practical: "M0-1V4.5M0-4.5V-4"
        }
    }
    /// Of its mark on the map beside the list.
    var style: String {
        switch self {
        case .eating: "of-eating"
        case .shops: "of-shops"
        case .help: "of-help"
        case .practical: "of-practical"
        }
    }
}

/// One card, for a map that was tapped.
package struct PlaceCardPart: Page {
    let cards: [PlaceCard]

    package init(_ detail: PlaceDetail, layout: TripLayout) { cards = [PlaceCard(detail.place, layout)] }
    package func render(into out: inout HTMLBuffer) { Template.placesPlaceAlone(self, &out) }
}
