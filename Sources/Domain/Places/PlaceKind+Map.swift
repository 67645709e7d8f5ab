extension PlaceKind {
    /// Nil for what the map shows and no list of places needs.
    package init?(_ point: PointOfInterest) {
        switch point {
        case .restaurant: self = .restaurant
        case .fastFood: self = .fastFood
        case .cafe: self = .cafe
        case .bar: self = .bar
        case .supermarket: self = .supermarket
        case .skiShop, .skiService: self = .skiRental
        case .hospital: self = .hospital
        case .doctor: self = .doctors
        case .pharmacy: self = .pharmacy
        case .police: self = .police
        case .shelter: self = .shelter
        case .toilets: self = .toilets
        case .drinkingWater: self = .water
        case .parking: self = .parking
        case .busStop, .busStation: self = .bus
        case .bank: self = .bank
        case .information: self = .information
        case .defibrillator: self = .defibrillator
        case .shop, .hotel, .fireStation, .fuel, .trainStation, .worship, .school, .museum, .swimming, .playground, .campSite, .postOffice:
            return nil
        }
    }
}
