import Domain

/// Messages with the lines between them: the name of a day, and the line above new messages.
package struct ThreadRow: Sendable {
    let day: String?
    let isNew: Bool
    let message: MessageRow
    /// What was announced since the message before.
    var announced: [AnnouncedLine] = []

    /// - Parameter readUpTo: messages of others after this number are new; nil for no line.
    package static func rows(_ messages: [ChatMessage], _ view: MessageView, readUpTo: Int? = nil) -> [ThreadRow] {
        let zone = view.zone
        var (previous, isMarked): (ChatMessage?, Bool) = (nil, false)
        return messages.map { message in
            let day = zone.local(message.sentAt).day
            let isNewDay = previous.map { zone.local($0.sentAt).day != day } ?? true
            let isNew = !isMarked && readUpTo.map { message.number > $0 && $0 > 0 && message.authorID != view.reader } ?? false
            isMarked = isMarked || isNew
            defer { previous = message }
            return ThreadRow(
                day: isNewDay ? ThreadRow.name(day, today: zone.today(at: view.now)) : nil, isNew: isNew,
                message: MessageRow(message, view, after: isNewDay ? nil : previous))
        }
    }

    /// Puts announcements where they belong by their time. Those after the last message are what is left.
    /// - Parameter isFirst: whether the conversation begins with these rows.
    static func placing(
        _ announced: [(announcement: Announcement, people: Int?)], among messages: [ChatMessage], _ rows: [ThreadRow], isFirst: Bool,
        _ layout: TripLayout
    ) -> (rows: [ThreadRow], left: [AnnouncedLine]) {
        var (rows, waiting) = (rows, announced[...])
        if !isFirst, let first = messages.first {
            waiting = waiting.drop { $0.announcement.sentAt.map { $0 < first.sentAt } ?? true }
        }
        for (index, message) in messages.enumerated() {
            let due = waiting.prefix { $0.announcement.sentAt.map { $0 < message.sentAt } ?? true }
            rows[index].announced = due.map { AnnouncedLine($0.announcement, layout, people: $0.people) }
            waiting = waiting.dropFirst(due.count)
        }
        return (rows, waiting.map { AnnouncedLine($0.announcement, layout, people: $0.people) })
    }

    static func name(_ day: Day, today: Day) -> String {
        day == today ? Texts.said("Today") : day.number == today.number - 1 ? Texts.said("Yesterday") : day.long
    }
}

/// Rows alone, for scrolling on.
package struct ThreadPart: Page {
    let rows: [ThreadRow]
    package init(rows: [ThreadRow]) { self.rows = rows }
    package func render(into out: inout HTMLBuffer) { Template.chatPart(self, &out) }
}
