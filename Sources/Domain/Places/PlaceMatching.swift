/// A place of the map or of a trip, as far as what people write about it needs it.
package struct KnownPlace: Sendable, Equatable {
    package let id: PlaceID
    /// "" where the map has none.
    package let name: String
    package let coordinates: Coordinates
    package let phone: String
    /// Nil where only its name and place were kept.
    package let kind: PlaceKind?
    package init(id: PlaceID, name: String, coordinates: Coordinates, phone: String = "", kind: PlaceKind? = nil) {
        (self.id, self.name, self.coordinates, self.phone, self.kind) = (id, name, coordinates, phone, kind)
    }

    package var isForHelp: Bool { kind?.isForHelp ?? false }
    /// Whether a kitchen is asked about there.
    package var mayHaveKitchen: Bool { kind.map { $0.group == .eating } ?? true }
}

/// A place that somebody wrote about, as it was then.
package struct RememberedPlace: Sendable, Equatable {
    package let id: ID
    /// The element that it was.
    package let element: PlaceID
    /// The element that it is on the map that was matched last; nil while it waits.
    package let shownAt: PlaceID?
    package let name: String
    package let coordinates: Coordinates
    package init(id: ID, element: PlaceID, shownAt: PlaceID?, name: String, coordinates: Coordinates) {
        (self.id, self.element, self.shownAt, self.name, self.coordinates) = (id, element, shownAt, name, coordinates)
    }
}

/// Finds remembered places on another map: by element, else by name nearby. What is not plain waits for a person: two places that could
/// be meant, one that two could be, and one that people have written about under its own element.
package enum PlaceMatching {
    /// Metres within which a place of the same name is the same place.
    package static let reach = 50.0

    /// - Parameters:
    ///   - find: an element of the new map; nil for none.
    ///   - near: places of the new map around a point, within metres.
    /// - Returns: for each remembered place what it is now; nil for those that wait.
    package static func match(
        _ remembered: [RememberedPlace], find: (PlaceID) -> KnownPlace?, near: (Coordinates, Double) -> [KnownPlace]
    ) -> [ID: KnownPlace?] {
        var found: [ID: KnownPlace?] = [:]
        for place in remembered { found[place.id] = .some(place.shownAt.flatMap(find) ?? find(place.element)) }
        let claimed = Set(found.values.compactMap { $0?.id })
        var wanted: [ID: KnownPlace] = [:]
        for place in remembered where found[place.id].flatMap(\.self) == nil {
            let candidates = candidates(for: place, among: near(place.coordinates, reach))
            if candidates.count == 1, !claimed.contains(candidates[0].id) { wanted[place.id] = candidates[0] }
        }
        let counts = Dictionary(wanted.values.map { ($0.id, 1) }, uniquingKeysWith: +)
        for (id, candidate) in wanted where counts[candidate.id] == 1 { found[id] = .some(candidate) }
        return found
    }

    /// Those of the same name within reach.
    package static func candidates(for place: RememberedPlace, among near: [KnownPlace]) -> [KnownPlace] {
        let name = folded(place.name)
        guard !name.isEmpty else { return [] }
        return near.filter { folded($0.name) == name && place.coordinates.distance(to: $0.coordinates) <= reach }
    }
}

/// A remembered place that is on no map, and what people wrote about it on a trip.
package struct WaitingPlace: Sendable, Equatable {
    package let place: RememberedPlace
    package let reviews: Int
    package let reports: Int
    package let notes: Int
    package init(place: RememberedPlace, reviews: Int, reports: Int, notes: Int) {
        (self.place, self.reviews, self.reports, self.notes) = (place, reviews, reports, notes)
    }
}

/// A place that hosts attached by hand, and can take back.
package struct AttachedPlace: Sendable, Equatable {
    package let place: RememberedPlace
    /// The name of the place that it is attached to.
    package let targetName: String
    package let target: PlaceID?
    package let by: String
    package let at: Instant
    package init(place: RememberedPlace, targetName: String, target: PlaceID?, by: String, at: Instant) {
        (self.place, self.targetName, self.target, self.by, self.at) = (place, targetName, target, by, at)
    }
}

/// What waits for its place on a trip, and what hosts attached.
package struct WaitingPlaces: Sendable {
    /// One place that is on no map, and those that it could be.
    package struct Row: Sendable {
        package let waiting: WaitingPlace
        /// The words that places were looked for by; "" for all that are near.
        package let searched: String
        package let candidates: [KnownPlace]
        /// How many of them, from the first on, have the same name and are near: two or more are why it waits.
        package let sameCount: Int
        package init(waiting: WaitingPlace, searched: String, candidates: [KnownPlace], sameCount: Int) {
            (self.waiting, self.searched, self.candidates, self.sameCount) = (waiting, searched, candidates, sameCount)
        }
    }
    package let rows: [Row]
    package let attached: [AttachedPlace]
    package let hasMap: Bool
    package init(rows: [Row], attached: [AttachedPlace], hasMap: Bool) {
        (self.rows, self.attached, self.hasMap) = (rows, attached, hasMap)
    }
}
