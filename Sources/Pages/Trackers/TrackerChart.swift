import Domain

/// Positions of each hour of a day, in a picture of 600 by 130.
package struct TrackerChart: Sendable {
    package struct Bar: Sendable {
        let x: String
        let y: String
        let height: String
        let label: String
        let stored: String
    }
    package struct Tick: Sendable {
        let x: String
        let text: String
    }
    let bars: [Bar]
    let ticks: [Tick]
    let most: String
    let total: String

    /// Nil where nothing was stored.
    init?(_ hours: [TrackerHour], zone: TripZone, now: Instant) {
        let stored = Dictionary(hours.map { ($0.start, $0.stored) }, uniquingKeysWith: +)
        guard let newest = hours.map(\.start).max(), let highest = stored.values.max(), highest > 0 else { return nil }
        let starts = (0..<24).map { newest - .hours(23 - $0) }
        func x(_ index: Int) -> String { String(54 + index * 22) }
        bars = starts.enumerated().map { index, start in
            let count = stored[start] ?? 0
            let height = Double(count) / Double(highest) * 90
            return Bar(
                x: x(index), y: decimal(100 - height, 1), height: decimal(height, 1), label: zone.local(start).clock,
                stored: counted(count, "position"))
        }
        ticks = starts.enumerated().filter { ($0.offset + 1) % 6 == 0 }.map { Tick(x: x($0.offset), text: zone.local($0.element).clock) }
        most = String(highest)
        total = counted(stored.values.reduce(0, +), "position")
    }
}

extension TrackerDoctor {
    /// How the phone does, in one line: how often it sends, and when it did last.
    static func health(_ requests: [TrackerRequest], _ clock: TripClock, now: Instant) -> String? {
        guard let newest = requests.first else { return nil }
        let last = clock.second(newest.receivedAt)
        if newest.isProblem { return Texts.said("Problem at \(last): see the newest line below.") }
        let sent = requests.filter { $0.stored > 0 }.map(\.receivedAt)
        guard sent.count > 1, now - newest.receivedAt < .minutes(5) else { return Texts.said("Last heard from: \(last).") }
        let gaps = zip(sent, sent.dropFirst()).map { Int(($0 - $1).components.seconds) }.sorted()
        let usual = gaps[gaps.count / 2]
        return Texts.said("Healthy: every \(usual < 120 ? "\(usual) s" : "\(usual / 60) min"), last \(last).")
    }

    static func arrival(_ requests: [TrackerRequest], now: Instant) -> Arrival? {
        let stored = requests.filter { $0.stored > 0 }
        guard let first = stored.last, let newest = stored.first, now - first.receivedAt < .hours(1) else { return nil }
        return Arrival(since: first.receivedAt, accuracy: newest.fixes.last?.accuracy)
    }

    /// Requests that say the same, one after the other: only positions, from the same app.
    static func alike(_ requests: [TrackerRequest]) -> [[TrackerRequest]] {
        var groups: [[TrackerRequest]] = []
        for request in requests {
            if let last = groups.last?.last, last.isPlain, request.isPlain, last.format == request.format {
                groups[groups.count - 1].append(request)
            } else {
                groups.append([request])
            }
        }
        return groups
    }
}

extension TrackerRequest {
    fileprivate var isPlain: Bool { stored > 0 && remark == nil && !fixes.isEmpty }
}
