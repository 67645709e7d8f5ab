import Domain

/// The clocks of a place as a line of minutes that never goes back. In the hour that autumn repeats, the first pass counts and the second
/// stands still: what closes at 02:30 closes once. In the hour that spring skips, all that falls into it happens as it is skipped.
struct WallClock {
    let zone: TripZone

    /// The minute of its day that the clocks show.
    func minute(at instant: Instant) -> (day: Day, minute: Int) {
        let local = zone.local(instant)
        let offset = zone.offset(at: instant)
        guard zone.offset(at: instant - .hours(3)) > offset, let change = change(before: instant),
            instant.seconds - change.at.seconds < Int64(change.from - change.to)
        else { return (local.day, local.secondsOfDay / 60) }
        let last = Int(change.at.seconds) + change.from - 60
        let day = Day(number: last >= 0 ? last / 86_400 : (last - 86_399) / 86_400)
        return (day, (last - day.number * 86_400) / 60)
    }

    private func change(before instant: Instant) -> (at: Instant, from: Int, to: Int)? {
        zone.changes(from: instant - .hours(3), to: instant + .seconds(1)).last.map { ($0.at, $0.from, $0.to) }
    }

    /// The moment at which the clocks first show a minute of a day or a later one. Minutes beyond 1,440 are of the next day.
    func instant(of day: Day, minute: Int) -> Instant {
        let (day, seconds) = (Day(number: day.number + minute / 1440), minute % 1440 * 60)
        let instant = zone.instant(day: day, secondsOfDay: seconds)
        if zone.exists(day: day, secondsOfDay: seconds) { return instant }
        return zone.changes(from: instant - .hours(3), to: instant + .seconds(1)).last?.at ?? instant
    }
}
