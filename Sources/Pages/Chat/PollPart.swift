import Domain

/// The answers of a poll with their votes. It is the same for everybody but for the reader's own votes.
package struct PollPart: Sendable {
    package struct Answer: Sendable {
        let position: Int
        let text: String
        let count: Int
        /// A class for the width of its bar, in steps of a twentieth.
        /// Of those who voted, in percent.
        let fill: Int
        /// The first who chose it, in words.
        let names: String
        let isMine: Bool
        /// What a press does: add or drop.
        let change: String
        let style: String
    }
    /// Nil where nobody votes any more, or the reader does not.
    let action: Link?
    let answers: [Answer]
    let isMultiple: Bool
    /// How many answers one may choose; nil for what is closed.
    let rule: String?
    /// How many voted, and until when others may.
    let state: String
    /// Who voted for what.
    let about: Link?
    /// Milliseconds: open pages ask again then.
    let closes: String?

    /// - Parameters:
    ///   - vote: where votes go; nil for staff who read along or judge, as `about` is.
    init(_ poll: Poll, vote: Link?, about: Link?, zone: TripZone, now: Instant) {
        let isClosed = poll.isClosed(at: now)
        rule = isClosed ? nil : Texts.said(poll.isMultiple ? "Choose any" : "Choose one")
        action = isClosed ? nil : vote
        self.about = about
        isMultiple = poll.isMultiple
        closes = isClosed ? nil : poll.closesAt.map { String($0.milliseconds) }
        let most = isClosed ? max(1, poll.answers.map(\.count).max() ?? 1) : .max
        answers = poll.answers.enumerated().map { position, answer in
            Answer(
                position: position, text: answer.text, count: answer.count, fill: PollPart.percent(answer.count, of: poll.voterCount),
                names: PollPart.names(answer), isMine: answer.isOfReader, change: answer.isOfReader ? "drop" : "add",
                style: answer.count >= most ? "poll-answer leads" : "poll-answer")
        }
        state = PollPart.state(poll, isClosed: isClosed, zone, now)
    }

    private static func percent(_ count: Int, of all: Int) -> Int { all > 0 ? (count * 100 + all / 2) / all : 0 }

    /// "Ada Example, Bruno Demovich and 12 more".
    private static func names(_ answer: Poll.Answer) -> String {
        let more = answer.count - answer.names.count
        let names = more > 0 ? answer.names + [Texts.said("\(more) more")] : answer.names
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return Texts.said("\(names.dropLast().joined(separator: ", ")) and \(last)")
    }

    /// "3 people voted, until tomorrow 20:00", "Closed: 3 people voted".
    private static func state(_ poll: Poll, isClosed: Bool, _ zone: TripZone, _ now: Instant) -> String {
        let count = poll.voterCount
        let voted = Texts.said(count == 0 ? "Nobody has voted yet" : "\(counted(count, "person", "people")) voted")
        if isClosed { return Texts.said("Closed: \(voted)") }
        guard let end = poll.closesAt else { return voted }
        return Texts.said("\(voted), closes \(EventText(zone: zone, now: now).near(end))")
    }
}

/// The button with which a poll is closed, or opened again.
package struct PollClosing: Sendable {
    let action: Link
    let isClosed: Bool

    /// Nil for what is no poll, and for one that has closed by itself.
    init?(_ message: ChatMessage, _ slug: String, now: Instant) {
        guard let poll = message.poll, message.state == .visible, poll.closesAt.map({ $0 > now }) ?? true else { return nil }
        (action, isClosed) = (message.link(Path.closePoll, slug), poll.closedAt != nil)
    }
}
