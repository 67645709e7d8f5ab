/// What a place says of itself: what its card shows, as the file has it.
extension Tags {
    /// Of several keys for one thing the first that is there counts.
    private static let placeKeys: [(FeatureAttribute, [TagKey])] = [
        (.elevation, [.ele]), (.openingHours, [.openingHours]), (.phone, [.phone, .contactPhone, .mobile, .contactMobile]),
        (.website, [.website, .contactWebsite, .url]), (.cuisine, [.cuisine]), (.street, [.street, .addressPlace]),
        (.houseNumber, [.houseNumber]), (.sport, [.sport]), (.postcode, [.postcode]), (.city, [.city]), (.wheelchair, [.wheelchair]),
        (.outdoorSeating, [.outdoorSeating]), (.capacity, [.capacity]), (.level, [.level]), (.operatorName, [.operatorName]),
        (.cashMachine, [.atm]), (.shelterType, [.shelterType]), (.checked, [.hoursChecked, .checked, .surveyed]),
    ]

    var placeDetails: [(FeatureAttribute, String)] {
        var found: [(FeatureAttribute, String)] = []
        for (attribute, keys) in Tags.placeKeys {
            for key in keys {
                guard let value = self[key] else { continue }
                found.append((attribute, value))
                break
            }
        }
        if let diets { found.append((.diets, diets)) }
        if let edited { found.append((.edited, edited.text)) }
        return found
    }

    /// Nobody serves more kinds than this; a file may say anything.
    private static let mostDiets = 16

    /// `gluten_free=yes;vegan=only`, in the order of the alphabet.
    private var diets: String? {
        let all = Set(values(.diet))
        return all.isEmpty ? nil : all.sorted().prefix(Tags.mostDiets).joined(separator: ";")
    }
}

/// The day on which an element was last changed, as its file says.
struct ElementDay: Equatable {
    let year: Int
    let month: Int
    let day: Int

    /// `2015-07-21T08:31:43Z`; nil for what is no day since OpenStreetMap began.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-") else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var sum = 0
            for index in range {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) else { return nil }
                sum = sum * 10 + Int(text[index] - UInt8(ascii: "0"))
            }
            return sum
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
        self.init(year, month, day)
    }

    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (2004...2999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    var text: String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(year)-\(two(month))-\(two(day))"
    }
}
