import Domain

/// All that was read of a position, each value with its unit. What the phone did not say is not there.
enum FixValues {
    static func text(_ fix: RawFix, _ clock: TripClock) -> String {
        let parts = [
            time(fix, clock), place(fix), fix.accuracy.map { Texts.said("accuracy ± \(decimal($0, 0)) m") }, altitude(fix), speed(fix),
            fix.heading.map { Texts.said($0 < 0 ? "course unknown" : "course \(decimal($0, 0))°") }, battery(fix),
            fix.isCharging.map { Texts.said($0 ? "charging" : "not charging") }, fix.isMoving.map { Texts.said($0 ? "moving" : "still") },
            fix.trigger.map { Texts.said("sent by \(Texts.said(text: $0.label))") },
        ]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? Texts.said("no value that could be read") : known.joined(separator: " · ")
    }

    private static func time(_ fix: RawFix, _ clock: TripClock) -> String? {
        guard let time = fix.time else { return nil }
        return Texts.said(
            Instant.plausible.contains(time) ? "measured at \(clock.second(time))" : "measured outside the years 1970 to 2199")
    }

    private static func place(_ fix: RawFix) -> String? {
        guard let latitude = fix.latitude, let longitude = fix.longitude else { return nil }
        return Texts.said("latitude \(decimal(latitude, 5))°, longitude \(decimal(longitude, 5))°")
    }

    private static func altitude(_ fix: RawFix) -> String? {
        guard let altitude = fix.altitude else { return nil }
        return Texts.said(
            (fix.verticalAccuracy ?? 0) < 0 ? "altitude unknown, says the phone" : "altitude \(decimal(altitude, 0)) m")
    }

    private static func speed(_ fix: RawFix) -> String? {
        guard let speed = fix.speed else { return nil }
        return Texts.said(
            speed < 0 ? "speed unknown" : "speed \(decimal(speed, 1)) m/s (\(decimal(speed * 3.6, 0)) km/h)")
    }

    private static func battery(_ fix: RawFix) -> String? {
        guard let battery = fix.battery else { return nil }
        return Texts.said(battery < 0 ? "battery unknown" : "battery \(decimal(battery, 0)) %")
    }
}
