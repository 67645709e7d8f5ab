import Foundation

/// Where a point is, as one says it on the phone: how far from the nearest place with a name, in which direction, by which piste or lift,
/// and how high.
package struct PlaceInWords: Sendable, Equatable {
    /// One of eight, clockwise from the north. The raw value is said.
    package enum Direction: String, Sendable, CaseIterable {
        case north, northEast = "north-east", east, southEast = "south-east", south, southWest = "south-west", west
        case northWest = "north-west"

        /// In which direction one goes from a place to another, at first.
        package init(from start: Coordinates, to end: Coordinates) {
            let radians = Double.pi / 180
            let (from, to) = (start.latitude * radians, end.latitude * radians)
            let east = (end.longitude - start.longitude) * radians
            let bearing = atan2(sin(east) * cos(to), cos(from) * sin(to) - sin(from) * cos(to) * cos(east))
            let eighth = Int(clamping: (bearing / (.pi / 4)).rounded())
            self = Direction.allCases[(eighth + 8) % 8]
        }
    }
    /// What somebody who knows the area finds by its name.
    package struct Landmark: Sendable {
        package let name: String
        package let coordinates: Coordinates
        package init(name: String, coordinates: Coordinates) { (self.name, self.coordinates) = (name, coordinates) }
    }
    /// Metres: whoever is nearer is at the place, as exactly as phones know it.
    private static let near = 25.0
    /// Nil where nothing is known of the point.
    package let text: String?

    /// - Parameters:
    ///   - line: "piste 4", which is near; nil for none.
    ///   - height: metres above the sea.
    package init(of point: Coordinates, landmark: Landmark?, line: String? = nil, height: Double?) {
        let parts = [
            landmark.map { PlaceInWords.text($0, point) }, line.map { Texts.said("near \($0)") },
            height.map { Texts.said("\(metres(Double(tens($0)))) above sea level") },
        ]
        let known = parts.compactMap(\.self)
        text = known.isEmpty ? nil : known.joined(separator: ", ")
    }

    private static func text(_ landmark: Landmark, _ point: Coordinates) -> String {
        let distance = landmark.coordinates.distance(to: point)
        guard distance > near else { return Texts.said("At \(landmark.name)") }
        let (far, direction) = (nearness(metres: distance, above: nil), Direction(from: landmark.coordinates, to: point))
        return Texts.said("\(far) \(Texts.said(text: direction.rawValue)) of \(landmark.name)")
    }
}
