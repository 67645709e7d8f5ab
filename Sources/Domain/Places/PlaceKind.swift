/// What a place offers, by its name in addresses.
package enum PlaceKind: String, CaseIterable, Sendable {
    // Eating and drinking.
    case restaurant, cafe, bar, pub
    case fastFood = "fast-food"
    case biergarten
    case foodCourt = "food-court"
    case iceCream = "ice-cream"
    case hut
    // Shops that a group needs.
    case supermarket, bakery, convenience, chemist, sports
    case skiRental = "ski-rental"
    case bikeRental = "bike-rental"
    // Help.
    case hospital, doctors, pharmacy
    case mountainRescue = "mountain-rescue"
    case emergencyPhone = "emergency-phone"
    case defibrillator, police
    case rangerStation = "ranger-station"
    case shelter
    // What one looks for on the way.
    case bank, atm, taxi, toilets, water, bus, parking, information

    package var label: String {
        switch self {
        case .restaurant: "Restaurant"
        case .cafe: "Café"
        case .bar: "Bar"
        case .pub: "Pub"
        case .fastFood: "Fast food"
        case .biergarten: "Beer garden"
        case .foodCourt: "Food court"
        case .iceCream: "Ice cream"
        case .hut: "Mountain hut"
        case .supermarket: "Supermarket"
        case .bakery: "Bakery"
        case .convenience: "Convenience store"
        case .chemist: "Chemist"
        case .sports: "Sports shop"
        case .skiRental: "Ski shop"
        case .bikeRental: "Bike rental"
        case .hospital: "Hospital"
        case .doctors: "Doctor"
        case .pharmacy: "Pharmacy"
        case .mountainRescue: "Mountain rescue"
        case .emergencyPhone: "Emergency phone"
        case .defibrillator: "Defibrillator"
        case .police: "Police"
        case .rangerStation: "Ranger station"
        case .shelter: "Shelter"
        case .bank: "Bank"
        case .atm: "Cash machine"
        case .taxi: "Taxi"
        case .toilets: "Toilets"
        case .water: "Drinking water"
        case .bus: "Bus stop"
        case .parking: "Parking"
        case .information: "Information"
        }
    }

    /// Its number in compact records: the place in the list.
    package var number: UInt8 { PlaceKind.numbers[self] ?? 0 }
    private static let numbers = Dictionary(firstOf: allCases.enumerated().map { ($0.element, UInt8($0.offset)) })

    package var group: PlaceGroup { PlaceGroup.allCases.first { $0.kinds.contains(self) } ?? .practical }
}

/// Kinds of places that people look for together.
package enum PlaceGroup: String, CaseIterable, Sendable {
    case eating, shops, help, practical

    package var label: String {
        switch self {
        case .eating: "Eating and drinking"
        case .shops: "Shops"
        case .help: "Help"
        case .practical: "On the way"
        }
    }

    package var kinds: [PlaceKind] {
        switch self {
        case .eating: [.restaurant, .cafe, .bar, .pub, .fastFood, .biergarten, .foodCourt, .iceCream, .hut]
        case .shops: [.supermarket, .bakery, .convenience, .chemist, .sports, .skiRental, .bikeRental]
        case .help:
            [.hospital, .doctors, .pharmacy, .mountainRescue, .emergencyPhone, .defibrillator, .police, .rangerStation, .shelter]
        case .practical: [.bank, .atm, .taxi, .toilets, .water, .bus, .parking, .information]
        }
    }
}
