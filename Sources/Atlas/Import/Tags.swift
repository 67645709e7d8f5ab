/// The keys of OpenStreetMap tags that the atlas reads; all others are passed over unread.
enum TagKey: String, CaseIterable {
    case name, ref, ele, highway, building, natural, landuse, leisure, waterway, railway, aerialway, amenity, shop, tourism
    case place, bridge, tunnel, oneway, layer, area, type, boundary, cuisine, phone, website, access, sport
    case covered, intermittent, emergency, junction
    case barrier, power, aeroway, route, network, capital, population, prominence
    case manMade = "man_made"
    case routeMark = "osmc:symbol"
    case seamark = "seamark:type"
    case adminLevel = "admin_level"
    case openingHours = "opening_hours"
    case contactPhone = "contact:phone"
    case contactWebsite = "contact:website"
    case houseNumber = "addr:housenumber"
    case street = "addr:street"
    case pisteType = "piste:type"
    case pisteDifficulty = "piste:difficulty"
    case pisteGrooming = "piste:grooming"
    case pisteName = "piste:name"
    case pisteRef = "piste:ref"
    case pisteOneway = "piste:oneway"
    case pisteLit = "piste:lit"
    case pistePatrolled = "piste:patrolled"
    case aerialwayCapacity = "aerialway:capacity"
    case aerialwayDuration = "aerialway:duration"
    case aerialwayOccupancy = "aerialway:occupancy"
}

/// Finds the key by its bytes, by length first: no string is made for the many tags that nobody reads.
struct TagKeys {
    private var byLength: [[(bytes: [UInt8], key: TagKey)]] = []

    init() {
        for key in TagKey.allCases {
            let bytes = Array(key.rawValue.utf8)
            while byLength.count <= bytes.count { byLength.append([]) }
            byLength[bytes.count].append((bytes, key))
        }
    }

    func find(_ text: UnsafeBufferPointer<UInt8>) -> TagKey? {
        guard text.count < byLength.count else { return nil }
        for candidate in byLength[text.count] where candidate.bytes.elementsEqual(text) { return candidate.key }
        return nil
    }
}

/// The tags of one element.
struct Tags {
    private var pairs: [(key: TagKey, value: String)] = []

    var isEmpty: Bool { pairs.isEmpty }
    mutating func add(_ key: TagKey, _ value: String) { pairs.append((key, value)) }
    mutating func removeAll() { pairs.removeAll(keepingCapacity: true) }

    subscript(_ key: TagKey) -> String? {
        for pair in pairs where pair.key == key { return pair.value }
        return nil
    }
    func has(_ key: TagKey, _ value: String) -> Bool { self[key] == value }
    func isYes(_ key: TagKey) -> Bool { self[key].map { $0 != "no" } ?? false }
}
