/// Stars that people gave a place: never shown for fewer than one.
package struct PlaceRating: Sendable, Hashable {
    package let sum: Int
    package let count: Int

    /// Nil without a review.
    package init?(sum: Int, count: Int) {
        guard count > 0 else { return nil }
        (self.sum, self.count) = (sum, count)
    }

    package var average: Double { Double(sum) / Double(count) }
    /// "4.3": with one decimal, always.
    package var text: String {
        let tenths = Int(clamping: (average * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

/// The stars of a trip's places, as far as its reader sees them.
package struct PlaceRatings: Sendable {
    package let ratings: [PlaceID: PlaceRating]
    package static let none = PlaceRatings([:])

    /// - Parameter ratings: by place, the sum of the stars and how many gave them.
    package init(_ ratings: [PlaceID: (sum: Int, count: Int)]) {
        self.ratings = ratings.compactMapValues { PlaceRating(sum: $0.sum, count: $0.count) }
    }

    package subscript(place: PlaceID) -> PlaceRating? { ratings[place] }
    package var isEmpty: Bool { ratings.isEmpty }
}

/// What the people of a trip know of places besides the map, as far as one reader sees it.
package struct PlaceKnowledge: Sendable {
    package var ratings = PlaceRatings.none
    /// On no list and no map of this reader.
    package var hidden: Set<PlaceID> = []
    /// What the map lacks and hosts added.
    package var added: [OwnPlace] = []
    /// The newest photo of each place, by its id among the trip's photos.
    package var photos: [PlaceID: ID] = [:]
    /// Of the places of which anybody reports or notes anything.
    package var said: [PlaceID: PlaceSaid] = [:]
    package init() {}

    /// For paper, which tells nobody why a place is hidden: without those that are, whoever reads.
    package var forPaper: PlaceKnowledge {
        var known = self
        known.hidden.formUnion(said.lazy.filter(\.value.isHidden).map(\.key))
        return known
    }
}
