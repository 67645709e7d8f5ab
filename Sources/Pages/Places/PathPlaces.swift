import Domain

/// Places, and what is said about them.
extension Path {
    package static let places = Address<String>("/trips/:slug/places")
    package static let placesAround = Address<String>("/trips/:slug/places/around")
    package static let callList = Address<String>("/trips/:slug/places/call-list")
    package static let filterPlaces = Address<String>("/trips/:slug/places/filter")
    package static let placesOnMap = Address<String>("/trips/:slug/places/map.json")
    package static let newPlace = Address<String>("/trips/:slug/places/new")
    package static let placesPrint = Address<String>("/trips/:slug/places/print")
    package static let waitingPlaces = Address<String>("/trips/:slug/places/waiting")
    package static let attachPlace = Address<String, ID>("/trips/:slug/places/waiting/:place/attach")
    package static let detachPlace = Address<String, ID>("/trips/:slug/places/waiting/:place/detach")
    package static let place = Address<String, PlaceID>("/trips/:slug/places/:id")
    package static let placeCard = Address<String, PlaceID>("/trips/:slug/places/:id/card")
    package static let deletePlace = Address<String, PlaceID>("/trips/:slug/places/:id/delete")
    package static let editPlace = Address<String, PlaceID>("/trips/:slug/places/:id/edit")
    package static let restorePlace = Address<String, PlaceID>("/trips/:slug/places/:id/restore")
    package static let placeNote = Address<String, PlaceID>("/trips/:slug/places/:id/note")
    package static let undoPlaceNote = Address<String, PlaceID, ID>("/trips/:slug/places/:id/note/:note/undo")
    package static let reportPlace = Address<String, PlaceID>("/trips/:slug/places/:id/reports")
    package static let restorePlaceReport = Address<String, PlaceID, ID>("/trips/:slug/places/:id/reports/:report/restore")
    package static let withdrawPlaceReport = Address<String, PlaceID, ID>("/trips/:slug/places/:id/reports/:report/withdraw")
    package static let reviewPlace = Address<String, PlaceID>("/trips/:slug/places/:id/review")
    package static let deleteReview = Address<String, PlaceID>("/trips/:slug/places/:id/review/delete")
    package static let restoreReview = Address<String, PlaceID>("/trips/:slug/places/:id/review/restore")
    package static let reviews = Address<String, PlaceID>("/trips/:slug/places/:id/reviews")
    package static let removeReview = Address<String, PlaceID, Int>("/trips/:slug/places/:id/reviews/:number/remove")

    package static func places(_ slug: String, as filter: PlaceFilter) -> Link {
        let pairs = filter.pairs
        // An address that says nothing is the remembered list: one that means the usual one says so.
        return places(slug).asking(pairs.isEmpty ? [("sort", PlaceFilter.Order.distance.rawValue)] : pairs)
    }
    /// The list that begins at a point of the map.
    package static func places(_ slug: String, near point: Coordinates) -> Link {
        var filter = PlaceFilter()
        filter.origin = .point(point, isHere: false)
        return places(slug, as: filter)
    }
    /// The map of whoever reads, around a place.
    package static func mapOfPlace(_ slug: String, _ place: Coordinates, _ role: Role) -> Link {
        (role.seesPositions ? map : myMap)(slug).around(place, zoom: 17)
    }

    /// Nothing of it is asked by this program: the reader's browser opens it.
    static func directions(to place: Coordinates) -> [(label: String, link: Link)] {
        let (latitude, longitude) = (decimal(place.latitude, 6), decimal(place.longitude, 6))
        let point = latitude + "," + longitude
        let addresses = [
            ("OpenStreetMap", "https://www.openstreetmap.org/directions?to=\(latitude)%2C\(longitude)"),
            ("Google Maps", "https://www.google.com/maps/dir/?api=1&destination=\(latitude)%2C\(longitude)"),
            ("Apple Maps", "https://maps.apple.com/?daddr=\(latitude)%2C\(longitude)"),
        ]
        return [(Texts.said("Map app on this device"), geo(point + "?q=" + point))]
            + addresses.compactMap { label, address in external(https: address).map { (Texts.said(text: label), $0) } }
    }
}
