import Domain

/// What hosts announced and the reader has not read or not answered, for the start page. Nothing is read by being shown here.
package struct WaitingAnnouncements: Sendable {
    package struct Row: Sendable {
        let id: String
        let title: String
        let link: Link
        let urgency: String?
        let urgencyStyle: String
        /// "Hanna Muster, Today 18:00".
        let about: String
        /// How it begins; nil without words.
        let text: String?
        let action: Link
        /// Where whoever calls for help reads how their call stands.
        let calls: Link
        /// None for one that only wants reading.
        let buttons: [AnswerPanel.Button]
        var isAsked: Bool { !buttons.isEmpty }
        /// What an answer does that calls for help; where none does, which take a few words. One hint below a question.
        let alarm: String?
        let words: String?
    }
    package struct Asked: Sendable {
        let text: String
        let link: Link
    }
    private static let shown = 3

    /// Newest first.
    let rows: [Row]
    /// Nil where all of them stand here.
    let all: Link?

    /// Nil where nothing waits.
    init?(_ waiting: [OwnAnnouncement], _ trip: Trip, now: Instant) {
        guard !waiting.isEmpty else { return nil }
        rows = waiting.prefix(WaitingAnnouncements.shown).map { WaitingAnnouncements.row($0, trip, now) }
        all = waiting.count > WaitingAnnouncements.shown ? Path.announcements(trip.fields.slug) : nil
    }

    /// How many ask something of those that do not stand here, with the way to the only one, else to all; nil where none does.
    static func asked(_ waiting: [OwnAnnouncement], _ trip: Trip, now: Instant) -> Asked? {
        let (asking, slug) = (waiting.dropFirst(shown).filter { $0.isAsked(at: now) }, trip.fields.slug)
        guard let first = asking.first else { return nil }
        let text = Texts.said("\(counted(asking.count, "question", "questions")) from the hosts")
        return Asked(text: text, link: asking.count == 1 ? Path.announcement(slug, first.announcement.id) : Path.announcements(slug))
    }

    private static func row(_ own: OwnAnnouncement, _ trip: Trip, _ now: Instant) -> Row {
        let (found, content) = (own.announcement, own.announcement.content)
        let sent = found.sentAt.map(EventText(zone: trip.zone, now: now).near) ?? ""
        let answers = own.isAsked(at: now) ? content.answers : []
        let alarm = AnswerPanel.alarm(answers)
        return Row(
            id: found.id.description, title: content.title, link: Path.announcement(trip.fields.slug, found.id),
            urgency: content.urgency.chip, urgencyStyle: content.urgency.style, about: Texts.said("\(content.signedBy), \(sent)"),
            text: content.text.isEmpty ? nil : cut(content.text.replacing("\n", with: " "), 160),
            action: Path.answerAnnouncement(trip.fields.slug, found.id), calls: Path.sos(trip.fields.slug),
            buttons: AnswerPanel.buttons(answers, chosen: nil),
            alarm: alarm, words: alarm == nil ? WaitingAnnouncements.words(answers) : nil)
    }

    private static func words(_ answers: [AnnouncementAnswer]) -> String? {
        // Whoever calls for help writes more where their call stands.
        let asking = AnswerPanel.names(answers.filter { $0.asksText && !$0.asksForHelp })
        return asking.isEmpty ? nil : Texts.said("After \(asking) you can add a few words.")
    }
}
