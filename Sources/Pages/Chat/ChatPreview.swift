import Domain

/// The last words of a conversation, on its event's page.
package struct ChatPreview: Sendable {
    package struct Line: Sendable {
        let author: String
        let text: String
        /// With its day, unless that is today.
        let time: String
    }
    let lines: [Line]
    let link: Link

    package init(_ messages: [ChatMessage], conversation: ID, trip: Trip, now: Instant) {
        let text = EventText(zone: trip.zone, now: now)
        lines = messages.map {
            Line(
                author: $0.authorName, text: ChatPreview.text($0),
                time: text.dayed($0.sentAt))
        }
        link = Path.conversation(trip.fields.slug, conversation)
    }

    /// Of a poll, its question.
    static func text(_ message: ChatMessage) -> String {
        if message.text.isEmpty { return Texts.said("a photo") }
        guard message.poll != nil else { return String(tidyLine(message.text).prefix(160)) }
        return Texts.said("Poll: \(tidyLine(Poll.question(in: message.text)).prefix(160))")
    }
}
