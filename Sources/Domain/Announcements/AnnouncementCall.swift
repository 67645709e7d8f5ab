/// A call for help that is an answer to an announcement.
package struct AnnouncementCall: Sendable {
    /// What the hosts read: the answer, what was typed with it, and what was asked.
    package let text: String
    /// The call's own id, which says of which announcement it is. What a browser kept is one call, however often it arrives; without a
    /// browser's id, a double tap and a repeated request within a minute are. Other words are not: they say where somebody is.
    package let client: ID

    /// - Parameters:
    ///   - typed: words that go with the answer; left out where it takes none.
    ///   - sent: the id under which a browser kept the answer.
    package init(_ announcement: Announcement, _ answer: AnnouncementAnswer, typed: String, sent: ID? = nil, at now: Instant) {
        let words = [answer.label, answer.asksText ? typed : ""].filter { !$0.isEmpty }.joined(separator: ": ")
        let said = Texts.said("\(words) (answer to “\(announcement.content.title)”)")
        let once = sent.map { $0.high ^ $0.low } ?? UInt64(bitPattern: now.seconds / 60)
        text = String(said.prefix(HelpCase.textLimit))
        client = ID(high: announcement.id.high, low: announcement.id.low ^ once ^ AnnouncementCall.hash(words))
    }

    /// Whether a call with this id is an answer to the announcement.
    package static func isOf(_ announcement: ID, client: ID) -> Bool { client.high == announcement.high }

    /// FNV-1a, 64 bits: the same for the same words, whenever the program was started.
    private static func hash(_ words: String) -> UInt64 {
        words.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
