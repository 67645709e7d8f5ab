import Domain

/// Names of the atlas, folded once when it is opened: a search while somebody types only compares.
package struct AtlasSearch: Sendable {
    private struct Entry {
        let folded: String
        let name: String
        let weight: Int
        let feature: FeatureRecord
    }
    private let entries: [Entry]

    package init(_ atlas: AtlasFile) {
        entries = (0..<atlas.featureCount).compactMap { index in
            let feature = atlas.feature(index)
            guard feature.nameStart != 0, let weight = AtlasSearch.weight(feature) else { return nil }
            let name = atlas.name(of: feature)
            return Entry(folded: folded(name), name: name, weight: weight, feature: feature)
        }
    }

    /// What is called so: names that begin with the words come first, then those with a word that does, then the rest;
    /// important things before small ones. Typing errors are forgiven where nothing is called exactly so. The text is folded as names are
    /// compared everywhere else.
    package func search(_ text: String, limit: Int) -> [PlaceHit] {
        let wanted = folded(text)
        guard wanted.count >= 2 else { return [] }
        var hits: [(score: Int, name: String, feature: FeatureRecord)] = entries.compactMap { entry in
            AtlasSearch.fit(entry.folded, wanted).map { ($0 * 100 + entry.weight, entry.name, entry.feature) }
        }
        let isGuess = hits.isEmpty
        if isGuess {
            let query = SearchQuery(text)
            hits = entries.compactMap { entry in
                query.rank(inFolded: entry.folded).map { ($0 * 100 + entry.weight, entry.name, entry.feature) }
            }
        }
        hits.sort { ($0.score, $0.name.count, $0.name, $0.feature.element) < ($1.score, $1.name.count, $1.name, $1.feature.element) }
        var (seen, found) = (Set<String>(), [PlaceHit]())
        for hit in hits where found.count < limit {
            let kind = AtlasSearch.label(hit.feature)
            // A road or a piste in several pieces is one thing to whoever looks for it.
            guard seen.insert(hit.name + "\n" + kind).inserted else { continue }
            let place = hit.feature.box.centre.coordinates
            var one =
                PlaceHit(
                    name: hit.name, kind: kind, latitude: place.latitude, longitude: place.longitude, zoom: AtlasSearch.zoom(hit.feature),
                    place: PlaceIndex.id(of: hit.feature).description,
                    line: [.piste, .lift].contains(hit.feature.kind) ? "\(hit.feature.element)" : "")
            one.isGuess = isGuess
            found.append(one)
        }
        return found
    }

    private static func fit(_ name: String, _ wanted: String) -> Int? {
        if name.hasPrefix(wanted) { return name.utf8.count == wanted.utf8.count ? 0 : 1 }
        if name.contains(" " + wanted) || name.contains("-" + wanted) { return 2 }
        return name.contains(wanted) ? 3 : nil
    }

    /// Smaller is more important; nil for what nobody looks for.
    private static func weight(_ feature: FeatureRecord) -> Int? {
        switch feature.kind {
        case .city, .town: 0
        case .village: 1
        case .peak, .hut, .hamlet, .saddle: 2
        case .lift, .piste: 3
        case .pointOfInterest, .locality, .suburb, .viewpoint: 4
        case .lineName where feature.detail != FeatureKind.piste.rawValue: 5
        case .water, .glacier: 5
        default: nil
        }
    }

    private static func label(_ feature: FeatureRecord) -> String {
        switch feature.kind {
        case .pointOfInterest: PointOfInterest(rawValue: feature.detail)?.label ?? "Place"
        case .lift: feature.liftType?.label ?? "Lift"
        case .piste: "Piste, " + feature.difficulty.label.lowercased()
        case .lineName: [.river, .stream].contains(FeatureKind(rawValue: feature.detail)) ? "River" : "Road"
        case .water: "Lake"
        default: "\(feature.kind)".prefix(1).uppercased() + "\(feature.kind)".dropFirst()
        }
    }

    private static func zoom(_ feature: FeatureRecord) -> Int {
        switch feature.kind {
        case .city, .town: 13
        case .village, .glacier: 14
        case .pointOfInterest: 17
        default: 15
        }
    }
}
