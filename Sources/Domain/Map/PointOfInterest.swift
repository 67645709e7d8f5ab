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
