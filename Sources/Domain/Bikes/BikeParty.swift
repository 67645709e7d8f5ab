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

/// Branch and bound. Whoever goes to a set of stations walks least when the nearer ones are emptied first, so a set is as good as that
/// sharing.
private struct Search {
    struct Candidate {
        let offer: Int
        let distance: Double
        let count: Int
    }
    /// Nearest first.
    let candidates: [Candidate]
    private let most: Int
    private let people: Int
    /// The largest count from each candidate on.
    private var largest: [Int] = []
    private(set) var best: [(index: Int, people: Int)] = []
    private var bestWalk = Double.infinity
    private var chosen: [(index: Int, people: Int)] = []

    init(_ offers: [BikeParty.Offer], people: Int, most: Int) {
        self.most = most
        let usable = offers.indices.filter { offers[$0].count > 0 && offers[$0].distance.isFinite }
            .map { Candidate(offer: $0, distance: offers[$0].distance, count: min(offers[$0].count, people)) }
            .sorted { ($0.distance, -$0.count, $0.offer) < ($1.distance, -$1.count, $1.offer) }
        candidates = Search.undominated(usable, most: most, people: people)
        // Never more than there are.
        let reachable = candidates.map(\.count).sorted(by: >).prefix(most).reduce(0, +)
        self.people = min(people, reachable)
        largest = candidates.map(\.count)
        for index in largest.indices.dropLast().reversed() { largest[index] = max(largest[index], largest[index + 1]) }
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
        if most >= people {
            nearestFirst()
        } else {
            go(from: 0, left: people, stops: most, walked: 0)
        }
    }

    /// Without a limit of parts the nearest ones are the best.
    private mutating func nearestFirst() {
        var left = people
        for (index, candidate) in candidates.enumerated() where left > 0 {
            best.append((index, min(left, candidate.count)))
            left -= min(left, candidate.count)
        }
    }

    private mutating func go(from start: Int, left: Int, stops: Int, walked: Double) {
        if left == 0 {
            if walked < bestWalk { (best, bestWalk) = (chosen, walked) }
            return
        }
        guard stops > 0, start < candidates.count, largest[start] * stops >= left else { return }
        for index in start..<candidates.count {
            let candidate = candidates[index]
            // Nobody walks less than to the nearest that is left.
            guard walked + Double(left) * candidate.distance < bestWalk, largest[index] * stops >= left else { return }
            if stops == 1, candidate.count < left { continue }
            let taken = min(left, candidate.count)
            chosen.append((index, taken))
            go(from: index + 1, left: left - taken, stops: stops - 1, walked: walked + Double(taken) * candidate.distance)
            chosen.removeLast()
            if stops == 1 { return }
        }
    }
}
