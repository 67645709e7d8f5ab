/// A question with answers to choose from. It is a message, whose words are the question and the answers, a line each.
package struct Poll: Sendable, Equatable {
    /// One answer with its votes.
    package struct Answer: Sendable, Equatable {
        /// So many names are said beside an answer; of more, how many.
        package static let namesSaid = 3
        package let text: String
        package let count: Int
        /// The first `namesSaid` who chose it, the earliest first.
        package let names: [String]
        package let isOfReader: Bool
        package init(_ text: String, count: Int = 0, names: [String] = [], isOfReader: Bool = false) {
            self.text = text
            self.count = count
            self.names = names
            self.isOfReader = isOfReader
        }
    }
    package static let answerCounts = 2...6
    /// Characters.
    package static let questionLimit = 200
    package static let answerLimit = 80
    /// A poll closes by itself within this.
    package static let longest = Duration.days(60)

    package let answers: [Answer]
    package let isMultiple: Bool
    /// When it closes by itself; nil for never.
    package let closesAt: Instant?
    /// When its author or a host closed it; nil while nobody did.
    package let closedAt: Instant?
    /// How many members voted, each once.
    package let voterCount: Int
    package init(answers: [Answer], isMultiple: Bool, closesAt: Instant?, closedAt: Instant?, voterCount: Int) {
        self.answers = answers
        self.isMultiple = isMultiple
        self.closesAt = closesAt
        self.closedAt = closedAt
        self.voterCount = voterCount
    }

    package func isClosed(at now: Instant) -> Bool { closedAt != nil || closesAt.map { $0 <= now } ?? false }

    /// Who chose what, without any words of whoever asked.
    package var withoutWords: Poll {
        let bare = answers.map { Answer("", count: $0.count, names: $0.names, isOfReader: $0.isOfReader) }
        return Poll(answers: bare, isMultiple: isMultiple, closesAt: closesAt, closedAt: closedAt, voterCount: voterCount)
    }

    /// What the words of its message begin with.
    package static func question(in words: String) -> String {
        words.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}

/// A poll that somebody is about to ask.
package struct NewPoll: Sendable, Equatable {
    package let question: String
    package let answers: [String]
    package let isMultiple: Bool
    /// Nil where it is open until somebody closes it.
    package let closesAt: Instant?
    /// - Parameters:
    ///   - question: in any white space; so are the answers.
    ///   - answers: those that show nothing fall away.
    package init(question: String, answers: [String], isMultiple: Bool, closesAt: Instant?) {
        self.question = tidyLine(question)
        self.answers = answers.map(tidyLine).filter { !isBlank($0) }
        self.isMultiple = isMultiple
        self.closesAt = closesAt
    }

    /// As searches, rules and reports read it.
    package var words: String { ([question] + answers.map { "• " + $0 }).joined(separator: "\n") }

    /// - Throws: invalid beside the fields "question", "answer_1" and so on, and "closes_time".
    package func check(at now: Instant) throws(Refusal) {
        var check = Validation()
        check.require(!isBlank(question), "question", "Write a question.")
        check.require(question.count <= Poll.questionLimit, "question", "At most \(Poll.questionLimit) characters.")
        let count = answers.count
        check.require(count >= Poll.answerCounts.lowerBound, "answer_\(count + 1)", "Give at least two answers.")
        check.require(count <= Poll.answerCounts.upperBound, "answer_6", "At most six answers.")
        for (index, answer) in answers.enumerated() {
            let field = "answer_\(index + 1)"
            check.require(answer.count <= Poll.answerLimit, field, "At most \(Poll.answerLimit) characters.")
            let isNew = !answers[..<index].contains { folded($0) == folded(answer) }
            check.require(isNew, field, "This answer is already on the list.")
        }
        if let closesAt {
            check.require(closesAt > now, "closes_time", "This time has passed. Choose a later one.")
            check.require(closesAt <= now + Poll.longest, "closes_day", "At most 60 days ahead.")
        }
        try check.check()
    }
}
