import Atlas
import Domain
import OpeningHours

/// Opening hours of an atlas's places on one trip: in its zone, with the holidays of the country where each lies.
struct PlaceHours {
    let index: PlaceIndex
    let zone: TripZone

    /// Days within which the next change is looked for: beyond a week nobody plans.
    private static let horizon = 8
    /// Countries with one zone alone that tells them, for places with no telephone number around.
    private static let countries: [String: String] = [
        "Europe/Andorra": "AD", "Europe/Vienna": "AT", "Europe/Zurich": "CH", "Europe/Prague": "CZ", "Europe/Berlin": "DE",
        "Europe/Madrid": "ES", "Europe/Helsinki": "FI", "Europe/Paris": "FR", "Europe/London": "GB", "Europe/Rome": "IT",
        "Europe/Vaduz": "LI", "Europe/Oslo": "NO", "Europe/Warsaw": "PL", "Europe/Stockholm": "SE", "Europe/Ljubljana": "SI",
        "Europe/Bratislava": "SK",
    ]

    /// Of a place that is on no map.
    static func place(_ coordinates: Coordinates, zone: TripZone) -> HoursPlace {
        HoursPlace(zone: zone, coordinates: coordinates, region: countries[zone.identifier])
    }

    private func place(_ number: Int) -> HoursPlace {
        let region: String? =
            switch index.country(of: number) {
            case .known(let code): code
            case .mixed: nil
            case .unknown: PlaceHours.countries[zone.identifier]
            }
        return HoursPlace(zone: zone, coordinates: index.coordinates(of: number), region: region)
    }

    /// Open, closed, or what nobody knows, at a moment; nil where the map has no hours.
    func answer(_ number: Int, at moment: Instant) -> HoursAnswer? {
        index.hours(of: number).map { $0.answer(at: moment, in: place(number)) }
    }

    /// Whether it is open from one moment to another; nil where nobody knows.
    func isOpen(_ number: Int, from start: Instant, to end: Instant) -> Bool? {
        guard let hours = index.hours(of: number), hours.isReadable else { return nil }
        let place = place(number)
        let first = hours.answer(at: start, in: place)
        guard first.state == .open else { return first.state == .closed ? false : nil }
        guard let change = hours.nextChange(after: start, in: place, within: PlaceHours.horizon), change.at < end else { return true }
        return change.answer.state == .closed ? false : nil
    }

    func state(_ number: Int, at moment: Instant) -> (state: PlaceState, comment: String?) {
        guard let hours = index.hours(of: number) else { return (.notKnown, nil) }
        return PlaceHours.state(hours, in: place(number), at: moment)
    }

    static func state(_ hours: Hours, in place: HoursPlace, at moment: Instant) -> (state: PlaceState, comment: String?) {
        guard hours.isReadable else { return (.unclear, nil) }
        let answer = hours.answer(at: moment, in: place)
        func change() -> HoursChange? { hours.nextChange(after: moment, in: place, within: PlaceHours.horizon) }
        switch answer.state {
        case .open: return (.open(until: change()?.at), answer.comment)
        case .unknown: return (answer.doubt.contains(.openEnd) ? .openEnd : .unclear, answer.comment)
        case .closed:
            let opening = change().flatMap { $0.answer.state == .open || $0.answer.doubt.contains(.openEnd) ? $0.at : nil }
            return (.closed(opens: opening), answer.comment)
        }
    }

    /// Seven days from one on.
    func week(_ number: Int, from first: Day) -> [PlaceDay] {
        index.hours(of: number).map { PlaceHours.week($0, in: place(number), from: first) } ?? []
    }

    static func week(_ hours: Hours, in place: HoursPlace, from first: Day) -> [PlaceDay] {
        guard hours.isReadable else { return [] }
        return hours.week(from: first, in: place).map { day in
            PlaceDay(
                day: day.day,
                intervals: day.intervals.map {
                    PlaceDay.Interval(
                        minutes: $0.minutes, certainty: PlaceHours.certainty($0.answer), comment: $0.answer.comment)
                },
                isPublicHoliday: place.isPublicHoliday(day.day))
        }
    }

    private static func certainty(_ answer: HoursAnswer) -> PlaceDay.Certainty {
        answer.state == .open ? .open : answer.doubt.contains(.openEnd) ? .openEnd : .unclear
    }

    func areReadable(_ number: Int) -> Bool { index.hours(of: number)?.isReadable ?? true }
}
