/// What a thing on the map is. The order is the order of drawing within areas, lines and points.
package enum FeatureKind: UInt8, CaseIterable, Sendable {
    // Areas, lowest first.
    case residentialLand = 1, industrialLand, farmland, grass, heath, scrub, forest, orchard, wetland, rock, scree, sand, glacier
    case winterSports, cemetery, quarry, park, sportsLand, pitch, parkingLand, square, sea, water, riverbank, pierLand, pisteArea, building

    // Lines.
    case adminBorder = 40, coastline, stream, river, dam, cliff, ridge, wall, fence, pier, hikingRoute, pathway, steps, cycleway, track,
        service, pedestrian, residential, tertiary
    case secondary, primary, trunk, motorway, tram, rail, powerLine, piste, lift
    /// A name along what several ways make up together; the detail is their kind.
    case lineName

    // Points.
    case city = 80, town, village, hamlet, suburb, locality, peak, saddle, hut, viewpoint, spring, cave, houseNumber
    case liftStation, liftPylon, helipad, pointOfInterest

    package var isArea: Bool { rawValue < 40 }
    package var isLine: Bool { (40..<80).contains(rawValue) }
    package var isPoint: Bool { rawValue >= 80 }
    package var isPlace: Bool { (FeatureKind.city.rawValue...FeatureKind.cave.rawValue).contains(rawValue) }
    package var isRoad: Bool { (FeatureKind.pathway.rawValue...FeatureKind.motorway.rawValue).contains(rawValue) }
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
    case sport, prominence
    /// How a route is marked on trees and rocks, as `osmc:symbol` has it.
    case mark
    case city, postcode, wheelchair, outdoorSeating, level, operatorName, cashMachine, shelterType
    /// Which diets are served, as `gluten_free=yes;vegan=only`.
    case diets
    /// The day on which somebody looked whether it is true, as the source has it; and the day of the element's last change.
    case checked, edited
}
