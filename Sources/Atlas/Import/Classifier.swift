import Domain

/// What an element becomes on the map, before its geometry is known. One element may become two things: a building that
/// holds a restaurant is an area and a point.
struct Draft {
    var kind: FeatureKind
    var detail: UInt8 = 0
    var flags: FeatureFlags = []
    var layer: Int8 = 0
    var name = ""
    var attributes: [(FeatureAttribute, String)] = []
}

/// How an element is shaped.
enum Shape {
    case node, openWay, closedWay, relation
    /// A relation of ways that are followed one after the other.
    case route
}

/// Turns the tags of OpenStreetMap into features. The meaning of tags is that of the OpenStreetMap wiki.
enum Classifier {
    static func drafts(_ tags: Tags, _ shape: Shape) -> [Draft] {
        var found: [Draft] = []
        if shape == .route { found = route(tags).map { [$0] } ?? [] }
        if shape == .node || shape == .closedWay || shape == .relation {
            if let point = point(tags, shape) { found.append(point) }
        }
        if shape != .node && shape != .route {
            if let line = line(tags, shape) { found.append(line) }
            if shape != .openWay, let area = area(tags, shape) { found.append(area) }
        }
        for index in found.indices { describe(&found[index], tags) }
        return found
    }

    private static func describe(_ draft: inout Draft, _ tags: Tags) {
        let isPiste = draft.kind == .piste || draft.kind == .pisteArea
        draft.name = (isPiste ? tags[.pisteName] : nil) ?? tags[.name] ?? ""
        draft.layer = Int8(clamping: tags[.layer]?.whole(in: -100...100) ?? 0)
        let keys: [(FeatureAttribute, TagKey?)] =
            switch draft.kind {
            case .piste, .pisteArea: [(.ref, tags[.pisteRef] == nil ? .ref : .pisteRef), (.grooming, .pisteGrooming)]
            case .lift: [(.capacity, .aerialwayCapacity), (.duration, .aerialwayDuration), (.occupancy, .aerialwayOccupancy), (.ref, .ref)]
            case .pointOfInterest, .hut: []
            case .houseNumber, .building: [(.houseNumber, .houseNumber), (.street, .street)]
            case .peak: [(.elevation, .ele), (.prominence, .prominence)]
            case .hikingRoute: [(.ref, .ref), (.mark, .routeMark)]
            case _ where draft.kind.isPlace: [(.elevation, .ele)]
            default: [(.ref, .ref)]
            }
        for (attribute, key) in keys {
            if let key, let value = tags[key] { draft.attributes.append((attribute, value)) }
        }
        if [.pointOfInterest, .hut].contains(draft.kind) { draft.attributes = tags.placeDetails }
    }

    // MARK: lines

    private static func line(_ tags: Tags, _ shape: Shape) -> Draft? {
        if shape == .relation { return border(tags) }
        return piste(tags, shape) ?? lift(tags) ?? road(tags, shape) ?? railway(tags) ?? waterway(tags) ?? relief(tags) ?? structure(
            tags, shape)
            ?? border(tags)
    }

    static func pisteDetail(_ tags: Tags, _ type: String) -> UInt8 {
        PisteType(tag: type).rawValue << 4 | PisteDifficulty(tag: tags[.pisteDifficulty]).rawValue
    }

    static func pisteFlags(_ tags: Tags) -> FeatureFlags {
        var flags: FeatureFlags = tags.isYes(.pisteOneway) || tags.isYes(.oneway) ? .oneway : []
        let grooming = tags[.pisteGrooming] ?? ""
        if tags.isYes(.pistePatrolled) || !(grooming.isEmpty || grooming == "backcountry") { flags.insert(.groomed) }
        return flags
    }

    private static func piste(_ tags: Tags, _ shape: Shape) -> Draft? {
        guard let type = tags[.pisteType], !isPisteArea(tags, type, shape) else { return nil }
        return Draft(kind: .piste, detail: pisteDetail(tags, type), flags: pisteFlags(tags))
    }

    /// Areas are marked; parks and playgrounds that close are areas by nature.
    private static func isPisteArea(_ tags: Tags, _ type: String, _ shape: Shape) -> Bool {
        guard shape != .openWay else { return false }
        return shape == .relation || tags.has(.area, "yes") || ["snow_park", "playground", "ice_skate"].contains(type)
    }

