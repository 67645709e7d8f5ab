import Domain

/// How far an announcement came, in one number: answers where it asks for any, else who opened it.
package struct ReceiptFigure: Sendable {
    /// "30 of 46".
    let count: String
    let word: String

    /// - Returns: nil where nobody was to get it.
    init?(_ announcement: Announcement, _ counts: ReceiptCounts) {
        guard counts.people > 0 else { return nil }
        let asks = !announcement.content.answers.isEmpty
        count = Texts.said("\(asks ? counts[.answered] : counts.atLeast(.opened)) of \(counts.people)")
        word = asks ? Texts.said("answered") : Texts.said("opened it")
    }
}
