import Domain

/// The buttons with which somebody answers an announcement.
package struct AnswerPanel: Sendable {
    package struct Button: Sendable {
        let value: String
        let label: String
        let style: String
        let isChosen: Bool
        /// It calls for help.
        let isAlarm: Bool
    }
    let title: String
    let action: Link
    /// Where whoever calls for help reads how their call stands.
    let calls: Link
    let buttons: [Button]
    /// When the reader answered what the page shows, as the server knows it: whoever takes back a call for help has seen it.
    let seen: String?
    /// The line that goes with some answers; nil where none asks for one.
    let line: FormField?
    /// What an answer does that calls for help; nil where none does.
    let alarm: String?
    let error: String?
    /// What the reader answered, and until when that may change.
    let said: String
    let isOpen: Bool

    /// Nil where nothing is asked.
    /// - Parameter typed: the words of an answer that was refused; nil where none was.
    init?(_ own: OwnAnnouncement, layout: TripLayout, complaint: Complaint, typed: String?) {
        let (found, answers) = (own.announcement, own.announcement.content.answers)
        guard !answers.isEmpty, found.state == .sent else { return nil }
        title = found.content.title
        (action, calls) = (Path.answerAnnouncement(layout.slug, found.id), Path.sos(layout.slug))
        isOpen = found.takesAnswers(at: layout.now)
        (buttons, seen) = (AnswerPanel.buttons(answers, chosen: own.answer), own.answeredAt.map { String($0.microseconds) })
        line = AnswerPanel.hint(answers).map {
            FormField("text", "A few words (optional)", typed ?? own.text, hint: $0, errors: complaint.errors)
                .atMost(AnnouncementContent.lineLimit)
        }
        alarm = AnswerPanel.alarm(answers)
        error = complaint.errors.first { $0.field == "answer" }?.said
        said = AnswerPanel.said(own, isOpen: isOpen, EventText(zone: layout.trip.zone, now: layout.now))
    }

    static func buttons(_ answers: [AnnouncementAnswer], chosen: Int?) -> [Button] {
        answers.enumerated().map { index, answer in
            let style = answer.asksForHelp ? "danger" : chosen == index ? "primary" : ""
            return Button(
                value: String(index), label: answer.label, style: style, isChosen: chosen == index, isAlarm: answer.asksForHelp)
        }
    }

    /// "“I need help”, “Later”".
    static func names(_ answers: [AnnouncementAnswer]) -> String { answers.map { "“\($0.label)”" }.joined(separator: ", ") }

    /// What an answer does that calls for help; nil where none does.
    static func alarm(_ answers: [AnnouncementAnswer]) -> String? {
        let calling = names(answers.filter(\.asksForHelp))
        return calling.isEmpty ? nil : Texts.said("With \(calling) you ask all hosts for help at once.")
    }

    /// What the words are for; nil where no answer takes any.
    private static func hint(_ answers: [AnnouncementAnswer]) -> String? {
        let asking = answers.filter(\.asksText)
        guard !asking.isEmpty else { return nil }
        return asking.contains(where: \.asksForHelp)
            ? Texts.said("Where you are and what happened: it goes with \(names(asking)). Type it before you press.")
            : Texts.said("What the hosts should know: it goes with \(names(asking)). Type it before you tap.")
    }

    private static func said(_ own: OwnAnnouncement, isOpen: Bool, _ text: EventText) -> String {
        let end = own.announcement.endsAt.map(text.deadline) ?? ""
        guard own.answer != nil else {
            return isOpen ? Texts.said("Please answer by \(end).") : Texts.said("It no longer takes answers. You did not answer.")
        }
        return isOpen ? Texts.said("You have answered, and can change it until \(end).") : Texts.said("This was your answer.")
    }
}

/// An announcement as one of those sees it who got it: the answer first.
package struct ReceivedAnnouncementPage: Page {
    let layout: Layout
    let id: String
    let card: AnnouncementCard
    let panel: AnswerPanel?
    let corrected: Link?
    /// The hosts took it back: what it said is shown no more.
    let isRecalled: Bool
    let problem: String?
    let back: Link

    package init(layout tripLayout: TripLayout, received: ReceivedAnnouncement, complaint: Complaint, typed: String?) {
        let found = received.own.announcement
        layout = tripLayout.layout
        id = found.id.description
        card = AnnouncementCard(
            found.content, sentAt: found.sentAt, event: received.event,
            reader: .init(trip: tripLayout.trip, role: .traveller, opensEvent: received.isInvited, now: tripLayout.now))
        panel = AnswerPanel(received.own, layout: tripLayout, complaint: complaint, typed: typed)
        corrected = found.correctedBy.map { Path.announcement(tripLayout.slug, $0) }
        isRecalled = found.state == .recalled
        problem = complaint.problem
        back = Path.announcements(tripLayout.slug)
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsReceived(self, &out) }
}
