/// Who has joined a trip and who has not, and who waits to be let in.
package struct JoinOverview: Sendable {
    package let people: [(row: RosterRow, state: JoinState)]
    /// The secret of the trip's own link; nil while it has none.
    package let tripLink: String?
    package let requests: [JoinRequest]
    /// What was decided lately and can be taken back.
    package let decided: [JoinRequest]
    package init(people: [(row: RosterRow, state: JoinState)], tripLink: String?, requests: [JoinRequest], decided: [JoinRequest]) {
        self.people = people
        self.tripLink = tripLink
        self.requests = requests
        self.decided = decided
    }
}
