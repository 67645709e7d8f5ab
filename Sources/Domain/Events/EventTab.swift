/// The lists on an event's page: those who come first, then whom somebody has to ask. The raw value is in the address.
package enum EventTab: String, Sendable, CaseIterable {
    case going, waitlist, pending, declined

    package var label: String {
        switch self {
        case .going: "Going"
        case .waitlist: "Waitlist"
        case .pending: "No answer"
        case .declined: "Not going"
        }
    }

    /// In the order of the list: a place that is held comes before those who wait for one.
    package var answers: [RSVP] {
        switch self {
        case .going: [.going]
        case .waitlist: [.offered, .waitlisted]
        case .pending: [.pending]
        case .declined: [.declined]
        }
    }

    /// Whether its people can be reminded: of the answer, or of the start.
    package var reminder: ReminderKind? {
        switch self {
        case .going: .start
        case .pending: .answer
        case .waitlist, .declined: nil
        }
    }
}

extension AnswerCounts {
    package subscript(tab: EventTab) -> Int { tab.answers.reduce(0) { $0 + self[$1] } }
}

/// What a reminder is of. The raw value is stored.
package enum ReminderKind: String, Sendable {
    case answer, start

    /// What people hear of it.
    package var hint: EventHint { self == .answer ? .answerDue : .reminder }
}

/// What became of a reminder that a host sent.
package struct ReminderOutcome: Sendable, Equatable {
    package var told: [ID] = []
    /// How many were left out, having been reminded not long ago.
    package var recent = 0
    /// How many would not see it: they have neither joined nor opened their personal link.
    package var unreached = 0
    package init() {}
}
