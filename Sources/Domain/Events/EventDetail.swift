/// Somebody who is invited to an event.
package struct EventGuest: Sendable {
    package let invitation: Invitation
    package let row: RosterRow
    /// From 1, on the waitlist.
    package let position: Int?
    package init(invitation: Invitation, row: RosterRow, position: Int?) {
        self.invitation = invitation
        self.row = row
        self.position = position
    }

    /// Who should turn up.
    package static func expected(_ guests: [EventGuest]) -> Set<ID> {
        Set(guests.filter { $0.invitation.rsvp == .going }.map(\.row.id))
    }
}

/// Somebody who would be invited; the distance where that is why.
package struct EventCandidate: Sendable {
    package let row: RosterRow
    /// Metres.
    package let distance: Double?
    package init(row: RosterRow, distance: Double?) {
        self.row = row
        self.distance = distance
    }
}

/// Whom an event would invite, before it does.
package struct EventAudience: Sendable {
    package let kind: AudienceKind
    /// Of the trip, to choose from.
    package let groups: [Group]
    /// Groups that are chosen.
    package let chosen: [ID]
    package let people: [EventCandidate]
    package init(kind: AudienceKind, groups: [Group], chosen: [ID], people: [EventCandidate]) {
        self.kind = kind
        self.groups = groups
        self.chosen = chosen
        self.people = people
    }
}

/// Of those who have not answered, whom a reminder would not reach.
package struct UnreachedGuests: Sendable, Equatable {
    /// With those who cancelled or left: nothing is sent to them, whether they have an account or not.
    package let count: Int
    /// Who is on the trip without an account and may answer by a card: their personal link is not revoked.
    package let cards: Set<ID>
    /// Others without an answer whom a reminder would not go to, for they got one within the last hours, and when the last of them did.
    package let reminded: Int
    package let remindedAt: Instant?
    package init(count: Int = 0, cards: Set<ID> = [], reminded: Int = 0, remindedAt: Instant? = nil) {
        (self.count, self.cards, self.reminded, self.remindedAt) = (count, cards, reminded, remindedAt)
    }
}

/// An event as its hosts see it: who comes, who has not answered, what happened.
package struct EventDetail: Sendable {
    package let event: Event
    /// In the order of their numbers.
    package let guests: [EventGuest]
    /// Everybody on the trip.
    package let people: [RosterRow]
    package let lists: [CheckInTally]
    package let log: [EventLogLine]
    package let changes: [AuditEntry]
    /// Members who go to another event at the same time, with its title.
    package let conflicts: [(member: ID, title: String)]
    package let reminders: [(kind: String, at: Instant, count: Int)]
    /// How many have seen the newest change of time or place, or the cancellation; nil if there was none.
    package let acknowledgement: Acknowledgement?
    package var unreached = UnreachedGuests()
    package init(
        event: Event, guests: [EventGuest], people: [RosterRow], lists: [CheckInTally], log: [EventLogLine], changes: [AuditEntry],
        conflicts: [(member: ID, title: String)], reminders: [(kind: String, at: Instant, count: Int)], acknowledgement: Acknowledgement?
    ) {
        self.event = event
        self.guests = guests
        self.people = people
        self.lists = lists
        self.log = log
        self.changes = changes
        self.conflicts = conflicts
        self.reminders = reminders
        self.acknowledgement = acknowledgement
    }

    /// How many are missed: nobody before a published event is over.
    package func notBack(at now: Instant) -> Int {
        guard event.state == .published, event.isOver(at: now) else { return 0 }
        return lists.first { $0.list.id == lists.map(\.list).returning(from: event, at: now)?.id }?.totals.missing ?? 0
    }

    /// Whom a card reaches and nothing else.
    package var cardGuests: [EventGuest] { guests.filter { unreached.cards.contains($0.row.id) } }
    package var counts: AnswerCounts { AnswerCounts(guests.lazy.map(\.invitation.rsvp)) }
}

/// An event with what stands beside it on its page.
package struct OpenedEvent: Sendable {
    package let detail: EventDetail
    /// The tiles around its meeting point; nil while there is no map.
    package let ground: (version: String, style: MapStyle)?
    /// The latest messages of its conversation; nil if the reader has no part in it.
    package let chat: [ChatMessage]?
    /// Of the trip, to print a list of each.
    package let groups: [Group]
    package init(detail: EventDetail, ground: (version: String, style: MapStyle)?, chat: [ChatMessage]?, groups: [Group]) {
        self.detail = detail
        self.ground = ground
        self.chat = chat
        self.groups = groups
    }
}

/// An event on paper.
package struct EventRoll: Sendable {
    package let event: Event
    /// In the order of their numbers.
    package let guests: [EventGuest]
    /// Whose members alone are wanted.
    package let group: Group?
    package let lists: [(list: CheckInList, attendance: Attendance)]
    /// What the log says since the version that the reader has on paper.
    package let changes: [EventLogLine]
    /// Names of the trip's buses, where it has several.
    package var buses: [String] = []
    package init(
        event: Event, guests: [EventGuest], group: Group?, lists: [(list: CheckInList, attendance: Attendance)], changes: [EventLogLine]
    ) {
        self.event = event
        self.guests = guests
        self.group = group
        self.lists = lists
        self.changes = changes
    }
}
