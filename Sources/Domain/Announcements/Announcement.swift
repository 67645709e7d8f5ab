/// How far an announcement is. The raw value is stored.
package enum AnnouncementState: String, Sendable, CaseIterable {
    case draft, scheduled, sent, recalled

    package var label: String {
        switch self {
        case .draft: Texts.said("Draft")
        case .scheduled: Texts.said("Scheduled")
        case .sent: Texts.said("Sent")
        case .recalled: Texts.said("Recalled")
        }
    }
    /// It still changes, and nobody has got it.
    package var isOpen: Bool { self == .draft || self == .scheduled }
}

/// One of the buttons with which people answer an announcement.
package struct AnnouncementAnswer: Sendable, Equatable {
    package let label: String
    /// Whoever taps it may write a line with it.
    package let asksText: Bool
    /// Whoever taps it calls the hosts for help.
    package let asksForHelp: Bool
    package init(label: String, asksText: Bool, asksForHelp: Bool = false) {
        (self.label, self.asksText, self.asksForHelp) = (label, asksText, asksForHelp)
    }
}

/// Where something is that an announcement speaks of.
package struct AnnouncedPlace: Sendable, Equatable {
    package let name: String
    package let coordinates: Coordinates?
    package init(name: String, coordinates: Coordinates?) { (self.name, self.coordinates) = (name, coordinates) }
}

/// The photo that goes with an announcement, and what it shows in words.
package struct AnnouncedPhoto: Sendable, Equatable {
    package static let wordsLimit = 300
    package let picture: MessagePhoto
    /// For those who do not see it; "" where nobody wrote any.
    package let words: String
    package var id: ID { picture.id }
    package init(picture: MessagePhoto, words: String) { (self.picture, self.words) = (picture, words) }
}

/// Something that hosts tell many people at once.
package struct Announcement: Sendable, Equatable {
    /// The most urgent ones of a trip within an hour, unless an admin sends.
    package static let urgentLimit = 6
    /// The longest that one asks for an answer.
    package static let longest = Notice.kept
    /// How late a scheduled one still goes out, after the server was off or the trip archived, or behind other urgent ones.
    package static let latest = Duration.hours(1)
    /// How long one holds that says nothing else.
    package static let usual = Duration.days(7)

    package let id: ID
    package let tripID: ID
    package let state: AnnouncementState
    package let content: AnnouncementContent
    /// What the audience was called when it was sent.
    package let audienceWords: String
    package let authorName: String
    package let madeAt: Instant
    package let sentAt: Instant?
    package let recalledAt: Instant?
    package let recalledBy: String
    package let remindedAt: Instant?
    /// The one that stands for this one.
    package let correctedBy: ID?
    /// Raised by every change before it is sent.
    package let version: Int

    package init(
        id: ID, tripID: ID, state: AnnouncementState, content: AnnouncementContent, audienceWords: String, authorName: String,
        madeAt: Instant, sentAt: Instant?, recalledAt: Instant?, recalledBy: String, remindedAt: Instant?, correctedBy: ID?, version: Int
    ) {
        (self.id, self.tripID, self.state, self.content) = (id, tripID, state, content)
        (self.audienceWords, self.authorName, self.madeAt, self.sentAt) = (audienceWords, authorName, madeAt, sentAt)
        (self.recalledAt, self.recalledBy, self.remindedAt) = (recalledAt, recalledBy, remindedAt)
        (self.correctedBy, self.version) = (correctedBy, version)
    }

    /// When it is worth nothing any more, once it is sent.
    package var endsAt: Instant? { sentAt.map(content.end) }
    /// Whether people may still answer.
    package func takesAnswers(at now: Instant) -> Bool {
        state == .sent && correctedBy == nil && !content.answers.isEmpty && (endsAt.map { now < $0 } ?? false)
    }
    /// Whether its end has passed.
    package func isOver(at now: Instant) -> Bool { endsAt.map { now >= $0 } ?? false }
    /// Who gets what belongs to it.
    package var topic: String { Announcement.topic(id) }
    /// The same, by the id alone.
    package static func topic(_ id: ID) -> String { "announcement:\(id)" }
}

