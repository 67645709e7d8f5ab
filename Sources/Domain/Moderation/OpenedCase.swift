/// One case with all that a moderator decides by.
package struct OpenedCase: Sendable {
    package let found: ModerationCase
    /// The account that looks at it.
    package let reader: ID
    package let reports: [CaseReport]
    /// Ten messages around the one in question.
    package let around: [ChatMessage]
    package let photos: [ID]
    /// As it is now, also where its message is no longer shown; nil for any other subject.
    package let poll: Poll?
    package let edits: [(text: String, until: Instant)]
    /// As it is now, also where it is no longer shown; nil for any other subject.
    package var review: PlaceReview?
    /// Oldest first.
    package let log: [LogEntry]
    package let appeals: [Appeal]
    /// The author's other cases.
    package let others: [ModerationCase]
    package let authorLog: [LogEntry]
    /// To whom it can be handed over.
    package let colleagues: [(account: ID, name: String)]
    /// Whether the case is about the reader.
    package let isOwn: Bool
    /// What a false alarm would teach; nil if the reader may not call it one.
    package let lessons: [SafetyException]?
    package init(
        found: ModerationCase, reader: ID, reports: [CaseReport], around: [ChatMessage], photos: [ID],
        poll: Poll?, edits: [(text: String, until: Instant)], log: [LogEntry], appeals: [Appeal], others: [ModerationCase],
        authorLog: [LogEntry], colleagues: [(account: ID, name: String)], isOwn: Bool, lessons: [SafetyException]?
    ) {
        self.found = found
        self.reader = reader
        self.reports = reports
        self.around = around
        self.photos = photos
        self.poll = poll
        self.edits = edits
        self.log = log
        self.appeals = appeals
        self.others = others
        self.authorLog = authorLog
        self.colleagues = colleagues
        self.isOwn = isOwn
        self.lessons = lessons
    }
}
