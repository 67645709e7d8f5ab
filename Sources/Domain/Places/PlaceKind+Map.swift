extension PlaceKind {
    /// Nil for what the map shows and no list of places needs.
    package init?(_ point: PointOfInterest) {
        guard let kind = PlaceKind.kinds[point] else { return nil }
        self = kind
    }

    private static let kinds: [PointOfInterest: PlaceKind] = [
        .restaurant: .restaurant, .fastFood: .fastFood, .cafe: .cafe, .bar: .bar, .pub: .pub, .biergarten: .biergarten,
        .foodCourt: .foodCourt, .iceCream: .iceCream, .alpineHut: .hut,
        .supermarket: .supermarket, .convenience: .convenience, .bakery: .bakery, .chemist: .chemist, .sports: .sports,
        .skiShop: .skiShop, .skiRental: .skiRental, .bicycleRental: .bikeRental,
        .hospital: .hospital, .clinic: .clinic, .doctor: .doctors, .dentist: .dentist, .pharmacy: .pharmacy,
        .mountainRescue: .mountainRescue, .emergencyPhone: .emergencyPhone, .defibrillator: .defibrillator, .police: .police,
        .rangerStation: .rangerStation, .shelter: .shelter, .wildernessHut: .shelter,
        .bank: .bank, .atm: .atm, .taxi: .taxi, .toilets: .toilets, .drinkingWater: .water, .busStop: .bus, .busStation: .bus,
        .trainStation: .train, .parking: .parking, .information: .information,
    ]
}
