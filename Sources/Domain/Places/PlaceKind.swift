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
    case skiShop = "ski-shop"
    case skiRental = "ski-rental"
    case bikeRental = "bike-rental"
    // Help.
    case hospital, clinic, doctors, dentist, pharmacy
    case mountainRescue = "mountain-rescue"
    case emergencyPhone = "emergency-phone"
    case defibrillator, police
    case rangerStation = "ranger-station"
    case shelter
    // What one looks for on the way.
    case bank, atm, taxi, toilets, water, bus, train, parking, information

    package var label: String { PlaceKind.labels[self] ?? "Place" }

    private static let labels: [PlaceKind: String] = [
        .restaurant: "Restaurant", .cafe: "Café", .bar: "Bar", .pub: "Pub", .fastFood: "Fast food", .biergarten: "Beer garden",
        .foodCourt: "Food court", .iceCream: "Ice cream", .hut: "Mountain hut", .supermarket: "Supermarket", .bakery: "Bakery",
        .convenience: "Convenience store", .chemist: "Chemist", .sports: "Sports shop", .skiShop: "Ski shop", .skiRental: "Ski rental",
        .bikeRental: "Bike rental", .hospital: "Hospital", .clinic: "Clinic", .doctors: "Doctor", .dentist: "Dentist",
        .pharmacy: "Pharmacy", .mountainRescue: "Mountain rescue", .emergencyPhone: "Emergency phone", .defibrillator: "Defibrillator",
        .police: "Police", .rangerStation: "Ranger station", .shelter: "Shelter", .bank: "Bank", .atm: "Cash machine", .taxi: "Taxi",
        .toilets: "Toilets", .water: "Drinking water", .bus: "Bus stop", .train: "Train station", .parking: "Parking",
        .information: "Information",
    ]

    /// Its number in compact records: the place in the list.
    package var number: UInt8 { PlaceKind.numbers[self] ?? 0 }
    private static let numbers = Dictionary(firstOf: allCases.enumerated().map { ($0.element, UInt8($0.offset)) })

    /// Where one calls or goes in need: its phone comes first, and nobody gives it stars. A shelter is used like a hut.
    package var isForHelp: Bool { group == .help && self != .shelter }

    package var group: PlaceGroup { PlaceGroup.allCases.first { $0.kinds.contains(self) } ?? .practical }
}

/// Kinds of places that people look for together.
package enum PlaceGroup: String, CaseIterable, Sendable {
    case eating, shops, help, practical

    package var label: String {
        switch self {
        case .eating: "Eating and drinking"
        case .shops: "Shops"
        case .help: "Doctor, rescue"
        case .practical: "On the way"
        }
    }

    package var kinds: [PlaceKind] {
        switch self {
        case .eating: [.restaurant, .cafe, .bar, .pub, .fastFood, .biergarten, .foodCourt, .iceCream, .hut]
        case .shops: [.supermarket, .bakery, .convenience, .chemist, .sports, .skiShop, .skiRental, .bikeRental]
        case .help:
            [
                .hospital, .clinic, .doctors, .dentist, .pharmacy, .mountainRescue, .emergencyPhone, .defibrillator, .police,
                .rangerStation, .shelter,
            ]
        case .practical: [.bank, .atm, .taxi, .toilets, .water, .bus, .train, .parking, .information]
        }
    }
}
