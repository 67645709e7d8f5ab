import Domain
import OpeningHours
import Testing

/// Where the cases are: without a country unless they name one.
func place(_ region: String? = nil, _ zone: String = "Europe/Vienna", at: Coordinates? = Coordinates(latitude: 48.2, longitude: 16.37))
    throws -> HoursPlace
{
    HoursPlace(zone: try #require(TripZone(zone)), coordinates: at, region: region)
}

/// What a value says of a day, in the language itself: "10:00-12:00 14:00-26:00? (by appointment)". A question mark is unknown.
func said(_ value: String, _ day: String, _ place: HoursPlace) throws -> String {
    let hours = Hours(value)
    #expect(hours.isReadable, "\(value) at \(hours.unreadableAt ?? 0)")
    return hours.day(try #require(Day(day)), in: place).intervals.map { interval in
        let (start, end) = (interval.minutes.lowerBound, interval.minutes.upperBound)
        let mark = interval.answer.state == .unknown ? "?" : ""
        return clock(start) + "-" + clock(end) + mark + (interval.answer.comment.map { " (\($0))" } ?? "")
    }.joined(separator: " ")
}

private func clock(_ minute: Int) -> String { padded(minute / 60, 2) + ":" + padded(minute % 60, 2) }

/// The state at a moment of the place's clocks: "2026-01-05 12:30".
func state(_ value: String, _ moment: String, _ place: HoursPlace) throws -> OpeningState {
    Hours(value).answer(at: try instant(moment, place), in: place).state
}

/// Read from the place's clocks.
func instant(_ moment: String, _ place: HoursPlace) throws -> Instant {
    let parts = moment.split(separator: " ")
    return place.zone.instant(day: try #require(Day(parts[0])), secondsOfDay: try #require(parts[1].secondsOfDay))
}

/// "2026-01-05".
func date(_ text: String) throws -> Day { try #require(Day(text)) }
