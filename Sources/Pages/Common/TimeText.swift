import Domain

/// A moment as pages show it: trip time with its zone, and the machine's form for the script that keeps ages.
package struct TimeText: Sendable {
    let iso: String
    let milliseconds: String
    let text: String

    /// - Parameter zoneIsSaid: the page says once which zone it has now. With a time of another, as before the clocks changed, it stands.
    package init(_ instant: Instant, zone: TripZone, now: Instant, zoneIsSaid: Bool = false) {
        iso = instant.iso8601
        milliseconds = String(instant.milliseconds)
        let local = zone.local(instant)
        let isToday = local.day == zone.today(at: now)
        let name = zone.abbreviation(at: instant)
        let isKnown = zoneIsSaid && name == zone.abbreviation(at: now)
        text = (isToday ? "" : local.day.short + ", ") + local.clock + (isKnown ? "" : " " + name)
    }

    /// When a sheet was printed: with the day, for paper lies about.
    init(onPaper instant: Instant, zone: TripZone) {
        iso = instant.iso8601
        milliseconds = String(instant.milliseconds)
        let local = zone.local(instant)
        text = "\(local.day.withoutYear), \(local.clock) \(zone.abbreviation(at: instant))"
    }

    package var sentence: String { text }

    /// For a list whose lines do not say it.
    static func zoneSaid(_ zone: TripZone, now: Instant) -> String { Texts.said("Times are \(zone.abbreviation(at: now)).") }

    /// "from just now", "4 min old".
    static func old(_ duration: Duration) -> String {
        Texts.said(duration < .seconds(60) ? "from just now" : "\(age(duration)) old")
    }

    /// "just now", "4 min", "3 h", "2 days".
    package static func age(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return switch seconds {
        case ..<60: Texts.said("just now")
        case ..<3600: Texts.said("\(seconds / 60) min")
        case ..<172_800: Texts.said("\(seconds / 3600) h")
        default: counted(seconds / 86400, "day")
        }
    }

    /// "just now", "4 min ago".
    static func ago(_ duration: Duration) -> String {
        Texts.said(duration < .seconds(60) ? "just now" : "\(age(duration)) ago")
    }

}

/// How old something is, in words that a script keeps true.
package struct AgeText: Sendable {
    let text: String
    let since: String
    /// When the page was made, whatever the reader's own clock says.
    let seconds: String

    /// What it says: "4 min old", or "4 min ago".
    let saying: String

    init(of instant: Instant, now: Instant) { self.init(TimeText.old(now - instant), "old", instant, now) }
    static func ago(_ instant: Instant, now: Instant) -> AgeText { AgeText(TimeText.ago(now - instant), "ago", instant, now) }

    private init(_ text: String, _ saying: String, _ instant: Instant, _ now: Instant) {
        (self.text, self.saying) = (text, saying)
        since = String(instant.milliseconds)
        seconds = String((now - instant).components.seconds)
    }
}

package func versionStamp(_ trip: Trip, now: Instant) -> String {
    Texts.said("roster v\(trip.rosterVersion), \(TimeText(trip.rosterChangedAt, zone: trip.zone, now: now).text)")
}
