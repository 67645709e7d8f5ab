import Domain

/// Where somebody asks everybody in a conversation something.
package struct PollFormPage: Page {
    package struct Answer: Sendable {
        let name: String
        let label: String
        let value: String
        let error: String?
        let hasFocus: Bool
    }
    let layout: Layout
    let room: String
    let back: Link
    let action: Link
    let clientID: String
    let mistakes: Mistakes
    let question: FormField
    let answers: [Answer]
    let multiple: FormField
    let closing: FormPage.Fold
    let answerLimit: Int

    /// What was typed, by the names of the fields.
    package typealias Typed = (String) -> String

    package init(layout tripLayout: TripLayout, room line: ConversationLine, clientID: ID, typed: Typed, complaint: Complaint) {
        let (slug, errors) = (tripLayout.slug, complaint.errors)
        layout = tripLayout.layout
        room = ConversationsPage.title(line, tripLayout.trip)
        back = Path.conversation(slug, line.conversation.id)
        action = Path.newPoll(slug, line.conversation.id)
        self.clientID = clientID.description
        let asked = FormField("question", "Question", typed("question"), errors: errors, isRequired: true)
        question = asked.among([asked])
        let wrong = errors.first { $0.field.hasPrefix("answer_") }?.field
        answers = (1...Poll.answerCounts.upperBound).map { number in
            let name = "answer_\(number)"
            return Answer(
                name: name, label: Texts.said("Answer \(number)"), value: typed(name), error: errors.first { $0.field == name }?.said,
                hasFocus: wrong == name && !errors.contains { $0.field == "question" })
        }
        multiple = FormField("multiple", "People may choose several answers", typed("multiple"), kind: .tick)
        let zone = tripLayout.trip.zone
        let end = FormPage.Fold(
            "Close automatically", isOpen: !(typed("closes_day") + typed("closes_time")).isEmpty,
            fields: [
                FormField("closes_day", "Day", typed("closes_day"), kind: .date, hint: "Leave empty for today.", errors: errors),
                FormField(
                    "closes_time", "Time", typed("closes_time"), kind: .time, hint: zone.abbreviation(at: tripLayout.now), errors: errors),
            ])
        closing = wrong == nil ? end.focused(among: [asked] + end.fields) : end
        mistakes = Mistakes(
            [Mistakes.line(asked.name, asked.label, asked.error)].compactMap(\.self)
                + answers.compactMap { Mistakes.line($0.name, $0.label, $0.error) } + Mistakes(end.fields).lines,
            problem: complaint.problem)
        answerLimit = Poll.answerLimit
    }
    package func render(into out: inout HTMLBuffer) { Template.chatPollForm(self, &out) }
}
