import Domain

/// Which tags say that a place offers something.
extension PointOfInterest {
    private static let amenities: [String: PointOfInterest] = [
        "restaurant": .restaurant, "food_court": .restaurant, "fast_food": .fastFood, "cafe": .cafe, "ice_cream": .cafe,
        "bar": .bar, "pub": .bar, "nightclub": .bar, "biergarten": .bar, "hospital": .hospital, "clinic": .hospital,
        "doctors": .doctor, "dentist": .doctor, "pharmacy": .pharmacy, "police": .police, "fire_station": .fireStation,
        "shelter": .shelter, "toilets": .toilets, "drinking_water": .drinkingWater, "parking": .parking, "fuel": .fuel,
        "bus_station": .busStation, "bank": .bank, "atm": .bank, "bureau_de_change": .bank, "place_of_worship": .worship,
        "school": .school, "kindergarten": .school, "post_office": .postOffice, "ski_school": .skiService,
        "ski_rental": .skiService, "mountain_rescue": .skiService,
    ]
    private static let tourisms: [String: PointOfInterest] = [
        "hotel": .hotel, "hostel": .hotel, "guest_house": .hotel, "apartment": .hotel, "motel": .hotel, "chalet": .hotel,
        "information": .information, "museum": .museum, "camp_site": .campSite, "caravan_site": .campSite,
    ]

    init?(_ tags: Tags) {
        if let found = tags[.amenity].flatMap({ PointOfInterest.amenities[$0] }) ?? PointOfInterest(shop: tags[.shop], sport: tags[.sport])
            ?? tags[.tourism].flatMap({ PointOfInterest.tourisms[$0] })
        {
            self = found
        } else if tags.has(.highway, "bus_stop") {
            self = .busStop
        } else if let railway = tags[.railway], ["station", "halt", "tram_stop"].contains(railway) {
            self = .trainStation
        } else if tags.has(.emergency, "defibrillator") {
            self = .defibrillator
        } else if tags.has(.leisure, "playground") {
            self = .playground
        } else if tags.has(.leisure, "swimming_pool") || tags.has(.leisure, "water_park") {
            self = .swimming
        } else {
            return nil
        }
    }

    private init?(shop: String?, sport: String?) {
        switch shop {
        case nil, "no", "vacant": return nil
        case "supermarket", "convenience", "grocery": self = .supermarket
        case "ski": self = .skiShop
        case "sports" where sport?.contains("ski") ?? false, "rental" where sport?.contains("ski") ?? false: self = .skiShop
        default: self = .shop
        }
    }
}
