import Domain

/// Messages with the lines between them: the name of a day, and the line above new messages.
package struct ThreadRow: Sendable {
    let day: String?
    let isNew: Bool
    let message: MessageRow

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

    static func name(_ day: Day, today: Day) -> String {
        day == today ? "Today" : day.number == today.number - 1 ? "Yesterday" : day.long
    }
}

/// Rows alone, for scrolling on.
package struct ThreadPart: Page {
    let rows: [ThreadRow]
    package init(rows: [ThreadRow]) { self.rows = rows }
    package func render(into out: inout HTMLBuffer) { Template.chatPart(self, &out) }
}
