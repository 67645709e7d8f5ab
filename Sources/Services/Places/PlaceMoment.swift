import Atlas
import Domain

/// What one request knows of a trip's places: read once, however many lists and places it asks for.
struct PlaceRequest {
    let zone: TripZone
    let now: Instant
    let known: PlaceKnowledge
    let index: PlaceIndex?
    let own: OwnPlaceService
    /// What is known of the map's places, by their numbers in the index.
    let numbered: NumberedKnowledge

    init(_ known: PlaceKnowledge, _ index: PlaceIndex?, _ own: OwnPlaceService, zone: TripZone, now: Instant) {
        (self.known, self.index, self.own, self.zone, self.now) = (known, index, own, zone, now)
        numbered = NumberedKnowledge(known, index)
    }

    var forPaper: PlaceRequest { PlaceRequest(known.forPaper, index, own, zone: zone, now: now) }
}

/// Of very many places few are spoken of: a search asks for each by its number.
final class NumberedKnowledge {
    private let known: PlaceKnowledge
    private let index: PlaceIndex?
    private(set) lazy var hidden = Set(known.hidden.compactMap { index?.find($0) })
    private(set) lazy var said = numbered(known.said)
    private(set) lazy var stars = numbered(known.ratings.ratings).mapValues(\.average)

    init(_ known: PlaceKnowledge, _ index: PlaceIndex?) { (self.known, self.index) = (known, index) }

    private func numbered<Value>(_ values: [PlaceID: Value]) -> [Int: Value] {
        Dictionary(firstOf: values.compactMap { id, value in index?.find(id).map { ($0, value) } })
    }
}

/// Places of a trip as they are at one moment.
struct PlaceMoment {
    let request: PlaceRequest
    let instant: Instant
    /// Nil while no map has been imported.
    let hours: PlaceHours?
    let ownHours: OwnPlaceHours
    /// Whether what is said of today holds.
    let isToday: Bool

    init(_ request: PlaceRequest, at instant: Instant) {
        (self.request, self.instant) = (request, instant)
        hours = request.index.map { PlaceHours(index: $0, zone: request.zone, at: instant) }
        ownHours = request.own.hours(zone: request.zone, at: instant)
        isToday = request.zone.today(at: instant) == request.zone.today(at: request.now)
    }

    var day: Day { request.zone.today(at: instant) }

    /// What is said of a place of the map.
    func said(_ number: Int) -> PlaceReports? {
        let said = request.numbered.said
        return said.isEmpty ? nil : said[number].map { isToday ? $0.reports : $0.reports.lasting }
    }
    func said(_ id: PlaceID) -> PlaceSaid? { request.known.said[id].map { isToday ? $0 : $0.lasting } }

    func place(_ number: Int, _ hours: PlaceHours) -> ListedPlace {
        var place = hours.index.listed(number)
        (place.state, place.comment) = hours.state(number)
        return told(place)
    }

    func place(_ own: OwnPlace) -> ListedPlace {
        var place = own.listed
        (place.state, place.comment) = ownHours.state(own)
        return told(place)
    }

    private func told(_ place: ListedPlace) -> ListedPlace {
        var place = place
        (place.rating, place.photo) = (request.known.ratings[place.id], request.known.photos[place.id])
        place.apply(said(place.id), at: instant)
        return place
    }

    /// With its week from the moment's day on; nil for what neither the map nor the trip's hosts know.
    func detail(_ id: PlaceID) -> PlaceDetail? {
        if let hours, let number = hours.index.find(id) {
            var detail = hours.index.detail(number)
            detail.place = place(number, hours)
            (detail.week, detail.areHoursReadable) = (hours.week(number, from: day), hours.areReadable(number))
            return detail
        }
        guard let own = request.known.added.first(where: { $0.placeID == id }) else { return nil }
        var detail = request.own.detail(own, ownHours, from: day)
        detail.place = place(own)
        return detail
    }
}
