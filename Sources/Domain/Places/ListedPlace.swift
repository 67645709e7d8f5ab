/// One place as a list shows it: what the map says, seen from where the list begins.
package struct ListedPlace: Sendable {
    package let id: PlaceID
    /// "" where the map has none.
    package let name: String
    package let kind: PlaceKind
    package let coordinates: Coordinates
    package var state: PlaceState = .notKnown
    /// The mapper's words beside the hours: "by appointment".
    package var comment: String?
    package var cuisine: [String] = []
    package var diets = PlaceDiets()
    package var wheelchair: WheelchairAccess?
    package var phone = ""
    package var rating: PlaceRating?
    /// Metres from where the list begins, as the crow flies.
    package var distance = 0.0
    /// Metres that it lies above that; nil where a height is not known.
    package var climb: Double?

    package init(id: PlaceID, name: String, kind: PlaceKind, coordinates: Coordinates) {
        self.id = id
        self.name = name
        self.kind = kind
        self.coordinates = coordinates
    }

    package var title: String { name.isEmpty ? kind.label : name }
    /// An estimate.
    package var walkingMinutes: Int { Walk.minutes(distance: distance, climb: climb) }
}

/// All that the map says of a place, for its own page.
package struct PlaceDetail: Sendable {
    package var place: ListedPlace
    /// Every day of the week that begins today, in the trip's zone.
    package var week: [PlaceDay] = []
    /// The hours as they stand in the map; "" for none.
    package var hoursText = ""
    /// Whether that text was understood.
    package var areHoursReadable = true
    package var website = ""
    package var address = ""
    /// Metres above the sea.
    package var height: Double?
    /// Facts in words, with their labels.
    package var facts: [(label: String, value: String)] = []
    /// When the map data was imported.
    package var importedAt: Instant?
    /// When somebody last looked, by the map: "2025-03-12".
    package var checkedOn = ""
    package init(place: ListedPlace) { self.place = place }
}

/// A place's hours on one day.
package struct PlaceDay: Sendable, Hashable {
    /// When it is not closed.
    package struct Interval: Sendable, Hashable {
        /// Minutes after midnight; beyond 1,440 for what closes after the next midnight.
        package let minutes: Range<Int>
        package let isCertain: Bool
        package let comment: String?
        package init(minutes: Range<Int>, isCertain: Bool, comment: String?) {
            (self.minutes, self.isCertain, self.comment) = (minutes, isCertain, comment)
        }
    }
    package let day: Day
    package let intervals: [Interval]
    /// Nil where nobody knows.
    package let isPublicHoliday: Bool?
    package init(day: Day, intervals: [Interval], isPublicHoliday: Bool?) {
        (self.day, self.intervals, self.isPublicHoliday) = (day, intervals, isPublicHoliday)
    }
}
