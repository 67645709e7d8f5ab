/// An event that somebody is invited to, with what they answered.
package struct EventOfMember: Sendable {
    package let event: Event
    package let invitation: Invitation
    /// From 1, on the waitlist.
    package let position: Int?
    package init(event: Event, invitation: Invitation, position: Int?) {
        self.event = event
        self.invitation = invitation
        self.position = position
    }
}

/// One member as the staff opens them: what is known, what they are invited to, and what lies around them.
package struct OpenedMember: Sendable {
    package let detail: MemberDetail
    /// In order of start, without drafts.
    package let events: [EventOfMember]
    /// The tiles around their position; nil while there is no map.
    package let ground: (version: String, style: MapStyle)?
    /// Who looks, as a member; nil for an admin who is not on the trip.
    package let reader: ID?
    /// For hosts: whether all is well was asked in the last day.
    package var nudge: NudgeLine?
    package init(detail: MemberDetail, events: [EventOfMember], ground: (version: String, style: MapStyle)?, reader: ID?) {
        self.detail = detail
        self.events = events
        self.ground = ground
        self.reader = reader
    }
}
