/// What an app heard.
package enum TrackerOutcome: String, Sendable, CaseIterable {
    case taken, unreadable
    case tooLarge = "too large"
}

/// A position that was not kept, and why.
package struct RefusedFix: Sendable, Equatable {
    package let raw: RawFix
    package let refusal: FixRefusal
    package init(raw: RawFix, refusal: FixRefusal) {
        self.raw = raw
        self.refusal = refusal
    }
}

/// What is to be said of a request beyond the positions that were stored: refusals, other messages, alarms.
package struct TrackerRemark: Sendable {
    /// Number of refused positions of a request that are kept with their values: a phone with a wrong clock sends a thousand.
    package static let refusedKept = 5
    package let summary: String
    package let isProblem: Bool
    package let answer: TrackerOutcome
    package let refused: [RefusedFix]
    package init(summary: String, isProblem: Bool, answer: TrackerOutcome = .taken, refused: [RefusedFix] = []) {
        self.summary = summary
        self.isProblem = isProblem
        self.answer = answer
        self.refused = Array(refused.prefix(TrackerRemark.refusedKept))
    }
}

/// What the tracker doctor shows of one request.
package struct TrackerRequest: Sendable {
    package let receivedAt: Instant
    package let format: TrackerFormat
    package let stored: Int
    /// Nil if positions were stored and there is nothing else to say.
    package let remark: TrackerRemark?
    /// What was stored, oldest first.
    package let fixes: [Fix]
    package init(receivedAt: Instant, format: TrackerFormat, stored: Int, remark: TrackerRemark?, fixes: [Fix]) {
        self.receivedAt = receivedAt
        self.format = format
        self.stored = stored
        self.remark = remark
        self.fixes = fixes
    }

    package var isProblem: Bool { remark?.isProblem ?? false }

    /// Without positions, for readers who may not look back on where the phone was.
    package var withoutPlaces: TrackerRequest {
        let bare = remark.map { TrackerRemark(summary: $0.summary, isProblem: $0.isProblem, answer: $0.answer) }
        return TrackerRequest(receivedAt: receivedAt, format: format, stored: stored, remark: bare, fixes: [])
    }
}

/// How many requests came in an hour of the clock.
package struct TrackerHour: Sendable, Equatable {
    package let start: Instant
    package var requests = 0
    package var stored = 0
    package var remarks = 0
    /// Positions that had come before and were not stored again.
    package var repeats = 0
    package init(start: Instant) { self.start = start }
}

/// A page of what a phone sent in a day, newest first, and the day's counts.
package struct TrackerDay: Sendable {
    package let requests: [TrackerRequest]
    package let hours: [TrackerHour]
    package let hasOlder: Bool
    package init(requests: [TrackerRequest], hours: [TrackerHour], hasOlder: Bool) {
        self.requests = requests
        self.hours = hours
        self.hasOlder = hasOlder
    }
}

/// Which of them.
package struct TrackerDayFilter: Sendable {
    package var isProblemsOnly = false
    package var before: Instant?
    package init() {}
}
