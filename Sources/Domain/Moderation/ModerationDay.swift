/// A day of the moderators' work.
package struct ModerationDay: Sendable {
    package let day: Day
    /// Cases opened on it.
    package let opened: Int
    /// Of those, still open.
    package let open: Int
    package let medianClaim: Duration?
    package let medianClose: Duration?
    package let byReason: [String: Int]
    package init(day: Day, opened: Int, open: Int, medianClaim: Duration?, medianClose: Duration?, byReason: [String: Int]) {
        self.day = day
        self.opened = opened
        self.open = open
        self.medianClaim = medianClaim
        self.medianClose = medianClose
        self.byReason = byReason
    }
}
