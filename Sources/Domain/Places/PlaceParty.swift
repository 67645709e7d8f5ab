/// Whom a meal is for: what the members of a group, or those who come to an event, eat. Only for those who see the members' diets.
package struct PlaceParty: Sendable {
    /// A diet that some of them need.
    package struct Need: Sendable {
        package let diet: PlaceDiet
        package let names: [String]
    }
    /// In somebody's own words what no map knows: an allergy above all.
    package struct Wish: Sendable {
        package let words: String
        package let names: [String]
    }
    package let title: String
    package let count: Int
    package let needs: [Need]
    package let wishes: [Wish]

    /// - Parameter diets: of everybody who comes, the name and what they typed.
    package init(title: String, diets: [(name: String, diet: String)]) {
        self.title = title
        count = diets.count
        let read = diets.map { (name: $0.name, found: PlaceDiet.read($0.diet)) }
        needs = PlaceDiet.allCases.compactMap { diet in
            let names = read.filter { $0.found.diets.contains(diet) }.map(\.name)
            return names.isEmpty ? nil : Need(diet: diet, names: names)
        }
        let others = read.flatMap { person in person.found.others.map { (words: $0, name: person.name) } }
        let same = Dictionary(grouping: others) { folded($0.words) }
        wishes = same.values.map { Wish(words: $0[0].words, names: $0.map(\.name)) }.sorted { searchable($0.words) < searchable($1.words) }
    }

    /// How a place suits them: what it is known to serve counts for it, what it is known not to serve against it.
    package func fit(_ diets: PlaceDiets) -> Int {
        needs.reduce(0) { sum, need in sum + (diets[need.diet].map { $0 ? need.names.count : -2 * need.names.count } ?? 0) }
    }
}

/// A list of places, as a page shows it.
package struct PlaceList: Sendable {
    /// Where it begins, in words, and why it does not begin where it was asked to.
    package struct Start: Sendable {
        package let label: String
        package let coordinates: Coordinates
        package init(label: String, coordinates: Coordinates) { (self.label, self.coordinates) = (label, coordinates) }
    }
    /// From where one may look.
    package struct Origins: Sendable {
        package var hasOwn = false
        package var hasBase = false
        package var members: [(id: ID, name: String)] = []
        package var events: [(id: ID, title: String)] = []
        package init() {}
    }
    /// As it was read, without an event that cannot be asked for.
    package let filter: PlaceFilter
    package var start: Start?
    /// Why the start that was asked for is not there.
    package var startProblem: String?
    package var places: [ListedPlace] = []
    package var hasMore = false
    /// Why the time that was asked for is not.
    package var timeProblem: String?
    /// Left out because nobody knows whether they are open then; where there are more places, of those that are no farther away.
    package var unknownCount = 0
    package var relaxations: [PlaceRelaxation] = []
    package var origins = Origins()
    package var cuisines: [String] = []
    package var groups: [(id: ID, name: String)] = []
    /// Upcoming events of the reader: places may be asked to be open for one.
    package var events: [(id: ID, title: String)] = []
    package var party: PlaceParty?
    /// The moment for which places are open, nil where nobody asked.
    package var moment: Instant?
    package var hasMap = false
    /// Whether any place of the trip has stars.
    package var hasRatings = false
    /// Whether the reader's filter is one that was remembered.
    package var isRemembered = false
    package init(filter: PlaceFilter) { self.filter = filter }
}
