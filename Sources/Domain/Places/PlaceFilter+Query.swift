/// The filter in an address, and as it is remembered.
extension PlaceFilter {
    /// What an address says; what cannot be read is as good as absent.
    package init(query: [(name: String, value: String)]) {
        func value(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }
        func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
        origin = PlaceFilter.origin(value("from"), Coordinates(latitude: value("lat"), longitude: value("lon")))
        radius = value("radius").whole(in: PlaceFilter.radii) ?? PlaceFilter.nearest(value("radius"))
        search = String(tidyLine(value("q")).prefix(PlaceFilter.longestSearch))
        stars = value("stars").whole(in: 0...5) ?? 0
        kinds = PlaceFilter.kinds(values("kind"))
        cuisine = String(tidyLine(value("cuisine")).prefix(PlaceFilter.longestSearch))
        time = PlaceFilter.time(value("open"), value("day"), value("time"))
        diets = Set(values("diet").compactMap(PlaceDiet.init))
        isForWheelchairs = value("wheelchair") == "yes"
        showsUnknown = value("unknown") == "yes"
        order = Order(rawValue: value("sort")) ?? .distance
        party = PlaceFilter.party(value("for"))
        limit = value("count").whole(in: PlaceFilter.limits) ?? PlaceFilter.step
    }

    /// Beyond the range its nearer end counts; no number at all is the usual one.
    private static func nearest(_ text: String) -> Int {
        text.whole(in: -1_000_000_000...1_000_000_000).map { min(max($0, radii.lowerBound), radii.upperBound) } ?? usualRadius
    }

    private static func origin(_ from: String, _ place: Coordinates?) -> PlaceOrigin? {
        switch from {
        case "me": .own
        case "base": .base
        case "here", "point": place.map { .point($0, isHere: from == "here") }
        case _ where from.hasPrefix("m"): ID(from.dropFirst()).map { .member($0) }
        case _ where from.hasPrefix("e"): ID(from.dropFirst()).map { .event($0) }
        default: nil
        }
    }

    /// Names of kinds and of groups; "all" for every kind, and none at all for eating and drinking.
    private static func kinds(_ names: [String]) -> Set<PlaceKind> {
        if names.contains("all") { return [] }
        let found = names.flatMap { PlaceGroup(rawValue: $0)?.kinds ?? PlaceKind(rawValue: $0).map { [$0] } ?? [] }
        if found.isEmpty { return Set(PlaceGroup.eating.kinds) }
        let kinds = Set(found)
        return kinds.count == PlaceKind.allCases.count ? [] : kinds
    }

    private static func time(_ open: String, _ day: String, _ clock: String) -> Time {
        switch open {
        case "now": .now
        case "at": Day(day).flatMap { day in clock.secondsOfDay.map { .at(day, secondsOfDay: $0) } } ?? .now
        case _ where open.hasPrefix("e"): ID(open.dropFirst()).map { .event($0) } ?? .any
        default: .any
        }
    }

    private static func party(_ text: String) -> Party? {
        text.hasPrefix("g") ? ID(text.dropFirst()).map { .group($0) } : text.hasPrefix("e") ? ID(text.dropFirst()).map { .event($0) } : nil
    }

    /// As it was remembered.
    package init(kept text: String) {
        self.init(
            query: text.split(separator: "&").compactMap { part in
                let pair = part.split(separator: "=", maxSplits: 1)
                return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
            })
    }

    /// For `init(kept:)`: its values are plain words, but for a cuisine, which is cut at what would not be.
    package var keptText: String {
        kept.map { $0.0 + "=" + $0.1.prefix { $0 != "&" && $0 != "=" } }.joined(separator: "&")
    }

    // MARK: written

    /// What the address of this list says.
    package var pairs: [(String, String)] {
        var pairs = originPairs + kept
        if !search.isEmpty { pairs.append(("q", search)) }
        switch time {
        case .at(let day, let seconds):
            pairs += [("open", "at"), ("day", day.description), ("time", padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2))]
        case .event(let id): pairs += [("open", "e\(id)")]
        case .any, .now: break
        }
        switch party {
        case .group(let id): pairs.append(("for", "g\(id)"))
        case .event(let id): pairs.append(("for", "e\(id)"))
        case nil: break
        }
        if limit != PlaceFilter.step { pairs.append(("count", String(limit))) }
        return pairs
    }

    package var originPairs: [(String, String)] {
        switch origin {
        case .own: [("from", "me")]
        case .base: [("from", "base")]
        case .point(let place, let isHere):
            [("from", isHere ? "here" : "point"), ("lat", decimal(place.latitude, 6)), ("lon", decimal(place.longitude, 6))]
        case .member(let id): [("from", "m\(id)")]
        case .event(let id): [("from", "e\(id)")]
        case nil: []
        }
    }

    /// What is remembered for the next time: nothing of one moment, of one evening or of one person.
    package var kept: [(String, String)] {
        var pairs: [(String, String)] = []
        if radius != PlaceFilter.usualRadius { pairs.append(("radius", String(radius))) }
        if stars > 0 { pairs.append(("stars", String(stars))) }
        pairs += kindNames.map { ("kind", $0) }
        if !cuisine.isEmpty { pairs.append(("cuisine", cuisine)) }
        if time == .now { pairs.append(("open", "now")) }
        pairs += PlaceDiet.allCases.filter(diets.contains).map { ("diet", $0.rawValue) }
        if isForWheelchairs { pairs.append(("wheelchair", "yes")) }
        if showsUnknown { pairs.append(("unknown", "yes")) }
        if order != .distance { pairs.append(("sort", order.rawValue)) }
        return pairs
    }

    /// Whole groups by their own name.
    private var kindNames: [String] {
        if kinds.isEmpty { return ["all"] }
        if kinds == Set(PlaceGroup.eating.kinds) { return [] }
        let groups = PlaceGroup.allCases.filter { $0.kinds.allSatisfy(kinds.contains) }
        let rest = PlaceKind.allCases.filter { kind in kinds.contains(kind) && !groups.contains { $0.kinds.contains(kind) } }
        return groups.map(\.rawValue) + rest.map(\.rawValue)
    }
}
