import Domain

/// Formats the many times of one page: the zone's offset is looked up once.
struct ContactClock {
    private let offset: Int64
    private let today: Int

    init(trip: Trip, now: Instant) {
        offset = Int64(trip.zone.offset(at: now))
        today = Int((now.seconds + offset) / 86400)
    }

    /// "07:40", or "31 Jan 07:40" for another day.
    func text(_ instant: Instant?) -> String {
        guard let instant else { return "" }
        let local = instant.seconds + offset
        let clock = padded(Int(local % 86400) / 3600, 2) + ":" + padded(Int(local % 3600) / 60, 2)
        let day = Int(local / 86400)
        return day == today ? clock : Day(number: day).short + " " + clock
    }
}
