/// A question as whoever was asked opens it, with whom they can phone.
package struct AskedNudge: Sendable {
    package let nudge: Nudge
    package let trip: Trip
    package let firstName: String
    /// The hosts who can be phoned.
    package let hosts: [Friend]
    /// The link is too old.
    package let isOver: Bool
    package init(nudge: Nudge, trip: Trip, firstName: String, hosts: [Friend], isOver: Bool) {
        (self.nudge, self.trip, self.firstName, self.hosts, self.isOver) = (nudge, trip, firstName, hosts, isOver)
    }
}
