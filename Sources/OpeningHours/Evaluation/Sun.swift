import Domain
import Foundation

/// When the sun rises and sets, by the sunrise equation with the mean elements of J2000: to about a minute between the polar circles.
/// Source: Meeus, Astronomical Algorithms, in the short form of https://en.wikipedia.org/wiki/Sunrise_equation.
struct Sun {
    private let coordinates: Coordinates
    private let zone: TripZone
    private let day: Day

    init?(_ place: HoursPlace, on day: Day) {
        guard let coordinates = place.coordinates else { return nil }
        (self.coordinates, zone, self.day) = (coordinates, place.zone, day)
    }

    /// Minutes after the midnight that begins the day, on the clocks of the place. Where the sun stays up all day it rises at 00:00 and
    /// sets at 24:00; where it stays down it does both at noon.
    func minutes(of event: SunEvent) -> Int {
        let isMorning = event == .dawn || event == .sunrise
        // The upper edge on the horizon, with refraction; civil twilight.
        let altitude = event == .sunrise || event == .sunset ? -0.833 : -6.0
        let radians = Double.pi / 180
        let noon = Double(day.number - 10_957) - coordinates.longitude / 360
        let anomaly = (357.5291 + 0.98560028 * noon) * radians
        let centre = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
        let longitude = anomaly + (centre + 180 + 102.9372) * radians
        let transit = noon + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
        let declination = asin(sin(longitude) * sin(23.44 * radians))
        let latitude = coordinates.latitude * radians
        let cosine = (sin(altitude * radians) - sin(latitude) * sin(declination)) / (cos(latitude) * cos(declination))
        guard cosine < 1 else { return 720 }
        guard cosine > -1 else { return isMorning ? 0 : 1440 }
        let turn = acos(cosine) / (2 * .pi)
        // A zone on the other side of the date line has the noon of the day beside; dusk may come after midnight, dawn not before it.
        let shift = (Double(local(transit)) / 1440).rounded(.down) * 1440
        return min(max(local(transit + (isMorning ? -turn : turn)) - Int(clamping: shift), 0), 2880)
    }

    /// Of days since noon of 2000-01-01 UTC: minutes after the midnight that begins the day.
    private func local(_ days: Double) -> Int {
        let seconds = Int(clamping: ((days + 10_957.5) * 86_400).rounded())
        return (seconds + zone.offset(at: Instant(seconds: Int64(seconds))) - day.number * 86_400) / 60
    }
}
