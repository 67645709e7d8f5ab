/// An event or a draft that a host deleted.
package struct BinnedEvent: Sendable, Equatable {
    package let thing: BinnedThing
    /// What it was when it was deleted, and is again when it is restored.
    package let state: EventState
    package let startsAt: Instant
    package let going: Int

    package init(thing: BinnedThing, state: EventState, startsAt: Instant, going: Int) {
        (self.thing, self.state, self.startsAt, self.going) = (thing, state, startsAt, going)
    }
}

/// What hangs on an event: what whoever deletes it has to know.
package struct EventStake: Sendable {
    package let counts: AnswerCounts
    /// The check-in lists on which somebody is ticked, and how many people are.
    package let ticked: [(name: String, people: Int)]
    package let messages: Int

    package init(counts: AnswerCounts, ticked: [(name: String, people: Int)], messages: Int) {
        (self.counts, self.ticked, self.messages) = (counts, ticked, messages)
    }

    /// Nobody knows of it: it can be deleted without a question.
    package var isNothing: Bool { counts.invited == 0 && ticked.isEmpty && messages == 0 }
}

/// What a host is asked before an event goes to the bin.
package struct EventDeletion: Sendable {
    package let event: Event
    package let stake: EventStake
    /// The invited would read that it does not take place.
    package let isNews: Bool

    package init(event: Event, stake: EventStake, isNews: Bool) { (self.event, self.stake, self.isNews) = (event, stake, isNews) }
}

/// A traveller's events, for their own pages.
package struct OwnEvents: Sendable {
    /// Those to which they are invited, in order of start.
    package let listed: [EventSummary]
    /// Those that were deleted, until they have read that they do not take place.
    package let deleted: [EventSummary]

    package init(listed: [EventSummary], deleted: [EventSummary]) { (self.listed, self.deleted) = (listed, deleted) }
}
