/// One member as the staff sees them.
package struct MemberDetail: Sendable {
    package let member: Member
    /// For hosts, of who signs in with one.
    package let address: AccountAddress?
    /// For hosts: what they were given for a time, and whether the reader may end it.
    package let coHost: (coHost: CoHost, mayEnd: Bool)?
    /// For hosts, of who is to be erased.
    package let erasure: Erasure?
    /// The reader may look back on where they were.
    package let hasTrack: Bool
    package let trackers: [Tracker]
    package let history: [AuditEntry]
    /// Nil while nothing is known, or sharing is paused.
    package let entry: BoardEntry?
    /// For hosts: what they noted about the member and somebody else, whether it is met, and the other's name.
    package let wishes: [(standing: WishStanding, name: String)]
    /// The trip's own columns.
    package var own: [OwnColumn] = []
    package init(
        member: Member, address: AccountAddress?, coHost: (coHost: CoHost, mayEnd: Bool)?, erasure: Erasure?, hasTrack: Bool,
        trackers: [Tracker], history: [AuditEntry], entry: BoardEntry?,
        wishes: [(standing: WishStanding, name: String)]
    ) {
        self.member = member
        self.address = address
        self.coHost = coHost
        self.erasure = erasure
        self.hasTrack = hasTrack
        self.trackers = trackers
        self.history = history
        self.entry = entry
        self.wishes = wishes
    }
}
