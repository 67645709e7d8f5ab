import Domain

/// Routes, and structures that people built.
extension Classifier {
    /// Piste routes, and routes on foot: the wider the network, the smaller the detail.
    static func route(_ tags: Tags) -> Draft? {
        let route = tags[.route] ?? ""
        if ["piste", "ski"].contains(route) || tags[.pisteType] != nil {
            let type = tags[.pisteType] ?? (route == "ski" ? "nordic" : tags[.pisteDifficulty] == nil ? "" : "downhill")
            return Draft(kind: .piste, detail: pisteDetail(tags, type), flags: pisteFlags(tags))
        }
        guard ["hiking", "foot", "via_ferrata"].contains(route) else { return nil }
        return Draft(kind: .hikingRoute, detail: ["iwn": 0, "nwn": 1, "rwn": 2][tags[.network] ?? ""] ?? 3)
    }

    private static let walls: Set<String> = ["wall", "retaining_wall", "city_wall", "wire_fence", "avalanche_protection"]
    private static let fences: Set<String> = ["fence", "hedge", "guard_rail"]
    private static let piers: Set<String> = ["pier", "breakwater", "groyne"]

    /// What people put up: it stands in the way, or leads over water.
    static func structure(_ tags: Tags, _ shape: Shape) -> Draft? {
        if let power = tags[.power] {
            return power == "line" ? Draft(kind: .powerLine) : power == "minor_line" ? Draft(kind: .powerLine, detail: 1) : nil
        }
        if let made = tags[.manMade], piers.contains(made) {
            return shape == .closedWay && made == "pier" ? nil : Draft(kind: .pier)
        }
        guard let barrier = tags[.barrier] else { return nil }
        return walls.contains(barrier) ? Draft(kind: .wall) : fences.contains(barrier) ? Draft(kind: .fence) : nil
    }
}
