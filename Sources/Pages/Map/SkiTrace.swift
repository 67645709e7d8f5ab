import Domain

/// A piste or a lift that a map is about: its own line, thick over the map's thin one.
package struct SkiTrace: Sendable {
    let places: [Coordinates]
    /// "46.42306,9.23921 46.42311,9.23977", for the map's script.
    let points: String
    /// Of the map's own line.
    let colour: String

    /// Nil where the line's way is not known.
    init?(_ places: [Coordinates], colour: String) {
        guard places.count > 1 else { return nil }
        self.places = places
        points = places.map { "\(decimal($0.latitude, 5)),\(decimal($0.longitude, 5))" }.joined(separator: " ")
        self.colour = colour
    }

    /// All of it, with a margin.
    package var view: MapView? { MapView(fitting: places) }

    /// In a drawing whose middle is the view's.
    func path(_ view: MapView, width: Double, height: Double) -> String {
        let points = places.map { place in
            let (x, y) = view.point(place)
            return "\(decimal(x + (width - MapView.width) / 2, 1)) \(decimal(y + (height - MapView.height) / 2, 1))"
        }
        return "M" + points.joined(separator: "L")
    }
}
