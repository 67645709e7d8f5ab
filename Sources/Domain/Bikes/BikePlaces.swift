/// Two numbers that should be a latitude and a longitude.
struct BikePlace {
    let latitude: Double?
    let longitude: Double?

    init(_ latitude: Double?, _ longitude: Double?) {
        self.latitude = latitude
        self.longitude = longitude
    }

    var text: String { [latitude, longitude].map { $0.map { decimal($0, 5) } ?? "–" }.joined(separator: ", ") }

    /// Nil for what is no place, and for 0, 0 in the Gulf of Guinea, where nobody rents a bike.
    var coordinates: Coordinates? {
        guard let latitude, let longitude, abs(latitude) > 0.001 || abs(longitude) > 0.001 else { return nil }
        return Coordinates(latitude: latitude, longitude: longitude) ?? swapped
    }

    /// Longitude first.
    var swapped: Coordinates? {
        guard let latitude, let longitude else { return nil }
        return Coordinates(latitude: longitude, longitude: latitude)
    }
}

/// Where a system is: its stations are not far from the middle of all.
struct BikeFrame {
    /// Metres: no system's stations are further from its middle, unless half of them are.
    private static let reach = 100_000.0
    /// Below this number of stations there is no middle to speak of.
    private static let fewest = 5
    private let middle: Coordinates?
    private let limit: Double
    /// Whether the whole system has latitude and longitude swapped.
    let isSwapped: Bool

    init(_ places: [Coordinates], base: Coordinates?) {
        let middle = BikeFrame.median(places)
        if let middle, let base, let turned = middle.turned, middle.distance(to: base) > 1_000_000, turned.distance(to: base) < 300_000 {
            (isSwapped, self.middle) = (true, turned)
        } else {
            (isSwapped, self.middle) = (false, places.count < BikeFrame.fewest ? nil : middle)
        }
        let distances = middle.map { middle in places.map { $0.distance(to: middle) }.sorted() } ?? []
        limit = max(BikeFrame.reach, 8 * (distances.isEmpty ? 0 : distances[distances.count / 2]))
    }

    private static func median(_ places: [Coordinates]) -> Coordinates? {
        guard !places.isEmpty else { return nil }
        return Coordinates(
            latitude: places.map(\.latitude).sorted()[places.count / 2], longitude: places.map(\.longitude).sorted()[places.count / 2])
    }

    /// Nil for what is no place, or far away whichever number comes first.
    func place(_ place: BikePlace) -> (coordinates: Coordinates, isSwapped: Bool)? {
        guard let found = place.coordinates else { return nil }
        if isSwapped { return place.swapped.map { ($0, true) } }
        let isOdd = abs(place.latitude ?? 0) > 90
        guard let middle, found.distance(to: middle) > limit else { return (found, isOdd) }
        guard let turned = place.swapped, turned.distance(to: middle) <= limit else { return nil }
        return (turned, true)
    }
}

extension Coordinates {
    fileprivate var turned: Coordinates? { Coordinates(latitude: longitude, longitude: latitude) }
}
