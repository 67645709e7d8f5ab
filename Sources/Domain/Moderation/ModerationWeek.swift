/// A week of the moderators' work.
package struct ModerationWeek: Sendable {
    package let start: Instant
    package let opened: Int
    /// Of those.
    package let open: Int
    package let medianClaim: Duration?
    package let medianClose: Duration?
    package let byReason: [String: Int]
    package init(start: Instant, opened: Int, open: Int, medianClaim: Duration?, medianClose: Duration?, byReason: [String: Int]) {
        self.start = start
        self.opened = opened
        self.open = open
        self.medianClaim = medianClaim
        self.medianClose = medianClose
        self.byReason = byReason
    }
}
