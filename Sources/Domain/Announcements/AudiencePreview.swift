/// Whom an audience means now, before anything is sent.
package struct AudiencePreview: Sendable {
    package let words: String
    /// In order of name.
    package let people: [RosterRow]
    /// Of those, who has a device or an address that a channel reaches.
    package let reached: Set<ID>
    /// Of everybody on the trip; nil where no condition looks at the map.
    package let area: AreaCount?
    package init(words: String, people: [RosterRow], reached: Set<ID>, area: AreaCount?) {
        (self.words, self.people, self.reached, self.area) = (words, people, reached, area)
    }

    /// Neither a channel nor an inbox: somebody has to call them.
    package var byPhoneOnly: Int { people.count { !$0.hasAccount && !reached.contains($0.id) } }
    /// A channel tells them.
    package var told: Int { people.count { reached.contains($0.id) } }
    /// They see it when they look.
    package var inPageOnly: Int { people.count { $0.hasAccount && !reached.contains($0.id) } }
}

/// What a host may choose an audience from.
package struct AudienceChoices: Sendable {
    package let groups: [(id: ID, name: String)]
    package let events: [(id: ID, name: String)]
    package let lists: [(id: ID, name: String)]
    /// That were sent, newest first; and whether each has answers.
    package let announcements: [(id: ID, name: String, hasAnswers: Bool)]
    package init(
        groups: [(id: ID, name: String)], events: [(id: ID, name: String)], lists: [(id: ID, name: String)],
        announcements: [(id: ID, name: String, hasAnswers: Bool)]
    ) {
        (self.groups, self.events, self.lists, self.announcements) = (groups, events, lists, announcements)
    }
}

/// An announcement as staff open it: with what became of it.
package struct OpenedAnnouncement: Sendable {
    package let receipts: AnnouncementReceipts
    package let event: Event?
    /// Newest first.
    package let history: [AuditEntry]
    /// What the reader got of it themselves.
    package let own: OwnAnnouncement?
    package let corrects: Announcement?
    /// Whether the reader may send, remind, correct and recall.
    package let maySend: Bool
    /// How many have not opened it whom a reminder reaches.
    package let remindable: Int
    package init(
        receipts: AnnouncementReceipts, event: Event?, history: [AuditEntry], own: OwnAnnouncement?, corrects: Announcement?,
        maySend: Bool, remindable: Int
    ) {
        (self.receipts, self.event, self.history) = (receipts, event, history)
        (self.own, self.corrects, self.maySend, self.remindable) = (own, corrects, maySend, remindable)
    }
    package var announcement: Announcement { receipts.announcement }
}

/// An announcement as a member opens it who got it.
package struct ReceivedAnnouncement: Sendable {
    package let own: OwnAnnouncement
    package let event: Event?
    /// Whether the reader may open the event's page.
    package let isInvited: Bool
    package init(own: OwnAnnouncement, event: Event?, isInvited: Bool) { (self.own, self.event, self.isInvited) = (own, event, isInvited) }
}
