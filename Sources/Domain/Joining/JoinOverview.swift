/// What came of a trip's own link.
package struct TripLinkUse: Sendable, Equatable {
    package let madeAt: Instant
    /// How many have asked by it since.
    package let asked: Int
    /// How many of them a host has let in.
    package let letIn: Int
    package init(madeAt: Instant, asked: Int, letIn: Int) {
        self.madeAt = madeAt
        self.asked = asked
        self.letIn = letIn
    }
}

/// Who has joined a trip and who has not, and who waits to be let in.
package struct JoinOverview: Sendable {
    package let people: [(row: RosterRow, state: JoinState)]
    /// The secret of the trip's own link; nil while it has none.
    package let tripLink: String?
    package let tripLinkUse: TripLinkUse?
    package let requests: [JoinRequest]
    /// What was decided lately and can be taken back.
    package let decided: [JoinRequest]
    package init(
        people: [(row: RosterRow, state: JoinState)], tripLink: String?, tripLinkUse: TripLinkUse?, requests: [JoinRequest],
        decided: [JoinRequest]
    ) {
        self.people = people
        self.tripLink = tripLink
        self.tripLinkUse = tripLinkUse
        self.requests = requests
        self.decided = decided
    }
}
