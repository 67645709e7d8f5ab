import Domain

/// For whom messages are shown, and how.
package struct MessageView: Sendable {
    let slug: String
    let zone: TripZone
    /// Nil for everybody.
    let reader: ID?
    /// Authors whom the reader has blocked: their words are hidden, also in quotes.
    let blocked: Set<ID>
    let now: Instant
    /// For staff who read along or judge: nothing to answer with, and the staff's page of who wrote it.
    var isAlong = false
    /// For staff who take part: the staff's page of who wrote it, and a way back for what was removed.
    package var isStaff = false
    /// For staff: by the message's number, what is a call for help.
    package var calls: [Int: CallMark] = [:]
    /// False for a reported message of a direct conversation.
    var opensConversation = true

    package init(_ slug: String, zone: TripZone, reader: ID? = nil, blocked: Set<ID> = [], now: Instant) {
        self.slug = slug
        self.zone = zone
        self.reader = reader
        self.blocked = blocked
        self.now = now
    }

    /// Of staff, whom nobody answers.
    static func along(_ slug: String, zone: TripZone, opensConversation: Bool = true, now: Instant) -> MessageView {
        var view = MessageView(slug, zone: zone, now: now)
        (view.isAlong, view.opensConversation) = (true, opensConversation)
        return view
    }
}
