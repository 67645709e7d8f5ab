/// A friend as a traveller sees them.
package struct FriendDetail: Sendable {
    package let friend: Friend
    /// The reader themselves.
    package let isSelf: Bool
    package let isBlocked: Bool
    /// Their position; nil if they do not show it.
    package let place: LocatedFriend?
    /// Events that the friend goes to and both may see, without those that are over.
    package let events: [EventSummary]
    package init(friend: Friend, isSelf: Bool, isBlocked: Bool, place: LocatedFriend?, events: [EventSummary]) {
        self.friend = friend
        self.isSelf = isSelf
        self.isBlocked = isBlocked
        self.place = place
        self.events = events
    }
}

/// A member as they see themselves.
package struct OwnProfile: Sendable {
    package let member: Member
    /// The trip's own columns that they may see.
    package let columns: [OwnColumn]
    package let hasPassword: Bool
    package let mayLinkTelegram: Bool
    /// Who changed what, and who looked.
    package let history: [AuditEntry]
    /// When the member will be erased, if they asked for it.
    package let leaving: Instant?
    package init(
        member: Member, columns: [OwnColumn], hasPassword: Bool, mayLinkTelegram: Bool, history: [AuditEntry], leaving: Instant?
    ) {
        self.member = member
        self.columns = columns
        self.hasPassword = hasPassword
        self.mayLinkTelegram = mayLinkTelegram
        self.history = history
        self.leaving = leaving
    }
}
