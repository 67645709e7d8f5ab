import Domain
import Store

/// People answer an announcement that they got.
extension AnnouncementService {
    /// An answer that asks for help is a call for help, like the button's: also when the announcement has ended or was recalled
    /// meanwhile, and when its words are too long to be kept.
    /// - Returns: the answer that was chosen.
    @discardableResult
    package func answer(_ id: ID, position: Int?, text: String, _ access: MemberAccess) async throws -> AnnouncementAnswer? {
        guard let own = try store.own(id, member: access.member, trip: access.trip.id) else { throw Refusal.notFound }
        let text = tidyLine(text)
        let hasCalled = try await callForHelp(own.announcement, position, text, access)
        var check = Validation()
        check.require(position != nil, "answer", "Choose one of the answers.")
        check.require(
            text.count <= AnnouncementContent.lineLimit, "text",
            hasCalled
                ? Texts.said("Your hosts now know that you need help. Your words are too long: at most 200 characters are kept here.")
                : "At most 200 characters, this has \(text.count).")
        try check.check()
        guard let position else { return nil }
        do {
            try await store.answer(id, trip: access.trip.id, member: access.member, position: position, text: text, at: system.now())
        } catch Refusal.conflict where hasCalled {
            throw Refusal.conflict("It no longer takes answers, but your hosts now know that you need help.")
        }
        tellReader(id, access)
        let answers = own.announcement.content.answers
        return answers.indices.contains(position) ? answers[position] : nil
    }

    /// The call first: it must not wait for anything else.
    /// - Returns: false for an answer that asks for no help.
    private func callForHelp(_ announcement: Announcement, _ position: Int?, _ text: String, _ access: MemberAccess) async throws -> Bool {
        let (content, answers) = (announcement.content, announcement.content.answers)
        guard let position, !announcement.state.isOpen, answers.indices.contains(position), answers[position].asksForHelp else {
            return false
        }
        let words = [answers[position].label, answers[position].asksText ? text : ""].filter { !$0.isEmpty }.joined(separator: ": ")
        let said = Texts.said("\(words) (answer to “\(content.title)”)")
        // A double tap and a repeated request within a minute are one call. Other words are not: they say where somebody is.
        let minute = UInt64(bitPattern: system.now().seconds / 60)
        let client = ID(high: announcement.id.high, low: announcement.id.low ^ minute ^ AnnouncementService.hash(words))
        try await safety.raise(
            .init(text: String(said.prefix(HelpCase.textLimit)), isTest: false, place: nil, client: client), access)
        return true
    }

    /// FNV-1a, 64 bits: the same for the same words, whenever the program was started.
    private static func hash(_ words: String) -> UInt64 {
        words.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
