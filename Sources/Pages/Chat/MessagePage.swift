import Domain

/// All that can be done with one message, and who reacted to it. Scripts show parts of it as the message's menu.
package struct MessagePage: Page {
    package struct Reacted: Sendable {
        let label: String
        let sign: String
        let names: String
    }
    /// For staff.
    package struct Moderation: Sendable {
        let person: Link
        let phone: Link?
        let number: String
        /// Nil for one's own message.
        let remove: Link?
        let mute: Link?
        let spans: [FormField.Choice]
        let pin: Pin?
        let poll: PollClosing?
    }
    /// Who chose one answer of a poll.
    package struct Voted: Sendable {
        let answer: String
        let count: Int
        let names: String
    }
    /// For hosts.
    package struct Pin: Sendable {
        let action: Link
        let isPinned: Bool
    }
    let layout: Layout
    let back: Link
    let title: String
    let row: MessageRow
    let palette: ReactionPalette?
    let reacted: [Reacted]
    let voted: [Voted]
    let menu: MessageRow.Menu?
    let staff: Moderation?

    /// - Parameter phone: of the author, for staff; nil for travellers, and between two members.
    package init(layout tripLayout: TripLayout, opened: OpenedMessage, phone: String?) {
        layout = tripLayout.layout
        let (slug, message) = (tripLayout.slug, opened.message)
        title = ConversationsPage.title(opened.line, tripLayout.trip)
        var view = MessageView(slug, zone: tripLayout.trip.zone, reader: opened.reader, blocked: opened.blocked, now: tripLayout.now)
        view.isStaff = phone != nil
        let shown = MessageRow(message, view)
        (row, menu) = (shown.withoutMenu, shown.menu)
        back = Path.conversation(slug, message.conversationID).asking("around", String(message.number))
        let isOpen = message.state == .visible && !opened.isBlocked
        palette = isOpen && opened.mayWrite ? ReactionPalette(action: opened.message.link(Path.react, slug)) : nil
        reacted = Reaction.allCases.compactMap { reaction in
            let names = opened.reactors.filter { $0.reaction == reaction }.map(\.name)
            return names.isEmpty
                ? nil : Reacted(label: Texts.said(text: reaction.label), sign: reaction.rawValue, names: names.joined(separator: ", "))
        }
        voted = isOpen ? MessagePage.voted(opened) : []
        staff = isOpen ? phone.map { MessagePage.moderation(opened, $0, tripLayout) } : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.chatMessageAbout(self, &out) }

    private static func moderation(_ opened: OpenedMessage, _ phone: String, _ layout: TripLayout) -> Moderation {
        let (message, slug) = (opened.message, layout.slug)
        let isOwn = message.authorID == opened.reader
        return Moderation(
            person: Path.member(slug, message.authorID), phone: isOwn || phone.isEmpty ? nil : Path.telephone(phone),
            number: phone, remove: isOwn ? nil : message.link(Path.removeMessage, slug),
            mute: isOwn ? nil : message.link(Path.muteAuthor, slug),
            spans: PlannedAction.muteMinutes.map { .init(value: String($0), label: CaseText.span($0), isSelected: $0 == 60) },
            pin: layout.isOpenHost ? Pin(action: message.link(Path.pinMessage, slug), isPinned: opened.isPinned) : nil,
            poll: isOwn || !opened.mayWrite ? nil : PollClosing(message, slug, now: layout.now))
    }

    private static func voted(_ opened: OpenedMessage) -> [Voted] {
        (opened.message.poll?.answers ?? []).enumerated().map { position, answer in
            let names = opened.voters.filter { $0.position == position }.map(\.name)
            return Voted(answer: answer.text, count: answer.count, names: names.joined(separator: ", "))
        }
    }
}
