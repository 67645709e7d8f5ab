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
    /// What people report and hosts note.
    package private(set) var said = PlaceSaid.nothing
    /// Whether `state` is what people report, against the map.
    package private(set) var isStateReported = false
    /// Who says that the number is this one, against the map; nil where the map says it.
    package private(set) var phoneBy: String?
    /// Of the trip's photos.
    package var photo: ID?
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

    /// What people report outranks the map.
    package mutating func apply(_ said: PlaceSaid?, at moment: Instant) {
        guard let said else { return }
        self.said = said
        if let state = said.reports.outranking(state, at: moment) { (self.state, isStateReported) = (state, true) }
        if let report = said.reports.phone(onMap: phone), !report.phone.isEmpty { (phone, phoneBy) = (report.phone, report.name) }
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
    /// What is irregular in hours that a host typed, and how they were read.
    package var remarks: [String] = []
    package var website = ""
    package var address = ""
    /// Metres above the sea.
    package var height: Double?
    /// Seats outside, as the map has it: yes, no, or where they are.
    package var seating = ""
    package var capacity = ""
    /// Floors of a building.
    package var level = ""
    package var operatorName = ""
    package var hasCashMachine = false
    /// When the map data was imported.
    package var importedAt: Instant?
    /// When somebody last looked whether it is true, by the map.
    package var checkedOn: Day?
    /// When the map last changed here.
    package var editedOn: Day?
    /// Where it is seen from; nil where the reader's list begins nowhere.
    package var origin: String?
    package init(place: ListedPlace) { self.place = place }
}

/// A place's hours on one day.
package struct PlaceDay: Sendable, Hashable {
    /// When it is not closed.
    package struct Interval: Sendable, Hashable {
        /// Minutes after midnight; beyond 1,440 for what closes after the next midnight.
        package let minutes: Range<Int>
        package let certainty: Certainty
        package let comment: String?
        package init(minutes: Range<Int>, certainty: Certainty, comment: String?) {
            (self.minutes, self.certainty, self.comment) = (minutes, certainty, comment)
        }
    }
    package enum Certainty: Sendable, Hashable {
        case open
        /// When it closes is not said.
        case openEnd
        /// Nobody knows whether it is open then.
        case unclear
    }
    package let day: Day
    package let intervals: [Interval]
    /// Nil where nobody knows.
    package let isPublicHoliday: Bool?
    package init(day: Day, intervals: [Interval], isPublicHoliday: Bool?) {
        (self.day, self.intervals, self.isPublicHoliday) = (day, intervals, isPublicHoliday)
    }
}
