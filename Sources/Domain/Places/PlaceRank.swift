/// Where a place stands in an order: the smaller one comes first.
package struct PlaceRank: Comparable, Sendable {
    private let values: (Double, Double, Double, Double)
    private init(_ first: Double, _ second: Double = 0, _ third: Double = 0, _ fourth: Double = 0) {
        values = (first, second, third, fourth)
    }

    package static let none = PlaceRank(0)
    /// Without stars it comes last.
    package static func stars(_ average: Double?) -> PlaceRank { PlaceRank(-(average ?? 0)) }

    /// The longer it stays open the better. What is open and nobody knows until when comes after that, and before all that is not open.
    /// - Parameter isReported: somebody saw it open.
    package static func openLongest(_ state: PlaceState, isReported: Bool, from moment: Instant) -> PlaceRank {
        switch state {
        case .open(let until?): PlaceRank(-1 - Double(max(until.seconds - moment.seconds, 0)))
        case .open(nil): PlaceRank(isReported ? -1 : -.infinity)
        case .openEnd: PlaceRank(-1)
        case .closed, .unclear, .notKnown: PlaceRank(0)
        }
    }

    /// For a table: who can be called, what suits the party, what is open then, what has the most stars.
    /// - Parameters:
    ///   - fit: see `PlaceParty.fit`.
    ///   - isOpen: nil where nobody knows or asks.
    package static func table(hasPhone: Bool, fit: Int, isOpen: Bool?, stars: Double?) -> PlaceRank {
        PlaceRank(hasPhone ? -1 : 0, -Double(fit), isOpen.map { $0 ? -1 : 1 } ?? 0, -(stars ?? 0))
    }

    package static func < (a: PlaceRank, b: PlaceRank) -> Bool { a.values < b.values }
    package static func == (a: PlaceRank, b: PlaceRank) -> Bool { a.values == b.values }
}
