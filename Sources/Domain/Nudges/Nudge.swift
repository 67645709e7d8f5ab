/// A host asked one person whether all is well.
package struct Nudge: Sendable, Equatable {
    /// What they said. The raw value is stored.
    package enum Answer: String, Sendable, CaseIterable { case fine, help }

    package let id: ID
    package let tripID: ID
    package let memberID: ID
    /// Opens the page on which it is answered: for the person, and for the hosts who hand it on.
    package let token: String
    package let askedBy: String
    package let askedAt: Instant
    /// After that the link opens nothing any more.
    package let expiresAt: Instant
    package let answer: Answer?
    package let answeredAt: Instant?
    /// When they were at the place that came with the answer; nil where none came, or none was kept.
    package let placeAt: Instant?
    package init(
        id: ID, tripID: ID, memberID: ID, token: String, askedBy: String, askedAt: Instant, expiresAt: Instant, answer: Answer? = nil,
        answeredAt: Instant? = nil, placeAt: Instant? = nil
    ) {
        (self.id, self.tripID, self.memberID, self.token) = (id, tripID, memberID, token)
        (self.askedBy, self.askedAt, self.expiresAt) = (askedBy, askedAt, expiresAt)
        (self.answer, self.answeredAt, self.placeAt) = (answer, answeredAt, placeAt)
    }

    /// For how long a link is good.
    package static let life = Duration.hours(24)
    /// Nobody is asked twice within that time.
    package static let pause = Duration.minutes(10)
    /// Whoever was asked within that time is not selected again by itself.
    package static let recent = Duration.minutes(30)
    /// For how long it is kept.
    package static let kept = Duration.days(30)
}

/// A question with what hosts must know to reach the person by themselves.
package struct NudgeLine: Sendable {
    package let nudge: Nudge
    package let name: String
    package let photo: ID?
    package let phone: String
    /// Some channel works: the question went out by itself.
    package let isReached: Bool
    package init(nudge: Nudge, name: String, photo: ID?, phone: String, isReached: Bool) {
        (self.nudge, self.name, self.photo, self.phone, self.isReached) = (nudge, name, photo, phone, isReached)
    }
}

/// What came of asking several.
package struct NudgeOutcome: Sendable, Equatable {
    package let asked: Int
    /// Of those who were asked: nothing reaches them, and somebody has to call.
    package let unreached: Int
    /// Asked already, within `Nudge.pause`.
    package let tooSoon: Int
    package init(asked: Int, unreached: Int, tooSoon: Int) { (self.asked, self.unreached, self.tooSoon) = (asked, unreached, tooSoon) }
}
