import Domain

/// Whom to call, on paper: those first of whom nothing says that they know it.
package struct AnnouncementPrintPage: Page {
    package struct Row: Sendable {
        let number: Int
        let name: String
        let phone: String
        /// "Room 104, Bus 1, Class Beginner".
        let about: String
        let state: String
        let answer: String
    }
    let head: PaperHead
    let heading: String
    let trip: String
    let audience: String
    let counts: String
    let printed: TimeText
    let rows: [Row]
    var isEmpty: Bool { rows.isEmpty }
    let isLetter: Bool
    let isEverybody: Bool
    let back: Link
    let action: Link

    package init(trip: Trip, receipts: AnnouncementReceipts, isEverybody: Bool, isLetter: Bool, now: Instant) {
        let found = receipts.announcement
        heading = found.content.title
        head = PaperHead(title: "\(trip.fields.name), \(found.content.title)")
        self.trip = trip.fields.name
        audience = found.audienceWords
        counts = ReceiptBar.words(receipts.counts)
        printed = TimeText(onPaper: now, zone: trip.zone)
        (self.isEverybody, self.isLetter) = (isEverybody, isLetter)
        let shown = isEverybody ? receipts.receipts : receipts.toCall
        rows = shown.enumerated().map { index, receipt in
            let answer = receipt.answer.flatMap { found.content.answers.indices.contains($0) ? found.content.answers[$0].label : nil }
            return Row(
                number: index + 1, name: receipt.name, phone: receipt.phone,
                about: [receipt.room.isEmpty ? "" : Texts.said("Room \(receipt.room)"), receipt.groups].filter { !$0.isEmpty }
                    .joined(separator: ", "),
                state: receipt.state.label,
                answer: [answer, receipt.text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": "))
        }
        back = Path.announcement(trip.fields.slug, found.id)
        action = Path.announcementPrint(trip.fields.slug, found.id)
    }
    package func render(into out: inout HTMLBuffer) { Template.announcementsCallPaper(self, &out) }
}

extension AnnouncementReceipts {
    /// One line for each person, for a spreadsheet.
    package func csv() -> String {
        let answers = announcement.content.answers
        let header = [
            "name", "groups", "room", "phone", "state", "told", "shown", "opened", "answer", "text", "answered", "phoned", "phoned by",
            "how",
        ]
        let rows = receipts.map { receipt in
            [
                receipt.name, receipt.groups, receipt.room, receipt.phone, receipt.state.rawValue, receipt.told?.iso8601 ?? "",
                receipt.shown?.iso8601 ?? "", receipt.opened?.iso8601 ?? "",
                receipt.answer.flatMap { answers.indices.contains($0) ? answers[$0].label : nil } ?? "", receipt.text,
                receipt.answered?.iso8601 ?? "", receipt.phoned?.iso8601 ?? "", receipt.phonedBy, ReceiptsPart.how(receipt),
            ]
        }
        return "\u{FEFF}" + ([header] + rows).map(CSV.line).joined()
    }
}

/// The question before an announcement is taken back.
package enum RecallPage {
    package static func form(
        layout: Layout, slug: String, announcement: Announcement, counts: ReceiptCounts, problem: String?
    ) -> FormPage {
        let seen = counts.atLeast(.shown)
        let shown =
            seen == 0
            ? Texts.said("No device has confirmed yet that it showed it.")
            : Texts.said("\(counted(seen, "person has", "people have")) seen it already: their phones may keep it.")
        return FormPage(
            layout: layout, heading: "Recall this announcement?", action: Path.recallAnnouncement(slug, announcement.id), fields: [],
            submit: "Recall"
        )
        .with(
            intro: Texts.said(
                "“\(announcement.content.title)” leaves every inbox, and nothing more goes out. "
                    + "Phones may have shown it, and may go on showing it until it is swiped away.") + " " + shown
        )
        .with(other: ("Keep it", Path.announcement(slug, announcement.id)))
        .with(other: ("Correct it instead", Path.correctAnnouncement(slug, announcement.id)))
        .with(problem: problem)
        .asDanger
    }
}
