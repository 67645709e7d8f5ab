import Domain

/// What one file covers, and features that indicate sea or land where no coast crosses it.
struct ExtractArea {
    var box = WorldBox.empty
    /// Roads, houses, fields.
    private(set) var hasLand = false
    /// Buoys, reefs, ferries: things that only a sea has.
    private(set) var hasSea = false

    private static let marine: Set<String> = ["reef", "strait", "bay", "shoal"]

    /// - Parameter drafts: what the tags became.
    mutating func note(_ tags: Tags, _ drafts: [Draft]) {
        for draft in drafts where draft.kind.isRoad || (draft.kind.isArea && ![.water, .pierLand].contains(draft.kind)) { hasLand = true }
        guard !hasSea else { return }
        hasSea =
            tags[.seamark] != nil || tags.has(.route, "ferry") || tags[.natural].map(ExtractArea.marine.contains) ?? false
            || tags.has(.place, "sea") || tags.has(.place, "ocean")
    }

    /// What the file says itself that it covers, in degrees.
    mutating func cover(south: Double, west: Double, north: Double, east: Double) {
        guard south < north, west < east else { return }
        box.add(WorldPoint(Coordinates(clampedLatitude: south, longitude: west)))
        box.add(WorldPoint(Coordinates(clampedLatitude: north, longitude: east)))
    }
}
