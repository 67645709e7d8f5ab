import Domain

/// Places for forms with photos, which are read into memory: so many at a time, of which one account has two. Whoever dawdles is in
/// nobody's way for long, as far as memory goes.
package struct LargeForms: Sendable {
    private struct Place: Sendable {
        let number: Int
        let account: ID?
        let since: ContinuousClock.Instant
    }
    private static let (share, quick, all) = (2, 8, 16)
    private static let dawdling = Duration.seconds(30)
    private var places: [Place] = []
    private var count = 0
    package init() {}

    /// Takes a place, until its number is given to `leave`.
    package mutating func enter(_ account: ID?, at now: ContinuousClock.Instant) throws(Refusal) -> Int {
        guard places.count(where: { $0.account == account }) < LargeForms.share else {
            throw .unavailable("Two uploads of yours are on their way already. Try again when one of them is done.", retryAfter: 5)
        }
        let quick = places.count { now - $0.since < LargeForms.dawdling }
        guard quick < LargeForms.quick, places.count < LargeForms.all else {
            throw .unavailable("Many photos are on their way at once. Try again in a moment.", retryAfter: 5)
        }
        count += 1
        places.append(Place(number: count, account: account, since: now))
        return count
    }

    package mutating func leave(_ number: Int) { places.removeAll { $0.number == number } }
}
