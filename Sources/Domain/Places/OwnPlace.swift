/// A place that the map lacks, added by a host to one trip.
package struct OwnPlace: Sendable, Equatable {
    package let id: ID
    package let name: String
    package let kind: PlaceKind
    package let coordinates: Coordinates
    /// In OpenStreetMap's language; "" where nobody knows.
    package let hours: String
    package let phone: String
    package let website: String
    package let addedBy: String
    package let addedAt: Instant
    package let version: Int
    package let isDeleted: Bool
    package init(
        id: ID, name: String, kind: PlaceKind, coordinates: Coordinates, hours: String, phone: String, website: String, addedBy: String,
        addedAt: Instant, version: Int, isDeleted: Bool
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.coordinates = coordinates
        self.hours = hours
        self.phone = phone
        self.website = website
        self.addedBy = addedBy
        self.addedAt = addedAt
        self.version = version
        self.isDeleted = isDeleted
    }

    package var placeID: PlaceID { .added(id) }
    /// As a list shows it, without its state.
    package var listed: ListedPlace {
        var place = ListedPlace(id: placeID, name: name, kind: kind, coordinates: coordinates)
        place.phone = phone
        return place
    }
    package var known: KnownPlace { KnownPlace(id: placeID, name: name, coordinates: coordinates, phone: phone, kind: kind) }
}

/// The form of such a place, as it was typed.
package struct OwnPlaceDraft: Sendable, Equatable {
    package var name = ""
    package var kind = PlaceKind.restaurant.rawValue
    package var latitude = ""
    package var longitude = ""
    package var hours = ""
    package var phone = ""
    package var website = ""
    package var version = 0
    package init() {}

    package init(_ place: OwnPlace) {
        (name, kind, hours, phone, website) = (place.name, place.kind.rawValue, place.hours, place.phone, place.website)
        (latitude, longitude) = (decimal(place.coordinates.latitude, 6), decimal(place.coordinates.longitude, 6))
        version = place.version
    }

    package var coordinates: Coordinates? { Coordinates(latitude: tidyLine(latitude), longitude: tidyLine(longitude)) }

    /// With tidied values.
    package var tidied: OwnPlaceDraft {
        var draft = self
        (draft.name, draft.hours) = (tidyLine(name), tidyLine(hours))
        (draft.phone, draft.website) = (tidyLine(phone), tidyLine(website))
        return draft
    }

    /// Of a tidied one. Whether the hours can be read is not looked at here.
    package var errors: [FieldError] {
        var check = Validation()
        check.require(!name.isEmpty && name.count <= 80, "name", "Type a name, at most 80 characters.")
        check.require(PlaceKind(rawValue: kind) != nil, "kind", "Choose what it is.")
        check.require(coordinates != nil, "latitude", "Tap the map, or type degrees such as 46.4012 and 9.2034.")
        check.require(hours.count <= 255, "hours", "At most 255 characters.")
        check.require(phone.isEmpty || isDialled(phone), "phone", "Use only digits, spaces and + ( ) - / . with at least 3 digits.")
        check.require(website.isEmpty || isWebAddress(website), "website", "Type an address that begins with https:// or http://.")
        return check.errors
    }

    private func isWebAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 300, let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return false }
        let rest = text.dropFirst(scheme.count)
        return rest.contains(".") && rest.first.map { $0.isLetter || $0.isNumber } == true && !text.contains { $0.isWhitespace }
    }
}