/// What a host types of an announcement.
package struct AnnouncementContent: Sendable, Equatable {
    package static let titleLimit = 120
    package static let textLimit = 4000
    package static let answerLimit = 4
    package static let answerLength = 40
    package static let lineLimit = 200
    package static let nameLimit = 100

    package var title = ""
    /// Paragraphs; addresses in them become links.
    package var text = ""
    package var urgency = Urgency.normal
    package var answers: [AnnouncementAnswer] = []
    package var signedBy = ""
    package var event: ID?
    package var place: AnnouncedPlace?
    package var photo: AnnouncedPhoto?
    package var audience = AnnouncementAudience()
    /// Whoever comes to match the audience later gets it too.
    package var addsLater = false
    /// Nil for at once.
    package var scheduledAt: Instant?
    package var expiresAt: Instant?
    /// The one that it corrects.
    package var corrects: ID?
    package init() {}

    /// Puts every text as it is stored.
    package mutating func tidy() {
        (title, text, signedBy) = (tidyLine(title), tidyText(text), tidyLine(signedBy))
        answers = answers.map { AnnouncementAnswer(label: tidyLine($0.label), asksText: $0.asksText, asksForHelp: $0.asksForHelp) }
            .filter { !$0.label.isEmpty }
        place = place.map { AnnouncedPlace(name: tidyLine($0.name), coordinates: $0.coordinates) }
        photo = photo.map { AnnouncedPhoto(picture: $0.picture, words: tidyLine($0.words)) }
        if place?.name.isEmpty == true, place?.coordinates == nil { place = nil }
    }

    /// What a phone shows of it.
    package func noticeTitle(isReminder: Bool) -> String {
        isReminder ? Texts.said("Reminder: \(title)") : corrects == nil ? title : Texts.said("Correction: \(title)")
    }

    /// The end of one that is sent at a moment.
    package func end(sentAt sent: Instant) -> Instant {
        min(max(expiresAt ?? sent + Announcement.usual, sent + .minutes(1)), sent + Announcement.longest)
    }

    /// Whether it is too late to send one that was scheduled: it would say what no longer holds.
    package func isMissed(at now: Instant) -> Bool {
        (scheduledAt.map { $0 + Announcement.latest < now } ?? false) || (expiresAt.map { $0 <= now } ?? false)
    }

    /// Every complaint, beside the name of its field.
    /// - Parameter tripEnd: what is sent before it holds no longer than that.
    package func errors(at now: Instant, tripEnd: Instant? = nil) -> [FieldError] {
        var check = Validation()
        check.require(!title.isEmpty, "title", "Give it a title: it is what people see first.")
        check.require(title.count <= Self.titleLimit, "title", "At most 120 characters, this has \(grouped(title.count)).")
        check.require(text.count <= Self.textLimit, "text", "At most 4,000 characters, this has \(grouped(text.count)).")
        check.require(signedBy.count <= Self.nameLimit, "signed_by", "At most 100 characters.")
        check.require(place.map { $0.name.count <= 150 } ?? true, "place", "At most 150 characters.")
        check.require(place.map { !$0.name.isEmpty } ?? true, "place", "Give the place a name.")
        let words = photo?.words.count ?? 0
        check.require(words <= AnnouncedPhoto.wordsLimit, "photo_words", "At most 300 characters, this has \(words).")
        checkAnswers(&check)
        check.require(!audience.isEmpty, "audience", "Choose who gets it.")
        check.require(audience.count <= AnnouncementAudience.limit, "audience", "At most \(AnnouncementAudience.limit) conditions.")
        check.require(
            !addsLater || !audience.barsAnArea, "audience",
            "Who is in an area is checked only when you send. Untick “Also send it to people who match later”.")
        if let scheduledAt {
            check.require(scheduledAt > now, "schedule_time", "This time has passed. Choose a later one.")
            check.require(scheduledAt <= now + .days(366), "schedule_day", "At most a year ahead.")
        }
        let start = max(scheduledAt ?? now, now)
        if let expiresAt {
            check.require(expiresAt > start, "expires_time", "The end must be after it is sent.")
            check.require(expiresAt <= start + Announcement.longest, "expires_day", "At most 30 days after it is sent.")
            let holds = tripEnd.map { $0 <= start || expiresAt <= $0 } ?? true
            check.require(holds, "expires_day", "The trip is over by then. Choose a time before its end, or leave this empty.")
        }
        return check.errors
    }

    private func checkAnswers(_ check: inout Validation) {
        check.require(answers.count <= Self.answerLimit, "answer_1", "At most four answers.")
        for (index, answer) in answers.enumerated() {
            let field = "answer_\(index + 1)"
            check.require(answer.label.count <= Self.answerLength, field, "At most 40 characters, so that it fits on a button.")
            let before = answers.prefix(index).contains { folded($0.label) == folded(answer.label) }
            check.require(!before, field, "This answer is already on the list.")
        }
    }
}
