/// What a point of interest offers; the raw value is the one in the file.
package enum PointOfInterest: UInt8, CaseIterable, Sendable {
    case restaurant = 1, fastFood, cafe, bar, supermarket, shop, skiShop, hotel, hospital, doctor, pharmacy, police, fireStation
    case shelter, toilets, drinkingWater, parking, fuel, busStop, busStation, trainStation, bank, information, worship, school
    case museum, skiService, swimming, playground, campSite, postOffice, defibrillator
    // Eating and drinking.
    case pub = 40, biergarten, foodCourt, iceCream, nightclub
    /// Huts are a kind of feature of their own: an atlas never holds these two, `FeatureRecord.pointOfInterest` says them.
    case alpineHut, wildernessHut
    // Shops that a group needs.
    case convenience = 60, bakery, chemist, sports, skiRental, bicycleRental
    // Help.
    case clinic = 80, dentist, mountainRescue, emergencyPhone, rangerStation
    // Practical things.
    case atm = 100, moneyChange, taxi
    /// A signpost, a board or a map: information where nobody is asked.
    case signpost

    package var label: String {
        switch self {
        case .restaurant: "Restaurant"
        case .fastFood: "Fast food"
        case .cafe: "Café"
        case .bar: "Bar"
        case .pub: "Pub"
        case .biergarten: "Beer garden"
        case .foodCourt: "Food court"
        case .iceCream: "Ice cream"
        case .nightclub: "Nightclub"
        case .alpineHut: "Mountain hut"
        case .wildernessHut: "Wilderness hut"
        case .supermarket: "Supermarket"
        case .convenience: "Convenience shop"
        case .bakery: "Bakery"
        case .chemist: "Chemist"
        case .sports: "Sports shop"
        case .shop: "Shop"
        case .skiShop: "Ski shop"
        case .skiRental: "Ski rental"
        case .bicycleRental: "Bicycle rental"
        case .hotel: "Hotel"
        case .hospital: "Hospital"
        case .clinic: "Clinic"
        case .doctor: "Doctor"
        case .dentist: "Dentist"
        case .pharmacy: "Pharmacy"
        default: otherLabel
        }
    }

    private var otherLabel: String {
        switch self {
        case .mountainRescue: "Mountain rescue"
        case .emergencyPhone: "Emergency phone"
        case .defibrillator: "Defibrillator"
        case .police: "Police"
        case .rangerStation: "Ranger station"
        case .fireStation: "Fire station"
        case .shelter: "Shelter"
        case .toilets: "Toilets"
        case .drinkingWater: "Drinking water"
        case .parking: "Parking"
        case .fuel: "Fuel"
        case .busStop: "Bus stop"
        case .busStation: "Bus station"
        case .trainStation: "Train station"
        case .taxi: "Taxi"
        case .bank: "Bank"
        case .atm: "Cash machine"
        case .moneyChange: "Money exchange"
        case .information: "Information"
        case .signpost: "Signpost"
        case .worship: "Place of worship"
        case .school: "School"
        case .museum: "Museum"
        case .skiService: "Ski service"
        case .swimming: "Swimming pool"
        case .playground: "Playground"
        case .campSite: "Camp site"
        case .postOffice: "Post office"
        default: "Place"
        }
    }
}
