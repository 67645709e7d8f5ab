import Domain

/// How many bikes a station had in the last 24 hours, as a line of steps.
package struct BikeChart: Sendable {
    package struct Tick: Sendable {
        let x: String
        let text: String
        let anchor: String
    }
    private static let (left, right, top, bottom) = (40.0, 592.0, 10.0, 110.0)
    let line: String
    let area: String
    let most: String
    let ticks: [Tick]
    let label: String
    let caption: String

    /// Nil where nothing is known of the day.
    init?(_ moments: [BikeMoment], zone: TripZone, now: Instant) {
        let day = now - .hours(24)
        let known = moments.filter { $0.bikes != nil && $0.at <= now }
        guard let first = known.first, let last = known.last else { return nil }
        // What is not known takes no room.
        let start = max(day, min(first.at, now - .hours(1)))
        let span = max((now - start).microseconds, 1)
        let counts = known.map { $0.bikes ?? 0 }
        let top = max(counts.max() ?? 0, 1)
        func x(_ at: Instant) -> Double {
            let share = Double((max(at, start) - start).microseconds) / Double(span)
            return BikeChart.left + share * (BikeChart.right - BikeChart.left)
        }
        func y(_ count: Int) -> Double { BikeChart.bottom - Double(count) / Double(top) * (BikeChart.bottom - BikeChart.top) }
        var path = "M\(decimal(x(first.at), 1)) \(decimal(y(first.bikes ?? 0), 1))"
        for moment in known.dropFirst() { path += "H\(decimal(x(moment.at), 1))V\(decimal(y(moment.bikes ?? 0), 1))" }
        path += "H\(decimal(BikeChart.right, 1))"
        line = path
        area = path + "V\(decimal(BikeChart.bottom, 1))H\(decimal(x(first.at), 1))Z"
        most = String(top)
        ticks = BikeChart.ticks(start, until: now, zone, x)
        let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
        let count = last.bikes ?? 0
        let since = dayWord(start, zone: zone, now: now)
        let isWhole = start <= day + .hours(1)
        label =
            isWhole
            ? Texts.said("Bikes in the last 24 hours: from \(low) to \(high), last \(count)")
            : Texts.said("Bikes since \(since): from \(low) to \(high), last \(count)")
        let range = low == high ? Texts.said("always \(low)") : Texts.said("between \(low) and \(high)")
        caption = isWhole ? Texts.said("Bikes in the last 24 hours: \(range).") : Texts.said("Bikes since \(since): \(range).")
    }

    /// Every six hours of the trip's clock, or as often as a shorter time has room for.
    private static func ticks(_ start: Instant, until end: Instant, _ zone: TripZone, _ x: (Instant) -> Double) -> [Tick] {
        let minutes = (end - start).microseconds / 60_000_000
        let step = minutes > 720 ? 21_600 : minutes > 240 ? 7200 : minutes > 90 ? 1800 : 900
        let first = start + .seconds((step - Int(zone.local(start).secondsOfDay) % step) % step)
        return (0...12).map { first + .seconds($0 * step) }.filter { $0 <= end }.map { at in
            let place = x(at)
            let anchor = place > BikeChart.right - 20 ? "end" : place < BikeChart.left + 20 ? "start" : "middle"
            return Tick(x: decimal(place, 1), text: zone.local(at).clock, anchor: anchor)
        }
    }
}
