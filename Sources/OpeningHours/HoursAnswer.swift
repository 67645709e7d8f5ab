import Domain

/// What a rule says of a moment.
package enum OpeningState: UInt8, Sendable {
    case closed, unknown, open
}

/// Why a state is unknown although a rule gives one.
package struct HoursDoubt: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It depends on whether the day is a public holiday, which is not known.
    package static let publicHoliday = HoursDoubt(rawValue: 1)
    /// It depends on school holidays.
    package static let schoolHoliday = HoursDoubt(rawValue: 2)
    /// It depends on the sun, and the place has no coordinates.
    package static let sun = HoursDoubt(rawValue: 4)
    /// It has opened, and when it closes is not said: `18:00+`.
    package static let openEnd = HoursDoubt(rawValue: 8)
    /// One time is given, and not what happens then: `Mo 14:00`.
    package static let pointInTime = HoursDoubt(rawValue: 16)
    /// The value could not be read; the comment is its text.
    package static let unreadable = HoursDoubt(rawValue: 32)
}

/// State at one moment.
package struct HoursAnswer: Sendable, Hashable {
    package let state: OpeningState
    /// The mapper's words for this state: "by appointment".
    package let comment: String?
    /// Empty unless the state is unknown for a reason of ours; a rule that says `unknown` has none.
    package let doubt: HoursDoubt
    /// What holds if the day is no holiday; differs from `state` only in doubt about one.
    package let onOrdinaryDay: OpeningState
}

/// Part of a day in one state.
package struct HoursInterval: Sendable, Hashable {
    /// Minutes after the midnight that begins the day, on the clocks of the place; the end is beyond 1,440 for what closes after
    /// the next midnight, and at most 2,880.
    package let minutes: Range<Int>
    package let answer: HoursAnswer
}

/// The hours that begin on one day.
package struct HoursDay: Sendable, Hashable {
    package let day: Day
    /// When it is not closed, in order; they do not overlap.
    package let intervals: [HoursInterval]
}

/// When the state becomes another one.
package struct HoursChange: Sendable, Hashable {
    package let at: Instant
    package let answer: HoursAnswer
}
