/// A line of the moderation log. Append-only.
package struct LogEntry: Sendable, Equatable {
    package let number: Int
    package let caseID: ID?
    package let action: ModerationAction
    /// An account; nil for the program itself.
    package let actorID: ID?
    package let actorName: String
    package let memberID: ID?
    package let memberName: String
    /// Messages that it changed, each with the state that it had before.
    package let messages: [(number: Int, before: ChatMessage.State)]
    package let reason: String
    package let sentence: String
    package let endsAt: Instant?
    package let undoes: Int?
    package let isUndone: Bool
    package let at: Instant
    /// What its case is about; nil where it has none any more. Of a review, that is what `messages` numbers.
    package var subject: ModerationCase.Subject?
    /// What it takes back; nil for what takes back nothing.
    package var undone: ModerationAction?
    /// Whether its case may be a call for help.
    package var isUrgent = false
    /// The beginning of the message that its case is about, as it was reported: the evidence, which only the staff reads, whatever became
    /// of the message. Empty for photos alone; nil where the case is about no message.
    package var words: String?
    package init(
        number: Int, caseID: ID?, action: ModerationAction, actorID: ID?, actorName: String, memberID: ID?, memberName: String,
        messages: [(number: Int, before: ChatMessage.State)], reason: String, sentence: String, endsAt: Instant?, undoes: Int?,
        isUndone: Bool, at: Instant
    ) {
        self.number = number
        self.caseID = caseID
        self.action = action
        self.actorID = actorID
        self.actorName = actorName
        self.memberID = memberID
        self.memberName = memberName
        self.messages = messages
        self.reason = reason
        self.sentence = sentence
        self.endsAt = endsAt
        self.undoes = undoes
        self.isUndone = isUndone
        self.at = at
    }

    /// Its time is over, as that of a mute.
    package func hasEnded(at now: Instant) -> Bool { endsAt.map { $0 <= now } ?? false }

    /// Whether a button takes it back: what has ended by itself holds nobody any more.
    package func mayBeUndone(at now: Instant) -> Bool { action.isUndoable && !isUndone && !hasEnded(at: now) }

    /// What it was, in words.
    package var done: String {
        isUrgent && action == .dismiss ? ModerationAction.handled : action.done(ofReview: subject == .review)
    }

    package static func == (a: LogEntry, b: LogEntry) -> Bool { a.number == b.number }

    /// "12:visible 13:held", as it is stored.
    package static func text(_ messages: [(number: Int, before: ChatMessage.State)]) -> String {
        messages.map { "\($0.number):\($0.before.rawValue)" }.joined(separator: " ")
    }

    /// The opposite of `text`; what cannot be read is left out.
    package static func messages(_ text: String) -> [(number: Int, before: ChatMessage.State)] {
        text.split(separator: " ").compactMap { part in
            let parts = part.split(separator: ":")
            guard parts.count == 2, let number = parts[0].ordinal, let state = ChatMessage.State(rawValue: String(parts[1])) else {
                return nil
            }
            return (number, state)
        }
    }
}
