import Foundation

extension Coordinates {
    /// "46.41200, 9.23100".
    package var decimalText: String { fixed(latitude, 5) + ", " + fixed(longitude, 5) }

    /// "46°24′43.2″ N 9°13′51.6″ E".
    package var sexagesimalText: String {
        Coordinates.sexagesimal(latitude, "N", "S") + " " + Coordinates.sexagesimal(longitude, "E", "W")
    }

    private static func sexagesimal(_ degrees: Double, _ positive: String, _ negative: String) -> String {
        // In tenths of a second, so that 59.96 seconds do not become 60.
        let tenths = Int(clamping: (abs(degrees) * 36_000).rounded())
        let (seconds, rest) = ((tenths / 10) % 60, tenths % 10)
        return "\(tenths / 36_000)°\(padded(tenths / 600 % 60, 2))′\(padded(seconds, 2)).\(rest)″ " + (degrees < 0 ? negative : positive)
    }

    /// "32T 517753 5139863": zone, band, metres east and north (Universal Transverse Mercator on WGS 84, in the series of
    /// Krüger to the third order, good to a millimetre); nil beyond 84° N and 80° S, where UTM ends.
    package var utmText: String? {
        guard (-80...84).contains(latitude) else { return nil }
        let zone = Coordinates.zone(latitude: latitude, longitude: longitude)
        let bands = Array("CDEFGHJKLMNPQRSTUVWXX")
        let band = bands[min(Int(clamping: (latitude + 80) / 8), 20)]
        let (east, north) = Coordinates.transverse(latitude: latitude, longitude: longitude - Double(zone * 6 - 183))
        return "\(zone)\(band) \(Int(clamping: east.rounded())) \(Int(clamping: (latitude < 0 ? north + 10_000_000 : north).rounded()))"
    }

    /// Six degrees each, but for Norway and Svalbard.
    private static func zone(latitude: Double, longitude: Double) -> Int {
        if (56..<64).contains(latitude), (3..<12).contains(longitude) { return 32 }
        if (72...84).contains(latitude) {
            switch longitude {
            case 0..<9: return 31
            case 9..<21: return 33
            case 21..<33: return 35
            case 33..<42: return 37
            default: break
            }
        }
        return min(Int(clamping: (longitude + 180) / 6) + 1, 60)
    }

    private static func transverse(latitude: Double, longitude: Double) -> (east: Double, north: Double) {
        let flattening = 1 / 298.257_223_563
        let n = flattening / (2 - flattening)
        let radius = 6_378_137 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
        let series = [
            n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16, 13 * n * n / 48 - 3 * n * n * n / 5, 61 * n * n * n / 240,
        ]
        let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
        let e = 2 * n.squareRoot() / (1 + n)
        let t = sinh(atanh(sin(phi)) - e * atanh(e * sin(phi)))
        let (xi, eta) = (atan2(t, cos(lambda)), atanh(sin(lambda) / (1 + t * t).squareRoot()))
        var (x, y) = (eta, xi)
        for (index, factor) in series.enumerated() {
            let order = 2 * Double(index + 1)
            x += factor * cos(order * xi) * sinh(order * eta)
            y += factor * sin(order * xi) * cosh(order * eta)
        }
        return (500_000 + 0.9996 * radius * x, 0.9996 * radius * y)
    }

    private func fixed(_ value: Double, _ places: Int) -> String {
        let text = decimal(value, places)
        let fraction = text.contains(".") ? text.split(separator: ".")[1].count : 0
        return text + (fraction == 0 ? "." : "") + String(repeating: "0", count: places - fraction)
    }
}
