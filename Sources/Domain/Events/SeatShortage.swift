/// More people are to go than there are places. Nothing was done: a host chooses first.
package struct SeatShortage: Error, Sendable, Equatable {
    package let free: Int
    /// The places that are taken already.
    package let taken: Int
    /// Who has no place yet, in the order in which they would get one.
    package let members: [ID]
    package init(free: Int, taken: Int, members: [ID]) {
        self.free = free
        self.taken = taken
        self.members = members
    }

    /// The number of places with which all of them fit.
    package var enough: Int { taken + members.count }
}

/// What a host wants for those who do not fit.
package enum SeatChoice: Sendable, Equatable {
    /// Nothing is done, and the host is asked.
    case ask
    case waitlist
    /// The event gets so many places; if these do not suffice any more, the host is asked again.
    case raise(to: Int)
}
