import Foundation

/// Degrees in WGS 84.
package struct Coordinates: Hashable, Sendable {
    package let latitude: Double
    package let longitude: Double

    /// Nil outside −90…90 and −180…180, and for values that are not numbers.
    package init?(latitude: Double, longitude: Double) {
        guard (-90.0...90.0).contains(latitude), (-180.0...180.0).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The nearest place that exists.
    package init(clampedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude.isFinite ? min(max(latitude, -90), 90) : 0
        self.longitude = longitude.isFinite ? min(max(longitude, -180), 180) : 0
    }

    /// How much shorter a degree of longitude is here than one of latitude.
    package var longitudeScale: Double { cos(latitude * .pi / 180) }

    /// Metres along the great circle on the mean sphere (6,371,008.8 m).
    package func distance(to other: Coordinates) -> Double {
        let radians = Double.pi / 180
        let latitudeHalf = sin((other.latitude - latitude) * radians / 2)
        let longitudeHalf = sin((other.longitude - longitude) * radians / 2)
        let chord =
            latitudeHalf * latitudeHalf
            + cos(latitude * radians) * cos(other.latitude * radians) * longitudeHalf * longitudeHalf
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }

    /// Metres to the nearest place of a line that is a few kilometres long at most: there the ground is flat.
    package func distance(toLineFrom start: Coordinates, to end: Coordinates) -> Double {
        let metres = 6_371_008.8 * Double.pi / 180
        func flat(_ place: Coordinates) -> (x: Double, y: Double) {
            let east = (place.longitude - start.longitude).remainder(dividingBy: 360)
            return (east * start.longitudeScale * metres, (place.latitude - start.latitude) * metres)
        }
        let (point, line) = (flat(self), flat(end))
        let square = line.x * line.x + line.y * line.y
        let share = square > 0 ? min(1, max(0, (point.x * line.x + point.y * line.y) / square)) : 0
        return hypot(point.x - share * line.x, point.y - share * line.y)
    }
}

/// Web Mercator on the unit square: x grows east, y grows south.
package struct Mercator: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ coordinates: Coordinates) {
        let latitude = min(max(coordinates.latitude, -85.051_128_78), 85.051_128_78) * .pi / 180
        x = (coordinates.longitude + 180) / 360
        y = (1 - log(tan(latitude) + 1 / cos(latitude)) / .pi) / 2
    }
}
