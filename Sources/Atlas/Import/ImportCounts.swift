import Domain

extension ImportSummary {
    /// Of OpenStreetMap, as the files have them.
    var elements: Int { nodes + ways + relations }

    mutating func count(_ tags: Tags) {
        if tags[.pisteType] != nil {
            pistes += 1
            pistesByDifficulty[PisteDifficulty(tag: tags[.pisteDifficulty]), default: 0] += 1
        }
        if let aerialway = tags[.aerialway] {
            aerialways += 1
            if let type = LiftType(tag: aerialway) { liftsByType[type, default: 0] += 1 }
        }
        if tags[.building] != nil { buildings += 1 }
        if tags.has(.amenity, "restaurant") { restaurants += 1 }
        if tags.has(.natural, "peak") { peaks += 1 }
    }
}
