/// What somebody's answer was before a host answered for them, and what it became: enough to take it back.
package struct FormerAnswer: Sendable, Equatable {
    /// Of the invitation.
    package let number: Int
    package let was: RSVP
    package let became: RSVP
    /// The place in line that they had.
    package let queue: Int?
    package init(number: Int, was: RSVP, became: RSVP, queue: Int?) {
        self.number = number
        self.was = was
        self.became = became
        self.queue = queue
    }

    private static let letters: [(letter: Character, rsvp: RSVP)] = RSVP.allCases.compactMap { rsvp in
        rsvp.rawValue.first.map { ($0, rsvp) }
    }
    /// As an address carries it: "12pg" for number 12, who had not answered and goes now, "3wg7" for one who was seventh to wait.
    package var text: String { "\(number)\(was.rawValue.prefix(1))\(became.rawValue.prefix(1))\(queue.map(String.init) ?? "")" }

    package init?(text: some StringProtocol) {
        let digits = text.prefix { $0.isNumber }
        let rest = text.dropFirst(digits.count)
        let found = rest.prefix(2).compactMap { letter in FormerAnswer.letters.first { $0.letter == letter }?.rsvp }
        guard let number = String(digits).whole(in: 1...1_000_000), found.count == 2 else { return nil }
        let queue = rest.dropFirst(2)
        self.init(
            number: number, was: found[0], became: found[1], queue: queue.isEmpty ? nil : String(queue).whole(in: 1...1_000_000_000))
    }
}

/// What a host answered for others in one go: whoever has answered since, or another host, keeps their answer.
package struct FormerAnswers: Sendable, Equatable {
    package var answers: [FormerAnswer]
    /// When the host answered, as the invitations have it.
    package let at: Instant
    /// The event's places before and after, where the host made more for these answers.
    package let places: Places?
    package struct Places: Sendable, Equatable {
        package let before: Int
        package let after: Int
        package init(before: Int, after: Int) { (self.before, self.after) = (before, after) }
    }
    package init(_ answers: [FormerAnswer], at: Instant, places: Places? = nil) {
        (self.answers, self.at, self.places) = (answers, at, places)
    }
    /// So many can be taken back at once: more make an address that is too long.
    package static let limit = 200

    /// As an address carries it: the answers, the time, and the places if there are more of them now. Empty where nothing can be undone.
    package var text: String {
        guard !answers.isEmpty, answers.count <= FormerAnswers.limit else { return "" }
        let raise = places.map { "~\($0.before)~\($0.after)" } ?? ""
        return answers.map(\.text).joined(separator: ".") + "~" + at.inAddress + raise
    }

    /// Nobody twice.
    package init?(text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 || parts.count == 4, let at = Instant(inAddress: parts[1]) else { return nil }
        var known: Set<Int> = []
        let answers = parts[0].split(separator: ".").prefix(FormerAnswers.limit).compactMap { FormerAnswer(text: $0) }
            .filter { known.insert($0.number).inserted }
        guard !answers.isEmpty else { return nil }
        let numbers = parts.dropFirst(2).compactMap { $0.whole(in: 1...100_000) }
        self.init(
            answers, at: at,
            places: numbers.count == 2 ? Places(before: numbers[0], after: numbers[1]) : nil)
    }

    /// Whether an invitation still says what this host said then: the time tells it from any later answer.
    package func stands(_ answer: FormerAnswer, in invitation: Invitation, by author: String) -> Bool {
        invitation.number == answer.number && invitation.rsvp == answer.became && invitation.answeredBy == author
            && invitation.answeredAt == at
    }

    /// Those that still stand.
    package func standing(in invitations: [Invitation], by author: String) -> FormerAnswers {
        let numbered = Dictionary(firstOf: invitations.map { ($0.number, $0) })
        var rest = self
        rest.answers = answers.filter { answer in numbered[answer.number].map { stands(answer, in: $0, by: author) } ?? false }
        return rest
    }
}

/// As an address carries the time of an answer, so that an undo reaches that one only.
extension Instant {
    package var inAddress: String { String(microseconds) }
    package init?(inAddress text: String) {
        guard let number = text.ordinal else { return nil }
        self.init(microseconds: Int64(number))
    }
}

/// What became of answers that were to be taken back.
package struct RestoredAnswers: Sendable, Equatable {
    /// Numbers of the invitations that say again what they said.
    package var restored: [Int] = []
    /// Who had a place that is gone meanwhile: they wait.
    package var waiting: [Int] = []
    /// Somebody has answered anew since: that stands.
    package var kept: [Int] = []
    /// Places that were made for these answers, and that others have by now.
    package var keptPlaces: Int?
    package init() {}
}
