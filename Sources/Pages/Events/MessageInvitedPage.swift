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
        let few = guests.prefix(12).map(\.row.fullName).joined(separator: ", ")
        let names = guests.count > 12 ? Texts.said("\(few) and \(guests.count - 12) more") : few
        let strangers = counted(guests.count { !$0.row.hasAccount }, "person has", "people have")
        let unjoined = guests.allSatisfy(\.row.hasAccount) ? "" : " " + Texts.said("\(strangers) not joined and get no message.")
        return FormPage(
            layout: layout, heading: Texts.said("Message \(counted(guests.count, "person", "people"))"),
            action: Path.messageInvited(slug, event.id),
            fields: [FormField("text", "Message", sent.text, kind: .text, errors: complaint.errors, isRequired: true)], submit: "Send"
        )
        .with(intro: Texts.said("To \(names). Each gets it alone, in a conversation with you.") + unjoined)
        .with(
            hidden: [("do", "send"), ("tab", sent.tab.rawValue), ("message", sent.message.description)]
                + guests.map { ("member", $0.row.id.description) }
        )
        .with(other: ("Cancel", Path.event(slug, event.id).asking("tab", sent.tab.rawValue)))
        .with(problem: complaint.problem)
    }

    /// "Message sent to 8 people."
    package static func said(sent: Int, unjoined: Int) -> String {
        let people = Texts.said(sent == 0 ? "Nobody got the message." : "Message sent to \(counted(sent, "person", "people")).")
        return unjoined == 0 ? people : people + " " + Texts.said("\(counted(unjoined, "person has", "people have")) not joined yet.")
    }
}
