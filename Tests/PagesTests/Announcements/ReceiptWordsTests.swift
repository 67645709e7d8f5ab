import Domain
import Pages
import Testing

/// What a receipt says of the ways that an announcement took: never that somebody was not reached who has seen it.
@Suite struct ReceiptWordsTests {
    private let now = Instant(seconds: 1_767_621_900)

    private func receipt(
        hasAccount: Bool, shown: Instant? = nil, opened: Instant? = nil, answer: Int? = nil, _ deliveries: [ReceiptDelivery] = []
    ) -> AnnouncementReceipt {
        AnnouncementReceipt(
            member: ID(high: 0, low: 1), name: "Ada Example", phone: "", groups: "", room: "", hasAccount: hasAccount, addedAt: now,
            told: hasAccount ? now : nil, shown: shown, opened: opened, answer: answer, text: "", answered: answer == nil ? nil : now,
            deliveries: deliveries)
    }

    /// The state and the last cell of its line in the spreadsheet.
    private func words(_ receipt: AnnouncementReceipt) throws -> [String] {
        var content = AnnouncementContent()
        content.answers = [.init(label: "I’m fine", asksText: false)]
        let announcement = Announcement(
            id: ID(high: 0, low: 2), tripID: ID(high: 0, low: 3), state: .sent, content: content, audienceWords: "Everyone",
            authorName: "Ida Host", madeAt: now, sentAt: now, recalledAt: nil, recalledBy: "", remindedAt: nil, correctedBy: nil,
            version: 1)
        let line = try #require(
            AnnouncementReceipts(announcement: announcement, receipts: [receipt], calls: [:]).csv().split(separator: "\r\n").last)
        let cells = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.replacing("\"", with: "") }
        return [String(cells[4]), String(cells.last ?? "")]
    }

    @Test func whoHasNoAccountIsReachedByPhoneOnlyUntilTheyHaveSeenIt() throws {
        #expect(try words(receipt(hasAccount: false)) == ["unreached", "Not joined: by phone only"])
        for reached in [
            receipt(hasAccount: false, shown: now), receipt(hasAccount: false, opened: now), receipt(hasAccount: false, answer: 0),
        ] {
            #expect(try words(reached) == [reached.state.rawValue, "No account now"])
        }
    }

    @Test func aWayThatFailedIsToldUntilAnotherOneReachedThem() throws {
        let failed = ReceiptDelivery(channel: .email, state: .failed, reason: "mailbox full")
        let pushed = ReceiptDelivery(channel: .push, state: .accepted, reason: "")
        let unreached = try words(receipt(hasAccount: true, [failed]))
        #expect(unreached[0] == "unreached" && unreached[1].hasPrefix("Email: failed."))
        #expect(try words(receipt(hasAccount: true, answer: 0, [failed])) == ["answered", "In the inbox"])
        #expect(try words(receipt(hasAccount: true, opened: now, [failed, pushed])) == ["opened", "Push: sent"])
    }
}
