/// What a thing on the map is. The order is the order of drawing within areas, lines and points.
package enum FeatureKind: UInt8, CaseIterable, Sendable {
    // Areas, lowest first.
    case residentialLand = 1, industrialLand, farmland, grass, heath, scrub, forest, orchard, wetland, rock, scree, sand, glacier
    case winterSports, cemetery, pitch, park, parkingLand, square, water, riverbank, pisteArea, building

    // Lines.
    case adminBorder = 40, stream, river, cliff, ridge, pathway, steps, cycleway, track, service, pedestrian, residential, tertiary
    case secondary, primary, trunk, motorway, tram, rail, piste, lift
    /// A name along what several ways make up together; the detail is their kind.
    case lineName

    // Points.
    case city = 80, town, village, hamlet, suburb, locality, peak, saddle, hut, viewpoint, spring, cave, houseNumber
    case liftStation, liftPylon, pointOfInterest

    package var isArea: Bool { rawValue < 40 }
    package var isLine: Bool { (40..<80).contains(rawValue) }
    package var isPoint: Bool { rawValue >= 80 }
    package var isPlace: Bool { (FeatureKind.city.rawValue...FeatureKind.cave.rawValue).contains(rawValue) }
    package var isRoad: Bool { (FeatureKind.pathway.rawValue...FeatureKind.motorway.rawValue).contains(rawValue) }
}

/// What a point of interest offers; the raw value is the one in the file.
package enum PointOfInterest: UInt8, CaseIterable, Sendable {
    case restaurant = 1, fastFood, cafe, bar, supermarket, shop, skiShop, hotel, hospital, doctor, pharmacy, police, fireStation
    case shelter, toilets, drinkingWater, parking, fuel, busStop, busStation, trainStation, bank, information, worship, school
    case museum, skiService, swimming, playground, campSite, postOffice, defibrillator

    package var label: String {
        switch self {
        case .restaurant: "Restaurant"
        case .fastFood: "Fast food"
        case .cafe: "Café"
        case .bar: "Bar"
        case .supermarket: "Supermarket"
        case .shop: "Shop"
        case .skiShop: "Ski shop"
        case .hotel: "Hotel"
        case .hospital: "Hospital"
        case .doctor: "Doctor"
        case .pharmacy: "Pharmacy"
        case .police: "Police"
        case .fireStation: "Fire station"
        case .shelter: "Shelter"
        case .toilets: "Toilets"
        case .drinkingWater: "Drinking water"
        case .parking: "Parking"
        case .fuel: "Fuel"
        case .busStop: "Bus stop"
        case .busStation: "Bus station"
        case .trainStation: "Train station"
        case .bank: "Bank"
        case .information: "Information"
        case .worship: "Place of worship"
        case .school: "School"
        case .museum: "Museum"
        case .skiService: "Ski service"
        case .swimming: "Swimming pool"
        case .playground: "Playground"
        case .campSite: "Camp site"
        case .postOffice: "Post office"
        case .defibrillator: "Defibrillator"
        }
    }
}

/// `piste:difficulty`, easiest first.
package enum PisteDifficulty: UInt8, CaseIterable, Codable, Sendable {
    case unknown = 0, novice, easy, intermediate, advanced, expert, freeride, extreme

    package init(tag: String?) {
        let names: [String: PisteDifficulty] = [
            "novice": .novice, "easy": .easy, "intermediate": .intermediate, "advanced": .advanced, "expert": .expert,
            "freeride": .freeride, "extreme": .extreme,
        ]
        self = tag.flatMap { names[$0] } ?? .unknown
    }
    package var label: String { self == .unknown ? "Ungraded" : "\(self)".prefix(1).uppercased() + "\(self)".dropFirst() }
}

/// `piste:type`.
package enum PisteType: UInt8, CaseIterable, Sendable {
    case downhill = 0, nordic, skitour, sled, hike, sleigh, iceSkate, snowPark, playground, connection, fatbike, other

    package init(tag: String) {
        let names: [String: PisteType] = [
            "downhill": .downhill, "nordic": .nordic, "skitour": .skitour, "sled": .sled, "hike": .hike, "sleigh": .sleigh,
            "ice_skate": .iceSkate, "snow_park": .snowPark, "playground": .playground, "connection": .connection, "fatbike": .fatbike,
        ]
        // Several types are written with semicolons; the first one counts.
        self = names[String(tag.prefix { $0 != ";" })] ?? .other
    }
    package var label: String {
        switch self {
        case .iceSkate: "Ice rink"
        case .snowPark: "Snow park"
        default: "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
        }
    }
}

/// `aerialway`, and funiculars.
package enum LiftType: UInt8, CaseIterable, Codable, Sendable {
    case cableCar = 1, gondola, mixedLift, chairLift, dragLift, tBar, jBar, platter, ropeTow, magicCarpet, funicular

    package init?(tag: String) {
        let names: [String: LiftType] = [
            "cable_car": .cableCar, "gondola": .gondola, "mixed_lift": .mixedLift, "chair_lift": .chairLift, "drag_lift": .dragLift,
            "t-bar": .tBar, "j-bar": .jBar, "platter": .platter, "rope_tow": .ropeTow, "magic_carpet": .magicCarpet,
        ]
        guard let found = names[tag] else { return nil }
        self = found
    }
    /// Rides down as well as up.
    package var isTwoWay: Bool { [.cableCar, .gondola, .mixedLift, .funicular].contains(self) }
    package var label: String {
        switch self {
        case .cableCar: "Cable car"
        case .gondola: "Gondola"
        case .mixedLift: "Chairs and gondolas"
        case .chairLift: "Chair lift"
        case .dragLift: "Drag lift"
        case .tBar: "T-bar"
        case .jBar: "J-bar"
        case .platter: "Platter lift"
        case .ropeTow: "Rope tow"
        case .magicCarpet: "Magic carpet"
        case .funicular: "Funicular"
        }
    }
}

/// Yes-or-no facts of a feature.
package struct FeatureFlags: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let oneway = FeatureFlags(rawValue: 1)
    /// One-way against the order of its points.
    package static let backward = FeatureFlags(rawValue: 2)
    package static let bridge = FeatureFlags(rawValue: 4)
    package static let tunnel = FeatureFlags(rawValue: 8)
    package static let link = FeatureFlags(rawValue: 16)
    package static let intermittent = FeatureFlags(rawValue: 32)
    /// Not for the public: private roads and lifts, lifts for goods.
    package static let restricted = FeatureFlags(rawValue: 64)
    /// Groomed or patrolled: neither is off-piste.
    package static let groomed = FeatureFlags(rawValue: 128)
}

/// What else is known, as text.
package enum FeatureAttribute: UInt8, CaseIterable, Sendable {
    case ref = 1, elevation, openingHours, phone, website, cuisine, houseNumber, street, grooming, capacity, duration, occupancy
    case sport
}
