/// Stations for a group: who takes a bike where, with the least walking for all of them together.
package struct BikeParty: Sendable, Equatable {
    /// One station's part.
    package struct Stop: Sendable, Equatable {
        /// Which of the offers.
        package let offer: Int
        package let people: Int
        package init(offer: Int, people: Int) {
            self.offer = offer
            self.people = people
        }
    }
    /// What one station has for the group.
    package struct Offer: Sendable {
        /// Metres that each of them walks.
        package let distance: Double
        package let count: Int
        package init(distance: Double, count: Int) {
            self.distance = distance
            self.count = count
        }
    }
    package static let mostPeople = 100
    /// Into how many parts a group may split.
    package static let mostStops = 6

    /// Nearest first.
    package let stops: [Stop]
    /// For how many there is one.
    package let found: Int
    /// Metres that all of them walk together.
    package let walked: Double

    /// The best there is: as many people as possible, and for so many the least walking. Exact: see docs/architecture.md.
    /// - Parameter most: the number of stations; nil for any.
    package init(_ offers: [Offer], people: Int, most: Int?) {
        let people = min(max(0, people), BikeParty.mostPeople)
        var search = Search(offers, people: people, most: most.map { max(1, min($0, people)) } ?? people)
        search.run()
        let stops = search.best.map { Stop(offer: search.candidates[$0.index].offer, people: $0.people) }
        self.stops = stops
        found = stops.reduce(0) { $0 + $1.people }
        walked = stops.reduce(0) { $0 + offers[$1.offer].distance * Double($1.people) }
    }
}

/// Whoever goes to a set of stations walks least when the nearer ones are emptied first: of the stations of the best choice all but the
/// farthest are empty afterwards. So it is found from the nearest on, by how many people are placed at how many stations.
private struct Search {
    struct Candidate {
        let offer: Int
        let distance: Double
        let count: Int
    }
    /// A choice of stations: its farthest one, and the choice before that one came to it.
    private struct Choice {
        let index: Int
        let before: Int
    }
    /// Nearest first.
    let candidates: [Candidate]
    private let most: Int
    private let people: Int
    private(set) var best: [(index: Int, people: Int)] = []

    init(_ offers: [BikeParty.Offer], people: Int, most: Int) {
        self.most = most
        let usable = offers.indices.filter { offers[$0].count > 0 && offers[$0].distance.isFinite }
            .map { Candidate(offer: $0, distance: offers[$0].distance, count: min(offers[$0].count, people)) }
            .sorted { ($0.distance, -$0.count, $0.offer) < ($1.distance, -$1.count, $1.offer) }
        candidates = Search.undominated(usable, most: most, people: people)
        // Never more than there are.
        let reachable = candidates.map(\.count).sorted(by: >).prefix(most).reduce(0, +)
        self.people = min(people, reachable)
    }

    /// A station is never needed where as many others as may be used are nearer and have as much: one of them is free to take its place.
    private static func undominated(_ sorted: [Candidate], most: Int, people: Int) -> [Candidate] {
        var better = [Int](repeating: 0, count: people + 1)
        return sorted.filter { candidate in
            guard better[candidate.count] < most else { return false }
            for count in 0...candidate.count { better[count] += 1 }
            return true
        }
    }

    mutating func run() {
        guard people > 0 else { return }
        // Without a limit of parts the nearest ones are the best.
        share(among: most >= people ? Array(candidates.indices) : chosen())
    }

    private mutating func share(among stations: [Int]) {
        var left = people
        for index in stations where left > 0 {
            best.append((index, min(left, candidates[index].count)))
            left -= min(left, candidates[index].count)
        }
    }

    /// The stations of the best choice, nearest first.
    private func chosen() -> [Int] {
        let width = people + 1
        // For each number of stations that are emptied, and of people who are placed: the least walking, and the choice that has it.
        var walked = [Double](repeating: .infinity, count: most * width)
        var reached = [Int](repeating: -1, count: most * width)
        var choices: [Choice] = []
        var (least, end) = (Double.infinity, -1)
        walked[0] = 0
        for (index, candidate) in candidates.enumerated() {
            // From many stations to few, so that none comes to a choice twice.
            for used in (0..<most).reversed() {
                for placed in 0..<people where walked[used * width + placed] < least {
                    let (from, taken) = (used * width + placed, min(candidate.count, people - placed))
                    let sum = walked[from] + Double(taken) * candidate.distance
                    let to = placed + taken == people ? nil : from + width + taken
                    if let to, used + 1 == most || sum >= walked[to] { continue }
                    if to == nil, sum >= least { continue }
                    choices.append(Choice(index: index, before: reached[from]))
                    if let to { (walked[to], reached[to]) = (sum, choices.count - 1) } else { (least, end) = (sum, choices.count - 1) }
                }
            }
        }
        var stations: [Int] = []
        while end >= 0 {
            stations.append(choices[end].index)
            end = choices[end].before
        }
        return stations.reversed()
    }
}
