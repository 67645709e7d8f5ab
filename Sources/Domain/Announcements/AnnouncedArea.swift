/// A part of the ground that a host draws, to reach whoever is in it: a circle, or a shape with corners.
///
/// A shape does not cross the date line. What its sides enclose an odd number of times is inside, as maps fill it.
package struct AnnouncedArea: Sendable, Hashable {
    package enum Shape: Sendable, Hashable {
        /// Its centre and its radius in metres.
        case circle(Coordinates, metres: Int)
        case corners([Coordinates])
    }
    package static let cornerLimit = 32
    /// Metres.
    package static let radii = 50...50_000
    /// Degrees of longitude: a shape that is wider crosses the date line, or means the other side of the world.
    private static let widest = 180.0
    /// Square degrees, about ten square metres at the equator: corners that enclose less lie on one line.
    private static let smallest = 1e-9

    package let shape: Shape

    /// Nil for fewer than three corners, more than `cornerLimit`, and those that enclose nothing.
    package init?(corners: [Coordinates]) {
        guard (3...AnnouncedArea.cornerLimit).contains(corners.count), AnnouncedArea.isNarrow(corners), AnnouncedArea.spreads(corners)
        else { return nil }
        shape = .corners(corners)
    }

    private static func isNarrow(_ corners: [Coordinates]) -> Bool {
        let longitudes = corners.map(\.longitude)
        return (longitudes.max() ?? 0) - (longitudes.min() ?? 0) <= widest
    }

    /// Nil for a radius outside of `radii`.
    package init?(centre: Coordinates, metres: Int) {
        guard AnnouncedArea.radii.contains(metres) else { return nil }
        shape = .circle(centre, metres: metres)
    }

    /// Whether they do not all lie on one line.
    private static func spreads(_ corners: [Coordinates]) -> Bool {
        guard let first = corners.first, let second = corners.max(by: { gap($0, first) < gap($1, first) }) else { return false }
        return corners.contains { third in
            let (x, y) = (second.longitude - first.longitude, second.latitude - first.latitude)
            return abs(x * (third.latitude - first.latitude) - y * (third.longitude - first.longitude)) > smallest
        }
    }

    private static func gap(_ one: Coordinates, _ other: Coordinates) -> Double {
        abs(one.latitude - other.latitude) + abs(one.longitude - other.longitude)
    }

    // MARK: as text

    /// From `text`; also from "46.1,7.2,46.3,7.5", the south, west, north and east of a map's window. Nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 2000 else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        if parts.count == 1 {
            self.init(window: parts[0].split(separator: ",", omittingEmptySubsequences: false))
        } else if parts.count == 2, let centre = AnnouncedArea.corner(parts[0]), let metres = parts[1].whole(in: AnnouncedArea.radii) {
            self.init(centre: centre, metres: metres)
        } else {
            let corners = parts.prefix(AnnouncedArea.cornerLimit + 1).compactMap { AnnouncedArea.corner($0) }
            guard corners.count == parts.count else { return nil }
            self.init(corners: corners)
        }
    }

    private init?(window parts: [some StringProtocol]) {
        guard parts.count == 4, let low = Coordinates(latitude: parts[0], longitude: parts[1]),
            let high = Coordinates(latitude: parts[2], longitude: parts[3]), low.latitude < high.latitude, low.longitude < high.longitude,
            let northWest = Coordinates(latitude: high.latitude, longitude: low.longitude),
            let southEast = Coordinates(latitude: low.latitude, longitude: high.longitude)
        else { return nil }
        self.init(corners: [northWest, high, southEast, low])
    }

    private static func corner(_ text: some StringProtocol) -> Coordinates? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        return Coordinates(latitude: parts[0], longitude: parts[1])
    }

    /// As it is stored, without blanks; degrees with five decimals at most, which is a metre.
    package var text: String {
        switch shape {
        case .circle(let centre, let metres): AnnouncedArea.pair(centre, ",") + ";\(metres)"
        case .corners(let corners): corners.map { AnnouncedArea.pair($0, ",") }.joined(separator: ";")
        }
    }

    private static func pair(_ place: Coordinates, _ separator: String) -> String {
        decimal(place.latitude, 5) + separator + decimal(place.longitude, 5)
    }

    // MARK: on a form

    /// Its corners, or its centre: a line each, as a host types them.
    package var points: String {
        switch shape {
        case .circle(let centre, _): AnnouncedArea.pair(centre, ", ")
        case .corners(let corners): corners.map { AnnouncedArea.pair($0, ", ") }.joined(separator: "\n")
        }
    }

    /// The radius of a circle, else nothing.
    package var radius: String { if case .circle(_, let metres) = shape { String(metres) } else { "" } }

    /// From what a host typed, with complaints beside `area_points` and `area_radius`.
    package init?(points: String, radius: String, _ check: inout Validation) {
        guard let typed = AnnouncedArea.places(points, &check) else { return nil }
        // As they are stored: corners that are apart by less than a metre may be one.
        let places = typed.compactMap { Coordinates(latitude: decimal($0.latitude, 5), longitude: decimal($0.longitude, 5)) }
        let radius = tidyLine(radius)
        guard let first = places.first else {
            check.refuse("area_points", "Draw the area, or type its corners.")
            return nil
        }
        if places.count == 1 {
            self.init(centre: first, radius: radius, &check)
        } else if !radius.isEmpty {
            check.refuse("area_radius", "Only a single point has a radius. Empty this, or type one point alone.")
            return nil
        } else if places.count == 2 {
            check.refuse("area_points", "An area needs at least three corners, or one point with a radius.")
            return nil
        } else {
            check.require(AnnouncedArea.spreads(places), "area_points", "These corners are all on one line. Move one aside.")
            check.require(AnnouncedArea.isNarrow(places), "area_points", "This area is wider than half the world. Draw a smaller one.")
            self.init(corners: places)
        }
    }

    private init?(centre: Coordinates, radius: String, _ check: inout Validation) {
        guard let metres = radius.whole(in: AnnouncedArea.radii) else {
            let isNothing = radius.isEmpty
            check.refuse("area_radius", isNothing ? "Say how far around the point, or add two corners." : "Between 50 and 50,000 metres.")
            return nil
        }
        self.init(centre: centre, metres: metres)
    }

    /// The places of the lines that are not empty; nil, with a complaint, where one is none.
    private static func places(_ typed: String, _ check: inout Validation) -> [Coordinates]? {
        let lines = typed.split(whereSeparator: \.isNewline).map { tidyLine(String($0)) }.filter { !$0.isEmpty }
        guard lines.count <= cornerLimit else {
            check.refuse("area_points", "At most \(cornerLimit) corners.")
            return nil
        }
        var found: [Coordinates] = []
        for (index, line) in lines.enumerated() {
            guard let place = place(line) else {
                check.refuse(
                    "area_points",
                    "Line \(index + 1) is not a point on the map. Write latitude and longitude, for instance 46.4275, 9.2345.")
                return nil
            }
            found.append(place)
        }
        return found
    }

    /// "46.4275, 9.2345", "46.4275 9.2345", or with decimal commas "46,4275 9,2345".
    private static func place(_ line: String) -> Coordinates? {
        let words = line.split(separator: " ")
        let parts = words.count == 1 ? line.split(separator: ",", omittingEmptySubsequences: false) : words
        guard parts.count == 2 else { return nil }
        let first = parts[0].hasSuffix(",") ? parts[0].dropLast() : parts[0]
        return Coordinates(latitude: first.replacing(",", with: "."), longitude: parts[1].replacing(",", with: "."))
    }

    // MARK: what lies in it

    /// On a side itself a place is inside or outside: positions are not as exact as that.
    package func contains(_ place: Coordinates) -> Bool {
        switch shape {
        case .circle(let centre, let metres): return centre.distance(to: place) <= Double(metres)
        case .corners(let corners):
            var isInside = false
            var last = corners[corners.count - 1]
            for corner in corners {
                if (corner.latitude > place.latitude) != (last.latitude > place.latitude) {
                    let part = (place.latitude - corner.latitude) / (last.latitude - corner.latitude)
                    if place.longitude < corner.longitude + part * (last.longitude - corner.longitude) { isInside.toggle() }
                }
                last = corner
            }
            return isInside
        }
    }

    /// The middle of its corners.
    package var centre: Coordinates {
        switch shape {
        case .circle(let centre, _): centre
        case .corners(let corners):
            Coordinates(
                clampedLatitude: corners.reduce(0) { $0 + $1.latitude } / Double(corners.count),
                longitude: corners.reduce(0) { $0 + $1.longitude } / Double(corners.count))
        }
    }

    // MARK: words

    /// A part of a sentence.
    /// - Parameter near: what is at its centre; nil where nothing has a name there.
    package func words(near: String?) -> String {
        let place = near.map { "“\($0)”" } ?? AnnouncedArea.pair(centre, ", ")
        return switch shape {
        case .circle(_, let metres): "within \(metres) m of a point near \(place)"
        case .corners: "inside the drawn area near \(place)"
        }
    }
}

/// How many people of a trip an area finds, and how much is not known.
package struct AreaCount: Sendable, Equatable {
    package let inside: Int
    /// Whose newest position is older than `minutes`, or of a phone whose clock is ahead.
    package let older: Int
    /// Without a position: no phone has sent one, or they share none.
    package let unknown: Int
    /// How old a position may be.
    package let minutes: Int
    package init(inside: Int, older: Int, unknown: Int, minutes: Int) {
        (self.inside, self.older, self.unknown, self.minutes) = (inside, older, unknown, minutes)
    }
}
