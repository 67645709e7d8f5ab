/// A trip that an admin deleted.
package struct BinnedTrip: Sendable, Equatable {
    package let thing: BinnedThing
    package let slug: String
    package let startDay: Day
    package let endDay: Day
    package let memberCount: Int

    package init(thing: BinnedThing, slug: String, startDay: Day, endDay: Day, memberCount: Int) {
        (self.thing, self.slug, self.startDay, self.endDay) = (thing, slug, startDay, endDay)
        self.memberCount = memberCount
    }
}

/// What hangs on a trip, and whether it can be deleted.
package struct TripStake: Sendable, Equatable {
    package let members: Int
    package let events: Int
    package let messages: Int
    /// It is archived, or there is nobody but staff and nothing planned.
    package let isDone: Bool

    package init(members: Int, events: Int, messages: Int, isDone: Bool) {
        (self.members, self.events, self.messages, self.isDone) = (members, events, messages, isDone)
    }
}
