import Domain
import OpeningHours
import Synchronization

/// Hours that hosts typed for places of their own, each text read once.
final class OwnHoursShelf: Sendable {
    private struct State {
        var next: UInt64 = 0
        var read: [String: (key: UInt64, hours: Hours)] = [:]
    }
    private static let limit = 20_000
    private let state = Mutex(State())
    let memo = HoursMemo(days: 8)

    /// Nil for no hours.
    func find(_ text: String) -> (key: UInt64, hours: Hours)? {
        guard !text.isEmpty else { return nil }
        if let known = state.withLock({ $0.read[text] }) { return known }
        let hours = Hours(text)
        return state.withLock { state in
            if let known = state.read[text] { return known }
            if state.read.count >= OwnHoursShelf.limit { state.read.removeAll() }
            state.next += 1
            state.read[text] = (state.next, hours)
            return (state.next, hours)
        }
    }
}

/// Opening hours of the places that hosts added to a trip, at one moment.
struct OwnPlaceHours {
    private let shelf: OwnHoursShelf
    private let moment: HoursMoment
    private let board: HoursBoard

    init(_ shelf: OwnHoursShelf, zone: TripZone, at instant: Instant) {
        self.shelf = shelf
        moment = HoursMoment(instant, in: zone)
        board = shelf.memo.board(at: moment)
    }

    private func place(_ own: OwnPlace) -> HoursPlace {
        HoursPlace(zone: moment.zone, coordinates: own.coordinates, region: HoursWords.region(nil, in: moment.zone))
    }

    private func said(_ own: OwnPlace, wantsChange: Bool) -> HoursSaid? {
        shelf.find(own.hours).map { key, hours in board.said(key, wantsChange: wantsChange) { (hours, place(own)) } }
    }

    func state(_ own: OwnPlace) -> (state: PlaceState, comment: String?) { HoursWords.state(said(own, wantsChange: true)) }

    /// Whether it is open from the moment on until another one; nil where nobody knows.
    func isOpen(_ own: OwnPlace, until end: Instant) -> Bool? {
        HoursWords.isOpen(until: end, from: moment.instant) { said(own, wantsChange: $0) }
    }

    /// Nil where nobody typed hours.
    func hours(_ own: OwnPlace) -> Hours? { shelf.find(own.hours)?.hours }

    /// Seven days from one on.
    func week(_ own: OwnPlace, from first: Day) -> [PlaceDay] {
        hours(own).map { HoursWords.week($0, in: place(own), from: first) } ?? []
    }
}
