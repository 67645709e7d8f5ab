import Domain

/// Asks whoever chose an answer that calls for help whether they mean it: where no script holds the button, and for whoever cannot
/// hold it.
package struct CallingAnswerPage: Page {
    /// What was sent.
    package struct Sent: Sendable {
        let answer: AnnouncementAnswer
        let position: Int
        let typed: String
        package init(answer: AnnouncementAnswer, position: Int, typed: String) {
            (self.answer, self.position, self.typed) = (answer, position, typed)
        }
    }
    let layout: Layout
    let title: String
    let heading: String
    let phones: [EmergencyLine]
    var has112: Bool { EmergencyLine.have112(phones) }
    let action: Link
    /// Where whoever calls for help reads how their call stands.
    let calls: Link
    let value: String
    /// Nil where the answer takes no words.
    let line: FormField?
    /// The announcement, which says whether it still holds.
    let back: Link

    package init(layout tripLayout: TripLayout, asked: OwnAnnouncement, sent: Sent, hosts: [Friend]) {
        let (found, slug, trip) = (asked.announcement, tripLayout.slug, tripLayout.trip)
        layout = tripLayout.layout
        (title, heading, value) = (found.content.title, sent.answer.label, String(sent.position))
        phones = EmergencyLine.ordered(EmergencyLine.all(trip.fields.emergencyNumbers), EmergencyLine.hosts(hosts))
        (action, calls) = (Path.answerAnnouncement(slug, found.id), Path.sos(slug))
        back = Path.announcement(slug, found.id)
        let words = FormField("text", "A few words", sent.typed, hint: Texts.said("Where you are and what happened."))
        line = sent.answer.asksText ? words.atMost(AnnouncementContent.lineLimit) : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsCallingAnswer(self, &out) }
}