    private static func lift(_ tags: Tags) -> Draft? {
        if tags.has(.railway, "funicular") { return Draft(kind: .lift, detail: LiftType.funicular.rawValue) }
        guard let type = tags[.aerialway].flatMap(LiftType.init) else { return nil }
        var flags: FeatureFlags = tags.has(.oneway, "yes") ? .oneway : []
        if tags.has(.access, "private") || tags.has(.access, "no") { flags.insert(.restricted) }
        return Draft(kind: .lift, detail: type.rawValue, flags: flags)
    }

    private static let roads: [String: FeatureKind] = [
        "motorway": .motorway, "trunk": .trunk, "primary": .primary, "secondary": .secondary, "tertiary": .tertiary,
        "unclassified": .residential, "residential": .residential, "living_street": .residential, "road": .residential,
        "busway": .service, "service": .service, "raceway": .service, "pedestrian": .pedestrian, "track": .track, "steps": .steps,
        "path": .pathway, "footway": .pathway, "bridleway": .pathway, "via_ferrata": .pathway, "cycleway": .cycleway,
    ]

    private static func road(_ tags: Tags, _ shape: Shape) -> Draft? {
        guard let highway = tags[.highway] else { return nil }
        let isLink = highway.hasSuffix("_link")
        guard let kind = roads[isLink ? String(highway.dropLast(5)) : highway] else { return nil }
        if shape == .closedWay, tags.has(.area, "yes") { return nil }
        var flags: FeatureFlags = isLink ? .link : []
        switch tags[.oneway] {
        case "yes", "1", "true": flags.insert(.oneway)
        case "-1", "reverse": flags.formUnion([.oneway, .backward])
        case nil where kind == .motorway || tags.has(.junction, "roundabout"): flags.insert(.oneway)
        default: break
        }
        if tags.isYes(.bridge) { flags.insert(.bridge) }
        if tags.isYes(.tunnel) || tags.has(.covered, "yes") { flags.insert(.tunnel) }
        if tags.has(.access, "private") || tags.has(.access, "no") { flags.insert(.restricted) }
        return Draft(kind: kind, flags: flags)
    }

    private static func railway(_ tags: Tags) -> Draft? {
        guard let railway = tags[.railway] else { return nil }
        var flags: FeatureFlags = tags.isYes(.bridge) ? .bridge : []
        if tags.isYes(.tunnel) { flags.insert(.tunnel) }
        switch railway {
        case "rail", "narrow_gauge", "rack": return Draft(kind: .rail, flags: flags)
        case "tram", "light_rail", "monorail": return Draft(kind: .tram, flags: flags)
        default: return nil
        }
    }

    private static func waterway(_ tags: Tags) -> Draft? {
        var flags: FeatureFlags = tags.isYes(.intermittent) ? .intermittent : []
        if tags.isYes(.tunnel) { flags.insert(.tunnel) }
        switch tags[.waterway] {
        case "river", "canal": return Draft(kind: .river, flags: flags)
        case "stream", "ditch", "drain": return Draft(kind: .stream, flags: flags)
        case "dam": return Draft(kind: .dam)
        default: return nil
        }
    }

    private static func relief(_ tags: Tags) -> Draft? {
        switch tags[.natural] {
        case "cliff": Draft(kind: .cliff)
        case "ridge", "arete": Draft(kind: .ridge)
        case "coastline": Draft(kind: .coastline)
        default: nil
        }
    }

    private static func border(_ tags: Tags) -> Draft? {
        guard tags.has(.boundary, "administrative"), let level = tags[.adminLevel]?.whole(in: 1...6) else { return nil }
        return Draft(kind: .adminBorder, detail: UInt8(clamping: level))
    }

    // MARK: areas

