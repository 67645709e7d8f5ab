import Domain

/// Where hours apply. They are always of the place's own time zone, not of whoever reads them.
package struct HoursPlace: Sendable {
    package let zone: TripZone
    /// For the sun. Without them what depends on it is unknown.
    package let coordinates: Coordinates?
    /// For public holidays. Nil where the country is not known or its holidays are not: what depends on them is unknown then.
    let calendar: HolidayCalendar?

    /// `region` is an ISO 3166 code, of a country ("AT") or better of a part of it ("DE-BY", "CH-VS", "GB-SCT").
    package init(zone: TripZone, coordinates: Coordinates? = nil, region: String? = nil) {
        self.zone = zone
        self.coordinates = coordinates
        calendar = region.flatMap { HolidayCalendar(region: $0) }
    }

    /// Whether a day is a public holiday here; nil where that is not known.
    package func isPublicHoliday(_ day: Day) -> Bool? { calendar?.isHoliday(day) }
}
