import Domain

/// What is said about bikes, in words.
enum BikeText {
    static func problem(_ problem: BikeProblem) -> String {
        let text: Texts.Sentence =
            switch problem {
            case .html: "It answers with a web page instead of data."
            case .notJSON: "Its answer is not JSON, or it is cut off."
            case .notGBFS: "What it answers is not GBFS."
            case .noStations: "It has no list of stations."
            case .graphQL: "It does not understand the question for stations."
            case .privateAddress: "Its address is inside a private network. Sotravel only asks public addresses."
            case .badAddress: "It redirects to an address that is not allowed."
            case .timedOut: "It does not answer within ten seconds."
            case .tooLarge: "Its answer is larger than 20 MB."
            case .tooManyStations: "It has more than 20,000 stations."
            case .unreachable: "It cannot be reached."
            case .tooManyRedirects: "It redirects too often."
            case .notFound: "It says that there is nothing at this address. Some systems are switched off in winter."
            case .refused: "It does not accept the key."
            case .forbidden: "It gives no data without permission."
            case .tooMany: "It has asked for a pause before the next request."
            case .failed: "It answers with an error."
            }
        return Texts.said(text)
    }

    /// For travellers, who cannot mend a feed: what it means for them, never how servers are reached.
    static func problemForTravellers(_ problem: BikeProblem, of feed: String) -> String {
        problem == .notFound
            ? Texts.said("\(feed) sends no numbers. It may be closed for the season.")
            : Texts.said("\(feed) sends no new numbers at the moment.")
    }

    static func fault(_ kind: BikeFault.Kind) -> String {
        let text: Texts.Sentence =
            switch kind {
            case .noID: "Has no id, or one that cannot be an id."
            case .noPlace: "Has no coordinates, or impossible ones."
            case .farAway: "Is far away from all others."
            case .twice: "Listed twice. The first is shown."
            case .noInformation: "Has numbers, but no name and place."
            case .onlyCars: "Has only vehicles that are not bikes."
            case .unreadable: "Not a station."
            case .noStatus: "Has no numbers. It is shown without them."
            case .swapped: "Had latitude and longitude swapped. They are put right."
            case .allSwapped: "All stations had latitude and longitude swapped. They are put right."
            case .placeholderCapacity: "Gives a placeholder as its capacity. It is left out."
            case .placeholderDocks: "Gives a placeholder as its number of docks. It is left out."
            case .neverReported: "Does not say when it reported. The age of the feed is shown."
            case .reportedLongAgo: "Has not reported for more than a day. Its numbers are not counted."
            case .reportedAhead: "Says that it reported in the future."
            case .countsDiffer: "Has numbers by type that do not add up."
            case .otherVehicles: "Has other vehicles as well. They are not counted."
            case .statusTwice: "Has numbers twice. The newer ones are shown."
            }
        return Texts.said(text)
    }

    /// "1 h 5 min walk": an estimate, with what it climbs where that is known.
    static func walk(_ metres: Double, climb: Double?) -> String {
        let minutes = Walk.minutes(distance: metres, climb: climb)
        let time = minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h" + (minutes % 60 == 0 ? "" : " \(minutes % 60) min")
        return Texts.said("\(time) walk")
    }

    /// What stands beside the number: "bike", "vehicles" where the feed does not tell them apart.
    static func bikes(_ numbers: BikeNumbers) -> String {
        numbers.areVehicles ? countedWord(numbers.bikes, "vehicle") : countedWord(numbers.bikes, "bike")
    }

    /// What stands beside the number of docks, or says why there is none.
    static func docks(_ station: BikeStation) -> String {
        guard station.numbers.docks == nil else { return countedWord(station.numbers.docks, "free dock") }
        if station.isVirtual { return Texts.said("no docks needed") }
        return station.hasUncountedDocks ? Texts.said("docks not counted") : countedWord(nil, "free dock")
    }

    static func wish(_ wish: BikeChoice.Wish) -> String {
        switch wish {
        case .any: "All"
        case .bikes: "Bikes"
        case .electric: "E-bikes"
        case .docks: "Free docks"
        }
    }

    static func radius(_ metres: Int) -> String {
        metres < 1000 ? "\(metres) m" : metres % 1000 == 0 ? "\(metres / 1000) km" : decimal(Double(metres) / 1000, 2) + " km"
    }

    /// In a list of places to choose from.
    static func origin(_ origin: BikeOrigin) -> String {
        switch origin.kind {
        case .here: Texts.said("My position")
        case .base: origin.name.isEmpty ? Texts.said("The base") : origin.name
        case .member, .event: origin.name
        }
    }
}

/// A count that may not be known.
func bikeCount(_ count: Int?) -> String { count.map { String($0) } ?? "–" }
