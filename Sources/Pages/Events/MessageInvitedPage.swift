import Domain

/// The words that some of the invited get, each in their own conversation with the host.
package enum MessageInvitedPage {
    package struct Sent: Sendable {
        let tab: EventTab
        let text: String
        /// Names this message: sent twice, it arrives once.
        package var message: ID
        package init(tab: EventTab, text: String, message: ID) {
            self.tab = tab
            self.text = text
            self.message = message
        }
    }

    package static func form(
        layout: Layout, slug: String, event: Event, guests: [EventGuest], sent: Sent, complaint: Complaint
    ) -> FormPage {
        let names = guests.prefix(12).map(\.row.fullName).joined(separator: ", ")
        let more = guests.count > 12 ? " and \(guests.count - 12) more" : ""
        let strangers = guests.count { !$0.row.hasAccount }
        let unjoined = strangers == 0 ? "" : " \(counted(strangers, "person has", "people have")) not joined and get no message."
        return FormPage(
            layout: layout, heading: "Message \(counted(guests.count, "person", "people"))",
            action: Path.messageInvited(slug, event.id),
            fields: [FormField("text", "Message", sent.text, kind: .text, errors: complaint.errors, isRequired: true)], submit: "Send"
        )
        .with(intro: "To \(names)\(more). Each gets it alone, in a conversation with you.\(unjoined)")
        .with(
            hidden: [("do", "send"), ("tab", sent.tab.rawValue), ("message", sent.message.description)]
                + guests.map { ("member", $0.row.id.description) }
        )
        .with(other: ("Cancel", Path.event(slug, event.id).asking("tab", sent.tab.rawValue)))
        .with(problem: complaint.problem)
    }

    /// "Message sent to 8 people."
    package static func said(sent: Int, unjoined: Int) -> String {
        let people = sent == 0 ? "Nobody got the message." : "Message sent to \(counted(sent, "person", "people"))."
        let rest = unjoined == 0 ? "" : " \(counted(unjoined, "person has", "people have")) not joined yet."
        return Texts.said(people + rest)
    }
}
