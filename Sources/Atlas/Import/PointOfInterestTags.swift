import Domain

/// Which tags say that a place offers something.
extension PointOfInterest {
    private static let amenities: [String: PointOfInterest] = [
        "restaurant": .restaurant, "food_court": .foodCourt, "fast_food": .fastFood, "cafe": .cafe, "ice_cream": .iceCream,
        "bar": .bar, "pub": .pub, "nightclub": .nightclub, "biergarten": .biergarten, "hospital": .hospital, "clinic": .clinic,
        "doctors": .doctor, "dentist": .dentist, "pharmacy": .pharmacy, "police": .police, "fire_station": .fireStation,
        "shelter": .shelter, "toilets": .toilets, "drinking_water": .drinkingWater, "parking": .parking, "fuel": .fuel,
        "bus_station": .busStation, "bank": .bank, "atm": .atm, "bureau_de_change": .moneyChange, "place_of_worship": .worship,
        "school": .school, "kindergarten": .school, "post_office": .postOffice, "ski_school": .skiService,
        "ski_rental": .skiRental, "mountain_rescue": .mountainRescue, "ranger_station": .rangerStation, "taxi": .taxi,
        "bicycle_rental": .bicycleRental,
    ]
    private static let tourisms: [String: PointOfInterest] = [
        "hotel": .hotel, "hostel": .hotel, "guest_house": .hotel, "apartment": .hotel, "motel": .hotel, "chalet": .hotel,
        "information": .information, "museum": .museum, "camp_site": .campSite, "caravan_site": .campSite,
    ]
    private static let shops: [String: PointOfInterest] = [
        "supermarket": .supermarket, "grocery": .supermarket, "convenience": .convenience, "bakery": .bakery, "chemist": .chemist,
        "sports": .sports, "outdoor": .sports, "ski": .skiShop,
    ]
    private static let emergencies: [String: PointOfInterest] = [
        "defibrillator": .defibrillator, "phone": .emergencyPhone, "mountain_rescue": .mountainRescue,
    ]
    /// Where somebody answers; information is a thing to read otherwise.
    private static let staffed: Set<String> = ["office", "visitor_centre", "visitor_center", "tourist_information"]

    init?(_ tags: Tags) {
        if let found = tags[.amenity].flatMap({ PointOfInterest.amenities[$0] }) ?? PointOfInterest(shop: tags)
            ?? PointOfInterest(tourism: tags)
        {
            self = found
        } else if tags.has(.highway, "bus_stop") {
            self = .busStop
        } else if let railway = tags[.railway], ["station", "halt", "tram_stop"].contains(railway) {
            self = .trainStation
        } else if let emergency = tags[.emergency].flatMap({ PointOfInterest.emergencies[$0] }) {
            self = emergency
        } else if tags.has(.leisure, "playground") {
            self = .playground
        } else if tags.has(.leisure, "swimming_pool") || tags.has(.leisure, "water_park") {
            self = .swimming
        } else {
            return nil
        }
    }

    private init?(tourism tags: Tags) {
        guard let found = tags[.tourism].flatMap({ PointOfInterest.tourisms[$0] }) else { return nil }
        let isRead = found == .information && tags[.information].map { !PointOfInterest.staffed.contains($0) } ?? false
        self = isRead ? .signpost : found
    }

    private init?(shop tags: Tags) {
        guard let shop = tags[.shop], shop != "no", shop != "vacant" else { return nil }
        func mentions(_ key: TagKey, _ word: String) -> Bool { tags[key]?.contains(word) ?? false }
        switch shop {
        case "sports" where mentions(.sport, "ski"): self = .skiShop
        case "rental" where mentions(.rental, "ski") || mentions(.sport, "ski"), "ski_rental": self = .skiRental
        case "rental" where mentions(.rental, "bicycle") || mentions(.rental, "bike"), "bicycle_rental": self = .bicycleRental
        case "bicycle" where tags.isYes(.bicycleRental): self = .bicycleRental
        default: self = PointOfInterest.shops[shop] ?? .shop
        }
    }
}
