import Domain

/// What a search found, newest first.
package struct ChatSearchPage: Page {
    package struct Hit: Sendable {
        let author: String
        let room: String
        let time: TimeText
        let parts: [Part]
        let link: Link
    }
    package struct Part: Sendable {
        let text: String
        let isHit: Bool
    }
    let layout: Layout
    let searched: String
    let action: Link
    let back: Link
    let hits: [Hit]
    let empty: Nothing?
    let room: Room?
    let placeholder: String

    /// The one conversation that is searched.
    package struct Room: Sendable {
        let id: String
        let title: String
        let everywhere: Link
    }

    package init(layout tripLayout: TripLayout, searched: String, room: ConversationLine?, found: [FoundMessage]) {
        layout = tripLayout.layout
        let (trip, now, slug) = (tripLayout.trip, tripLayout.now, tripLayout.slug)
        self.searched = searched
        self.room = room.map {
            Room(
                id: $0.conversation.id.description, title: ConversationsPage.title($0, trip),
                everywhere: Path.chatSearch(slug).asking("q", searched))
        }
        placeholder = Texts.said(room == nil ? "Search all messages" : "Search this conversation")
        action = Path.chatSearch(slug)
        back = room.map { Path.conversation(slug, $0.conversation.id) } ?? Path.chat(slug)
        let words = searched.split { !$0.isLetter && !$0.isNumber }.map { folded(String($0)) }
        hits = found.map { one in
            let message = one.message
            return Hit(
                author: message.authorName, room: one.room.map { ConversationsPage.title($0, trip) } ?? "",
                time: TimeText(message.sentAt, zone: trip.zone, now: now),
                parts: ChatSearchPage.marked(message.text, words),
                link: Path.conversation(slug, message.conversationID).asking("around", String(message.number)))
        }
        empty = searched.isEmpty || !hits.isEmpty ? nil : Nothing.nothing(for: searched)
    }
    package func render(into out: inout HTMLBuffer) { Template.chatSearch(self, &out) }

    /// Words that begin as one of those searched for.
    static func marked(_ text: String, _ words: [String]) -> [Part] {
        var (parts, plain, word): ([Part], String, String) = ([], "", "")
        func isHit(_ word: String) -> Bool {
            let plain = folded(word)
            return words.contains { plain.hasPrefix($0) }
        }
        func close() {
            if isHit(word) {
                if !plain.isEmpty { parts.append(Part(text: plain, isHit: false)) }
                parts.append(Part(text: word, isHit: true))
                plain = ""
            } else {
                plain += word
            }
            word = ""
        }
        for character in text {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else {
                if !word.isEmpty { close() }
                plain.append(character)
            }
        }
        if !word.isEmpty { close() }
        return plain.isEmpty ? parts : parts + [Part(text: plain, isHit: false)]
    }
}
