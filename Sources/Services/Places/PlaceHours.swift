import Atlas
import Domain
import OpeningHours

/// What hours say of places, wherever they are written.
enum HoursWords {
    /// Zones that tell by themselves in which country a place is, or in which part of one.
    private static let regions: [String: String] = [
        "Europe/Andorra": "AD", "Europe/Vienna": "AT", "Europe/Zurich": "CH", "Europe/Prague": "CZ", "Europe/Berlin": "DE",
        "Europe/Busingen": "DE-BW", "Europe/Madrid": "ES", "Atlantic/Canary": "ES-CN", "Africa/Ceuta": "ES", "Europe/Helsinki": "FI",
        "Europe/Mariehamn": "FI", "Europe/Paris": "FR", "Europe/London": "GB", "Europe/Rome": "IT", "Europe/Vaduz": "LI",
        "Europe/Oslo": "NO", "Arctic/Longyearbyen": "NO", "Europe/Warsaw": "PL", "Europe/Stockholm": "SE", "Europe/Ljubljana": "SI",
        "Europe/Bratislava": "SK",
    ]

    /// - Parameter country: as the map tells it; nil where it does not.
    static func region(_ country: String?, in zone: TripZone) -> String? {
        let region = regions[zone.identifier]
        guard let country else { return region }
        return region?.hasPrefix(country + "-") == true ? region : country
    }

    static func state(_ said: HoursSaid?) -> (state: PlaceState, comment: String?) {
        guard let said else { return (.notKnown, nil) }
        let answer = said.answer
        if answer.doubt.contains(.unreadable) { return (.unclear, nil) }
        switch answer.state {
        case .open: return (.open(until: said.change?.at), answer.comment)
        case .unknown: return (answer.doubt.contains(.openEnd) ? .openEnd : .unclear, answer.comment)
        case .closed:
            let opening = said.change.flatMap { $0.answer.state == .open || $0.answer.doubt.contains(.openEnd) ? $0.at : nil }
            return (.closed(opens: opening), answer.comment)
        }
    }

    /// Whether it stays open until a moment; nil where nobody knows.
    /// - Parameter said: what it says of the beginning; with the next change where that is wanted.
    static func isOpen(until end: Instant, from start: Instant, said: (_ wantsChange: Bool) -> HoursSaid?) -> Bool? {
        guard let first = said(false)?.answer, first.state != .unknown else { return nil }
        guard first.state == .open else { return false }
        guard start < end, let change = said(true)?.change, change.at < end else { return true }
        return change.answer.state == .closed ? false : nil
    }

    /// Seven days from one on.
    static func week(_ hours: Hours, in place: HoursPlace, from first: Day) -> [PlaceDay] {
        guard hours.isReadable else { return [] }
        return hours.week(from: first, in: place).map { day in
            PlaceDay(
                day: day.day,
                intervals: day.intervals.map {
                    PlaceDay.Interval(
                        minutes: $0.minutes, certainty: HoursWords.certainty($0.answer), comment: $0.answer.comment)
                },
                isPublicHoliday: place.isPublicHoliday(day.day))
        }
    }

    private static func certainty(_ answer: HoursAnswer) -> PlaceDay.Certainty {
        answer.state == .open ? .open : answer.doubt.contains(.openEnd) ? .openEnd : .unclear
    }
}

/// Opening hours of an atlas's places at one moment of a trip: in its zone, with the holidays of the country where each lies.
struct PlaceHours {
    let index: PlaceIndex
    private let moment: HoursMoment
    private let board: HoursBoard

    init(index: PlaceIndex, zone: TripZone, at instant: Instant) {
        self.index = index
        moment = HoursMoment(instant, in: zone)
        board = index.memo.board(at: moment)
    }

    private func place(_ number: Int) -> HoursPlace {
        let region: String? =
            switch index.country(of: number) {
            case .known(let code): HoursWords.region(code, in: moment.zone)
            case .mixed: nil
            case .unknown: HoursWords.region(nil, in: moment.zone)
            }
        return HoursPlace(zone: moment.zone, coordinates: index.coordinates(of: number), region: region)
    }

    /// Nil where the map has no hours.
    private func said(_ number: Int, wantsChange: Bool) -> HoursSaid? {
        index.hoursKey(of: number).map { key in
            board.said(key, wantsChange: wantsChange) { (index.hours(of: number) ?? Hours(""), place(number)) }
        }
    }

    func state(_ number: Int) -> (state: PlaceState, comment: String?) { HoursWords.state(said(number, wantsChange: true)) }

    /// Until when it is open; when it opens is not looked for.
    func openness(_ number: Int) -> PlaceState {
        let said = said(number, wantsChange: false)
        return said?.answer.state == .open ? state(number).state : HoursWords.state(said).state
    }

    /// Whether it is open from the moment on until another one; nil where nobody knows.
    func isOpen(_ number: Int, until end: Instant) -> Bool? {
        HoursWords.isOpen(until: end, from: moment.instant) { said(number, wantsChange: $0) }
    }

    /// Seven days from one on.
    func week(_ number: Int, from first: Day) -> [PlaceDay] {
        index.hours(of: number).map { HoursWords.week($0, in: place(number), from: first) } ?? []
    }

    func areReadable(_ number: Int) -> Bool { index.hours(of: number)?.isReadable ?? true }
}
