import Domain

/// Addresses of places, and of the map programs that lead to one.
extension Path {
    package static func places(_ slug: String, _ rest: String = "", query: [(String, String)] = []) -> Link {
        trip(slug, "/places" + rest + queryText(query))
    }
    package static func places(_ slug: String, _ filter: PlaceFilter) -> Link {
        let pairs = filter.pairs
        // An address that says nothing is the remembered list: one that means the usual one says so.
        return places(slug, query: pairs.isEmpty ? [("sort", PlaceFilter.Order.distance.rawValue)] : pairs)
    }
    /// The list that begins at a point of the map.
    package static func places(_ slug: String, around point: Coordinates) -> Link {
        var filter = PlaceFilter()
        filter.origin = .point(point, isHere: false)
        return places(slug, filter)
    }
    package static func place(_ slug: String, _ id: PlaceID, _ rest: String = "") -> Link { places(slug, "/\(id)" + rest) }
    /// The map of whoever reads, around a place.
    package static func mapOfPlace(_ slug: String, _ place: Coordinates, _ role: Role) -> Link {
        let query = [("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6)), ("z", "17")]
        return role.seesPositions ? map(slug, query) : my(slug, "/map", query: query)
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
