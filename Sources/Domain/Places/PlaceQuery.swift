/// What the map is asked for: where from, and which places.
package struct PlaceQuery: Sendable {
    package let centre: Coordinates
    /// Metres, as the crow flies.
    package var radius: Double
    /// Empty for every kind.
    package var kinds: Set<PlaceKind> = []
    /// As the map writes it, "coffee_shop"; "" for any.
    package var cuisine = ""
    /// All of them are known to be served.
    package var diets: Set<PlaceDiet> = []
    /// Wheelchairs are known to get in, if only to some of it.
    package var isForWheelchairs = false
    /// Words that all stand in the name; "" for any name.
    package var name = ""
    package init(centre: Coordinates, radius: Double) { (self.centre, self.radius) = (centre, radius) }

    /// Whether a name has all words that were typed, also inside its own: "hütte" finds "Almhütte". The index of the map finds the same.
    package static func holds(_ typed: String, in name: String) -> Bool {
        let name = searchable(name)
        return searchable(typed).split(whereSeparator: \.isWhitespace).allSatisfy { name.contains($0) }
    }
}

/// In which country a place lies, as far as the telephone numbers around it tell.
package enum PlaceCountry: Sendable, Hashable {
    /// An ISO 3166 code.
    case known(String)
    /// Numbers of several countries stand side by side.
    case mixed
    /// There is no number around.
    case unknown
}
