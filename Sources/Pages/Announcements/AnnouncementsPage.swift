import Domain

/// What was announced on a trip, for its staff.
package struct AnnouncementsPage: Page {
    package struct Row: Sendable {
        let title: String
        let link: Link
        let state: String?
        let stateStyle: String
        let urgency: String?
        let urgencyStyle: String
        let about: String
        let audience: String
        let people: String?
        let bar: ReceiptBar?
        let figure: ReceiptFigure?
        /// What is left for a host to do.
        let next: String?
        let nextStyle: String
    }
    let layout: Layout
    let rows: [Row]
    var isEmpty: Bool { rows.isEmpty }
    /// Nil for who may not send any.
    let new: Link?

    package init(
        layout tripLayout: TripLayout, announcements: [(announcement: Announcement, counts: ReceiptCounts)], maySend: Bool
    ) {
        layout = tripLayout.layout
        rows = announcements.map { AnnouncementsPage.row($0.announcement, $0.counts, tripLayout) }
        new = maySend ? Path.newAnnouncement(tripLayout.slug) : nil
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsAnnouncements(self, &out) }

    private static func row(_ announcement: Announcement, _ counts: ReceiptCounts, _ tripLayout: TripLayout) -> Row {
        let isOut = announcement.sentAt != nil
        let isCorrected = announcement.correctedBy != nil
        let next = isCorrected ? nil : next(announcement, counts)
        return Row(
            title: announcement.content.title, link: Path.announcement(tripLayout.slug, announcement.id),
            state: isCorrected ? Texts.said("Corrected") : announcement.state == .sent ? nil : announcement.state.label,
            stateStyle: isCorrected ? "warn" : announcement.state.style, urgency: announcement.content.urgency.chip,
            urgencyStyle: announcement.content.urgency.style, about: about(announcement, tripLayout),
            audience: announcement.audienceWords, people: isOut ? counted(counts.people, "person", "people") : nil,
            bar: isOut && counts.people > 0 ? ReceiptBar(counts) : nil, figure: isOut ? ReceiptFigure(announcement, counts) : nil,
            next: next?.said, nextStyle: next?.style ?? "")
    }

    /// Whom nothing reached is called first; who has not opened it can be reminded.
    private static func next(_ announcement: Announcement, _ counts: ReceiptCounts) -> (said: String, style: String)? {
        guard announcement.state == .sent else { return nil }
        let (lost, unopened) = (counts[.unreached], counts.people - counts.atLeast(.opened) - counts[.phoned])
        if lost > 0 { return (Texts.said("\(counted(lost, "person has", "people have")) to be called"), "bad") }
        return unopened > 0 ? (Texts.said("\(counted(unopened, "person has", "people have")) not opened it"), "warn") : nil
    }

    /// "Sent today 18:00 by Hanna Muster".
    private static func about(_ announcement: Announcement, _ tripLayout: TripLayout) -> String {
        let text = EventText(zone: tripLayout.trip.zone, now: tripLayout.now)
        let author = announcement.authorName
        switch announcement.state {
        case .draft: return Texts.said("Draft by \(author)")
        case .scheduled:
            return Texts.said("Goes out \(announcement.content.scheduledAt.map { text.near($0) } ?? "") · \(author)")
        case .sent: return Texts.said("Sent \(announcement.sentAt.map { text.near($0) } ?? "") by \(author)")
        case .recalled:
            return Texts.said("Recalled \(announcement.recalledAt.map { text.near($0) } ?? "") by \(announcement.recalledBy)")
        }
    }
}

/// What one member got, newest first.
package struct ReceivedAnnouncementsPage: Page {
    package struct Row: Sendable {
        let title: String
        let link: Link
        let urgency: String?
        let urgencyStyle: String
        let isNew: Bool
        let about: String
        let text: String
        /// What is left to do, or what the reader answered.
        let answer: String?
        let answerStyle: String
        /// That answer calls for help.
        let calls: Bool
    }
    let layout: Layout
    let rows: [Row]
    var isEmpty: Bool { rows.isEmpty }

    package init(layout tripLayout: TripLayout, announcements: [OwnAnnouncement]) {
        layout = tripLayout.layout
        let text = EventText(zone: tripLayout.trip.zone, now: tripLayout.now)
        rows = announcements.map { own in
            let (found, content) = (own.announcement, own.announcement.content)
            let given = own.answer.flatMap { content.answers.indices.contains($0) ? content.answers[$0] : nil }
            let (answer, calls) = (given?.label, given?.asksForHelp == true)
            let isAsked = answer == nil && found.takesAnswers(at: tripLayout.now)
            let sent = found.sentAt.map { text.near($0) } ?? ""
            return Row(
                title: content.title, link: Path.announcement(tripLayout.slug, found.id), urgency: content.urgency.chip,
                urgencyStyle: content.urgency.style, isNew: !own.isOpened,
                about: found.correctedBy == nil ? Texts.said("\(content.signedBy), \(sent)") : Texts.said("Corrected · \(sent)"),
                text: cut(content.text.replacing("\n", with: " "), 160),
                answer: answer ?? (isAsked ? Texts.said("Please answer") : nil), answerStyle: calls ? "bad" : isAsked ? "warn" : "ok",
                calls: calls)
        }
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsReceivedList(self, &out) }
}
