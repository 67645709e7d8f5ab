/// What somebody eats, or does not: as the map says what a place serves, and the roster what a member needs.
package enum PlaceDiet: String, CaseIterable, Sendable {
    case vegetarian, vegan
    case glutenFree = "gluten-free"
    case lactoseFree = "lactose-free"
    case halal, kosher
    case pescetarian

    package var label: String {
        switch self {
        case .vegetarian: "Vegetarian"
        case .vegan: "Vegan"
        case .glutenFree: "Gluten-free"
        case .lactoseFree: "Lactose-free"
        case .halal: "Halal"
        case .kosher: "Kosher"
        case .pescetarian: "Pescetarian"
        }
    }

    var bit: UInt8 { 1 << UInt8(PlaceDiet.allCases.firstIndex(of: self) ?? 0) }

    /// Words of which one stands in what people type, folded.
    private var words: [String] {
        switch self {
        case .vegetarian: ["vegetarian", "vegetari", "veggie", "no meat"]
        case .vegan: ["vegan"]
        case .glutenFree: ["gluten", "coeliac", "celiac", "zoliak"]
        case .lactoseFree: ["lactose", "laktose", "dairy", "no milk"]
        case .halal: ["halal"]
        case .kosher: ["kosher", "koscher"]
        case .pescetarian: ["pescetarian", "pescatarian", "pesketari"]
        }
    }

    /// What a member's own words ask for, and what of them is none of these: allergies above all.
    package static func read(_ text: String) -> (diets: [PlaceDiet], others: [String]) {
        let parts = text.split { ",;/+&\n".contains($0) }.map { tidyLine(String($0)) }.filter { !$0.isEmpty }
        var (diets, others) = ([PlaceDiet](), [String]())
        for part in parts where !nothing.contains(folded(part)) {
            let found = allCases.filter { diet in diet.words.contains { folded(part).contains($0) } }
            // "vegan, no nuts" has two parts; "vegan without nuts" has one that is not all said by the diet.
            if found.isEmpty || part.split(separator: " ").count > 2 { others.append(part) }
            for diet in found where !diets.contains(diet) { diets.append(diet) }
        }
        return (diets, others)
    }
    private static let nothing: Set<String> = ["-", "–", "none", "no", "nothing", "all", "everything", "eats everything", "omnivore", "x"]
}

/// Diets that a place is known to serve, and those that it is known not to.
package struct PlaceDiets: Sendable, Hashable, BitwiseCopyable {
    /// A bit for each diet, in the order of `PlaceDiet.allCases`.
    package private(set) var served: UInt8 = 0
    package private(set) var refused: UInt8 = 0
    package init() {}

    /// Nil where nobody knows.
    package subscript(diet: PlaceDiet) -> Bool? {
        served & diet.bit != 0 ? true : refused & diet.bit != 0 ? false : nil
    }

    /// - Parameter value: of OpenStreetMap's `diet:*` key: yes, only, no, limited; anything else is not known.
    package mutating func add(_ diet: PlaceDiet, _ value: String) {
        switch value {
        case "yes", "only": served |= diet.bit
        case "no": refused |= diet.bit
        default: break
        }
        // Who serves nothing but vegan food serves vegetarians too.
        if diet == .vegan, served & diet.bit != 0 { served |= PlaceDiet.vegetarian.bit }
    }

    /// Of the map's keys, as `gluten_free=yes;vegan=only`; what this program does not tell apart is left out.
    package init(map text: String) {
        for part in text.split(separator: ";") {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, let diet = PlaceDiet(rawValue: String(pair[0]).replacing("_", with: "-")) else { continue }
            add(diet, String(pair[1]))
        }
    }

    package func serves(all diets: Set<PlaceDiet>) -> Bool { diets.allSatisfy { self[$0] == true } }

    package var known: [(diet: PlaceDiet, isServed: Bool)] { PlaceDiet.allCases.compactMap { diet in self[diet].map { (diet, $0) } } }
}
