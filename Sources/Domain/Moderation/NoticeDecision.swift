/// What was decided about somebody, as they read it themselves: their own words, and never who reported them.
package struct NoticeDecision: Sendable, Equatable {
    package let action: ModerationAction
    /// What the moderators gave; "" where they gave none.
    package let reason: String
    /// What they wrote that it is about; "" where it is about no words.
    package let quote: String
    /// Where they wrote it; "" where that is not known.
    package let place: String
    /// Until when they cannot write.
    package let endsAt: Instant?
    package let isUndone: Bool
    package init(action: ModerationAction, reason: String, quote: String, place: String, endsAt: Instant?, isUndone: Bool) {
        (self.action, self.reason, self.quote, self.place) = (action, reason, quote, place)
        (self.endsAt, self.isUndone) = (endsAt, isUndone)
    }

    /// Whether it keeps them from writing now.
    package func bars(at now: Instant) -> Bool { !isUndone && (endsAt.map { $0 > now } ?? false) }
}
