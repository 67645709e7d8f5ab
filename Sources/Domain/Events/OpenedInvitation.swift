/// What a personal link opens: its own invitation and no more.
package struct PersonalInvitation: Sendable {
    package let trip: Trip
    package let event: Event
    package let invitation: Invitation
    package let firstName: String
    package let hostName: String
    /// From 1, on the waitlist.
    package let position: Int?
    /// Places; nil where there is no limit.
    package let free: Int?
    /// How many wait for the place that this one holds.
    package let waiting: Int
    /// "answer" or "start" where it is time for it, with when that was said.
    package let reminder: (kind: String, at: Instant)?
    package let news: EventNews
    /// Where else they have a place at that time.
    package let clashes: [Event]
    package init(
        trip: Trip, event: Event, invitation: Invitation, firstName: String, hostName: String, position: Int?, free: Int?,
        waiting: Int, reminder: (kind: String, at: Instant)?, news: EventNews, clashes: [Event]
    ) {
        self.trip = trip
        self.event = event
        self.invitation = invitation
        self.firstName = firstName
        self.hostName = hostName
        self.position = position
        self.free = free
        self.waiting = waiting
        self.reminder = reminder
        self.news = news
        self.clashes = clashes
    }
}

/// An event as somebody sees it who is invited.
package struct InvitedEvent: Sendable {
    package let event: Event
    package let invitation: Invitation
    package let news: EventNews
    /// Where else the reader has a place at that time.
    package let clashes: [Event]
    /// From 1, on the waitlist.
    package let position: Int?
    /// Places; nil where there is no limit.
    package let free: Int?
    package let host: Friend?
    package let goingCount: Int
    /// Who answered what, where the trip's settings allow it: by name, without whoever blocks the reader or is blocked by them.
    package let answers: [(rsvp: RSVP, people: [Friend])]
    /// The reader made it and may call it off.
    package let isOwn: Bool
    package init(
        event: Event, invitation: Invitation, news: EventNews, clashes: [Event], position: Int?, free: Int?, host: Friend?, goingCount: Int,
        answers: [(rsvp: RSVP, people: [Friend])], isOwn: Bool
    ) {
        self.event = event
        self.invitation = invitation
        self.news = news
        self.clashes = clashes
        self.position = position
        self.free = free
        self.host = host
        self.goingCount = goingCount
        self.answers = answers
        self.isOwn = isOwn
    }
}
