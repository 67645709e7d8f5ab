import Domain

/// The words that people who are ticked in the roster get, each in their own conversation with the host.
package enum MessageTickedPage {
    package struct Sent: Sendable {
        let text: String
        /// Names this message: sent twice, it arrives once.
        let message: ID
        /// Of the list that the host comes from.
        let query: [(String, String)]
        package init(text: String, message: ID, query: [(String, String)]) {
            self.text = text
            self.message = message
            self.query = query
        }
    }

    package static func form(layout: Layout, slug: String, people: [RosterRow], sent: Sent, complaint: Complaint) -> FormPage {
        let few = people.prefix(12).map(\.fullName).joined(separator: ", ")
        let names = people.count > 12 ? Texts.said("\(few) and \(people.count - 12) more") : few
        let strangers = counted(people.count { !$0.hasAccount }, "person has", "people have")
        let unjoined = people.allSatisfy(\.hasAccount) ? "" : " " + Texts.said("\(strangers) not joined yet and will not see it.")
        return FormPage(
            layout: layout, heading: Texts.said("Message \(counted(people.count, "person", "people"))"),
            action: Path.messageTicked(slug),
            fields: [FormField("text", "Message", sent.text, kind: .text, errors: complaint.errors, isRequired: true)], submit: "Send"
        )
        .with(intro: Texts.said("To \(names). Each gets it alone, in a conversation with you.") + unjoined)
        .with(
            hidden: [("do", "send"), ("message", sent.message.description)] + sent.query + people.map { ("member", $0.id.description) }
        )
        .with(other: ("Cancel", Path.roster(slug).asking(sent.query)))
        .with(problem: complaint.problem)
    }

    /// "Message sent to 8 people."
    package static func said(sent: Int, unjoined: Int) -> String {
        let people = Texts.said(sent == 0 ? "Nobody got the message." : "Message sent to \(counted(sent, "person", "people")).")
        return unjoined == 0 ? people : people + " " + Texts.said("\(counted(unjoined, "person has", "people have")) not joined yet.")
    }
}
