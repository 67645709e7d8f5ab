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
    case mobile, url, wheelchair, capacity, level, information, rental, atm
    case openingHours = "opening_hours"
    case contactPhone = "contact:phone"
    case contactMobile = "contact:mobile"
    case contactWebsite = "contact:website"
    case houseNumber = "addr:housenumber"
    case street = "addr:street"
    case addressPlace = "addr:place"
    case city = "addr:city"
    case postcode = "addr:postcode"
    case outdoorSeating = "outdoor_seating"
    case operatorName = "operator"
    case shelterType = "shelter_type"
    case bicycleRental = "service:bicycle:rental"
    case checked = "check_date"
    case hoursChecked = "check_date:opening_hours"
    case surveyed = "survey:date"
    /// Every key that begins so.
    case diet = "diet:"
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
    private static let diet = Array(TagKey.diet.rawValue.utf8)

    init() {
        for key in TagKey.allCases {
            let bytes = Array(key.rawValue.utf8)
            while byLength.count <= bytes.count { byLength.append([]) }
            byLength[bytes.count].append((bytes, key))
        }
    }

    func find(_ text: UnsafeBufferPointer<UInt8>) -> TagKey? {
        guard text.count < byLength.count else { return nil }
        if text.count > TagKeys.diet.count, text[0] == TagKeys.diet[0], text.starts(with: TagKeys.diet) { return .diet }
        for candidate in byLength[text.count] where candidate.bytes.elementsEqual(text) { return candidate.key }
        return nil
    }
}

/// The tags of one element.
struct Tags {
    private var pairs: [(key: TagKey, value: String)] = []
    private static let most = 1000
    /// When the element was last changed.
    var edited: ElementDay?

    var isEmpty: Bool { pairs.isEmpty }
    mutating func removeAll() {
        if !pairs.isEmpty { pairs.removeAll(keepingCapacity: true) }
        edited = nil
    }

    /// - Parameter name: the key as the file has it; of a diet it says which one.
    mutating func add(_ key: TagKey, named name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        // The first of a key counts. A hostile element may have millions of them.
        guard key == .diet else { return self[key] == nil ? pairs.append((key, String(decoding: value, as: UTF8.self))) : () }
        let diet = UnsafeBufferPointer(rebasing: name.dropFirst(TagKey.diet.rawValue.utf8.count))
        guard pairs.count < Tags.most, Tags.isWord(diet), Tags.isWord(value) else { return }
        pairs.append((key, String(decoding: diet, as: UTF8.self) + "=" + String(decoding: value, as: UTF8.self)))
    }

    private static func isWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        (1...24).contains(text.count) && text.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_") }
    }

    /// All of a key that may stand more than once.
    func values(_ key: TagKey) -> [String] { pairs.compactMap { $0.key == key ? $0.value : nil } }

    subscript(_ key: TagKey) -> String? {
        for pair in pairs where pair.key == key { return pair.value }
        return nil
    }
    func has(_ key: TagKey, _ value: String) -> Bool { self[key] == value }
    func isYes(_ key: TagKey) -> Bool { self[key].map { $0 != "no" } ?? false }
}
