import Domain

/// The last words of a conversation, on its event's page.
package struct ChatPreview: Sendable {
    package struct Line: Sendable {
        let author: String
        let text: String
        let clock: String
    }
    let lines: [Line]
    let link: Link

    package init(_ messages: [ChatMessage], conversation: ID, trip: Trip) {
        lines = messages.map {
            Line(
                author: $0.authorName, text: $0.text.isEmpty ? "a photo" : String(tidyLine($0.text).prefix(160)),
                clock: trip.zone.local($0.sentAt).clock)
        }
        link = Path.conversation(trip.fields.slug, conversation)
    }
}
