import Domain

/// The version of a trip's roster that a change makes, by whom and when.
struct RosterRevision: Sendable {
    let trip: ID
    let version: Int
    let author: Author
    let now: Instant
}
