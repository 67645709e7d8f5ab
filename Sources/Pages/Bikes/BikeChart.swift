import Domain

/// How many bikes a station had in the last 24 hours, as a line of steps.
package struct BikeChart: Sendable {
    package struct Tick: Sendable {
        let x: String
        let text: String
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
        let start = now - .hours(24)
        let known = moments.filter { $0.bikes != nil && $0.at <= now }
        guard let first = known.first, let last = known.last else { return nil }
        let counts = known.map { $0.bikes ?? 0 }
        let top = max(counts.max() ?? 0, 1)
        func x(_ at: Instant) -> Double {
            let share = Double((max(at, start) - start).microseconds) / Double(Duration.hours(24).microseconds)
            return BikeChart.left + share * (BikeChart.right - BikeChart.left)
        }
        func y(_ count: Int) -> Double { BikeChart.bottom - Double(count) / Double(top) * (BikeChart.bottom - BikeChart.top) }
        var path = "M\(decimal(x(first.at), 1)) \(decimal(y(first.bikes ?? 0), 1))"
        for moment in known.dropFirst() { path += "H\(decimal(x(moment.at), 1))V\(decimal(y(moment.bikes ?? 0), 1))" }
        path += "H\(decimal(BikeChart.right, 1))"
        line = path
        area = path + "V\(decimal(BikeChart.bottom, 1))H\(decimal(x(first.at), 1))Z"
        most = String(top)
        ticks = BikeChart.ticks(start, zone, x)
        let (low, high) = (counts.min() ?? 0, counts.max() ?? 0)
        let now = last.bikes ?? 0
        label = Texts.said("Bikes in the last 24 hours: from \(low) to \(high), now \(now)")
        caption = Texts.said("Bikes in the last 24 hours: between \(low) and \(high).")
    }

    /// Every six hours of the trip's clock.
    private static func ticks(_ start: Instant, _ zone: TripZone, _ x: (Instant) -> Double) -> [Tick] {
        (0...24).map { start + .hours($0) }.compactMap { at in
            let hour = at - .seconds(Int(zone.local(at).secondsOfDay % 3600))
            guard zone.local(hour).secondsOfDay % 21_600 == 0, hour >= start else { return nil }
            return Tick(x: decimal(x(hour), 1), text: zone.local(hour).clock)
        }
    }
}