    private static let landUse: [String: FeatureKind] = [
        "residential": .residentialLand, "retail": .industrialLand, "commercial": .industrialLand, "industrial": .industrialLand,
        "farmland": .farmland, "farmyard": .farmland, "meadow": .grass, "grass": .grass, "village_green": .park, "forest": .forest,
        "orchard": .orchard, "vineyard": .orchard, "cemetery": .cemetery, "reservoir": .water, "basin": .water,
        "winter_sports": .winterSports, "recreation_ground": .park, "quarry": .quarry, "grassland": .grass,
    ]
    private static let natural: [String: FeatureKind] = [
        "wood": .forest, "scrub": .scrub, "heath": .heath, "grassland": .grass, "fell": .heath, "scree": .scree, "shingle": .scree,
        "bare_rock": .rock, "rock": .rock, "sand": .sand, "beach": .sand, "glacier": .glacier, "water": .water, "wetland": .wetland,
    ]
    private static let leisure: [String: FeatureKind] = [
        "park": .park, "garden": .park, "pitch": .pitch, "track": .pitch, "playground": .pitch, "golf_course": .park,
        "ski_resort": .winterSports, "swimming_pool": .water, "sports_centre": .sportsLand, "stadium": .sportsLand,
        "nature_reserve": .winterSports,
    ]

    private static func area(_ tags: Tags, _ shape: Shape) -> Draft? {
        if let type = tags[.pisteType], isPisteArea(tags, type, shape) {
            return Draft(kind: .pisteArea, detail: pisteDetail(tags, type), flags: pisteFlags(tags))
        }
        if tags.isYes(.building) { return Draft(kind: .building) }
        if tags.has(.waterway, "riverbank") { return Draft(kind: .riverbank) }
        if tags.has(.leisure, "nature_reserve") { return nil }
        if let kind = tags[.natural].flatMap({ natural[$0] }) ?? tags[.landuse].flatMap({ landUse[$0] })
            ?? tags[.leisure].flatMap({ leisure[$0] })
        {
            return Draft(kind: kind)
        }
        if tags.has(.manMade, "pier") || tags.has(.manMade, "breakwater") { return Draft(kind: .pierLand) }
        if tags.has(.amenity, "parking") { return Draft(kind: .parkingLand) }
        let isPaved = tags.has(.highway, "pedestrian") || tags.has(.highway, "footway") || tags.has(.place, "square")
        if isPaved, tags.has(.area, "yes") || shape == .relation || tags.has(.place, "square") { return Draft(kind: .square) }
        return nil
    }

    // MARK: points

    private static let places: [String: FeatureKind] = [
        "city": .city, "town": .town, "village": .village, "hamlet": .hamlet, "isolated_dwelling": .hamlet, "suburb": .suburb,
        "neighbourhood": .suburb, "quarter": .suburb, "locality": .locality,
    ]
    private static let landmarks: [String: FeatureKind] = [
        "peak": .peak, "volcano": .peak, "saddle": .saddle, "spring": .spring, "hot_spring": .spring, "cave_entrance": .cave,
    ]

    private static func place(_ tags: Tags) -> FeatureKind? {
        guard tags[.name] != nil, let kind = tags[.place].flatMap({ places[$0] }) else { return nil }
        // Some capitals are villages.
        return Importance.isCapital(tags) && [.village, .hamlet].contains(kind) ? .town : kind
    }

    private static func point(_ tags: Tags, _ shape: Shape) -> Draft? {
        if shape == .node {
            if let kind = place(tags) { return Draft(kind: kind, detail: Importance.place(tags, kind)) }
            if let kind = tags[.natural].flatMap({ landmarks[$0] }) { return Draft(kind: kind) }
            if tags.has(.aerialway, "pylon") { return Draft(kind: .liftPylon) }
        }
        if tags.has(.aeroway, "helipad") { return Draft(kind: .helipad) }
        if tags.has(.aerialway, "station") { return Draft(kind: .liftStation) }
        if let tourism = tags[.tourism] {
            if ["alpine_hut", "wilderness_hut"].contains(tourism) { return Draft(kind: .hut, detail: tourism == "alpine_hut" ? 0 : 1) }
            if tourism == "viewpoint" { return Draft(kind: .viewpoint) }
        }
        if let kind = PointOfInterest(tags) { return Draft(kind: .pointOfInterest, detail: kind.rawValue) }
        if tags[.houseNumber] != nil { return Draft(kind: .houseNumber) }
        return nil
    }
}
