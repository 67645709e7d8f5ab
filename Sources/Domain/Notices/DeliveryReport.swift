/// What hosts see of the deliveries of their trip.
package struct DeliveryReport: Sendable {
    /// One delivery to somebody who hears of the trip.
    package struct Line: Sendable {
        package let notice: ID
        /// Nil for an account that is not on the trip.
        package let member: ID?
        package let name: String
        /// Of what is somebody's own matter, only of what kind it is.
        package let title: String
        package let kind: NoticeKind
        package let channel: DeliveryChannel
        package let state: DeliveryState
        package let reason: String
        package let attempts: Int
        /// Of a queued one, when it is tried next.
        package let dueAt: Instant
        package let at: Instant
        package let isShown: Bool
        package let isOpened: Bool
        /// Where to call them: the number in their row of the roster, also after they left. Empty without one, and for an account alone.
        package var phone = ""
        /// Set where it failed in the last day and may be tried once more: it is still of use, and the address still stands.
        package var again: ID?
        package init(
            notice: ID, member: ID?, name: String, title: String, kind: NoticeKind, channel: DeliveryChannel, state: DeliveryState,
            reason: String, attempts: Int, dueAt: Instant, at: Instant, isShown: Bool, isOpened: Bool
        ) {
            self.notice = notice
            (self.member, self.name, self.title, self.kind) = (member, name, title, kind)
            (self.channel, self.state, self.reason, self.attempts) = (channel, state, reason, attempts)
            (self.dueAt, self.at, self.isShown, self.isOpened) = (dueAt, at, isShown, isOpened)
        }
    }
    /// Of one channel, in the last day.
    package struct Rate: Sendable {
        package let channel: DeliveryChannel
        package let accepted: Int
        package let failed: Int
        package let waiting: Int
        package init(channel: DeliveryChannel, accepted: Int, failed: Int, waiting: Int) {
            (self.channel, self.accepted, self.failed, self.waiting) = (channel, accepted, failed, waiting)
        }
    }
    /// Whose deliveries and which channel's are asked for.
    package struct Filter: Sendable {
        package let member: ID?
        package let channel: DeliveryChannel?
        /// Those of the last day that did not arrive, and of which nobody has read the notice elsewhere.
        package let onlyFailed: Bool
        package init(member: ID? = nil, channel: DeliveryChannel? = nil, onlyFailed: Bool = false) {
            (self.member, self.channel, self.onlyFailed) = (member, channel, onlyFailed)
        }
    }
    package let filter: Filter
    /// What failed in the last day, then what waits, then all else; in each the newest first.
    package let lines: [Line]
    package let rates: [Rate]
    /// When the dispatcher last looked.
    package let lastRun: Instant
    /// That was more than a minute ago.
    package let isStill: Bool
    package init(filter: Filter, lines: [Line], rates: [Rate], lastRun: Instant, isStill: Bool) {
        (self.filter, self.lines, self.rates, self.lastRun, self.isStill) = (filter, lines, rates, lastRun, isStill)
    }

    /// The most lines that are shown.
    package static let limit = 200
}
