import Domain

/// What a phone says of itself, in plain words; what it does not say is left out. map.js says the same.
enum PhoneText {
    /// "62 %, charging"; of a full battery on its cable "100 %, plugged in".
    static func battery(_ fix: Fix) -> String? {
        let charging = fix.isCharging == true ? Texts.said(fix.battery == 100 ? "plugged in" : "charging") : nil
        let parts = [fix.battery.map { "\($0) %" }, charging].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// "12 %" of a phone that is about to be silent; nil of others.
    static func lowBattery(_ fix: Fix) -> String? {
        fix.battery.flatMap { $0 <= low && fix.isCharging != true ? Texts.said("battery \($0) %") : nil }
    }
    private static let low = 20

    /// Metres; nil where a phone only says that it does not know: about the sea's own height.
    static func altitude(_ fix: Fix?) -> Double? { fix?.altitude.flatMap { abs($0) < 2 ? nil : $0 } }

    /// "moving", some minutes later "was moving", "still since 12:10".
    /// Of a phone that was silent for so long that it counts as lost nobody knows.
    static func motion(_ entry: BoardEntry, _ freshness: Freshness, _ clock: ContactClock) -> String? {
        guard freshness == .fresh || freshness == .stale else { return nil }
        return entry.stillSince.map { Texts.said("still since \(clock.text($0))") }
            ?? (entry.fix.isMoving == true ? Texts.said(freshness == .fresh ? "moving" : "was moving") : nil)
    }

    /// "62 %, charging · still since 12:10".
    static func line(_ entry: BoardEntry, _ freshness: Freshness, _ clock: ContactClock) -> String? {
        let parts = [battery(entry.fix), motion(entry, freshness, clock)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
