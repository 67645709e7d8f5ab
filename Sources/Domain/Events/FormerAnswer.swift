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
    /// So many can be taken back at once: more make an address that is too long.
    package static let limit = 200

    /// As an address carries it: "12pg" for number 12, who had not answered and goes now, "3wg7" for one who was seventh to wait.
    package var text: String { "\(number)\(was.rawValue.prefix(1))\(became.rawValue.prefix(1))\(queue.map(String.init) ?? "")" }
    package static func text(_ answers: [FormerAnswer]) -> String {
        answers.count > limit ? "" : answers.map(\.text).joined(separator: ".")
    }

    package init?(text: some StringProtocol) {
        let digits = text.prefix { $0.isNumber }
        let rest = text.dropFirst(digits.count)
        let found = rest.prefix(2).compactMap { letter in FormerAnswer.letters.first { $0.letter == letter }?.rsvp }
        guard let number = String(digits).whole(in: 1...1_000_000), found.count == 2 else { return nil }
        let queue = rest.dropFirst(2)
        self.init(
            number: number, was: found[0], became: found[1], queue: queue.isEmpty ? nil : String(queue).whole(in: 1...1_000_000_000))
    }
    /// Nobody twice.
    package static func all(_ text: String) -> [FormerAnswer] {
        var known: Set<Int> = []
        return text.split(separator: ".").prefix(limit).compactMap { FormerAnswer(text: $0) }.filter { known.insert($0.number).inserted }
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
    package init() {}
}
