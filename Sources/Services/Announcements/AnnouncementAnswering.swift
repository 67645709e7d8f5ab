import Domain
import Store

/// People answer an announcement that they got.
extension AnnouncementService {
    /// How an answer came.
    package struct Sent: Sendable {
        /// The id under which a browser kept it: as a call for help it counts once, however often it arrives.
        package let client: ID?
        /// When it was given, where it waited in a browser for a line; nil for now.
        package let meantAt: Instant?
        /// Whether it stands for one that the browser sent before it, or beside it, as a call does.
        package let isInstead: Bool
        /// When the answer that its page showed was given; nil where that showed none.
        package let seen: Instant?
        /// Where the browser says that the phone is, for a call.
        package let place: HelpCase.Location?
        package init(
            client: ID? = nil, meantAt: Instant? = nil, isInstead: Bool = false, seen: Instant? = nil,
            place: HelpCase.Location? = nil
        ) {
            (self.client, self.meantAt, self.isInstead, self.seen, self.place) = (client, meantAt, isInstead, seen, place)
        }
    }

    /// An answer that asks for help is a call for help, like the button's: also when the announcement has ended or was recalled
    /// meanwhile, and when its words are too long to be kept.
    /// - Returns: the answer that was chosen.
    @discardableResult
    package func answer(
        _ id: ID, position: Int?, text: String, sent: Sent = Sent(), _ access: MemberAccess
    ) async throws -> AnnouncementAnswer? {
        guard let own = try store.own(id, member: access.member, trip: access.trip.id) else { throw Refusal.notFound }
        let text = tidyLine(text)
        let calling = AnnouncementService.callingAnswer(own.announcement, position)
        // The call first: it must not wait for anything else.
        if let calling {
            let call = AnnouncementCall(own.announcement, calling, typed: text, sent: sent.client, at: system.now())
            try await callForHelp(call, sent, access)
        }
        var check = Validation()
        check.require(position != nil, "answer", "Choose one of the answers.")
        check.require(
            text.count <= AnnouncementContent.lineLimit, "text",
            calling != nil
                ? "Your hosts now know that you need help. Your words are too long: at most 200 characters are kept here."
                : "At most 200 characters, this has \(grouped(text.count)).")
        try check.check()
        guard let position else { return nil }
        do {
            let given = AnnouncementStore.Given(
                position: position, text: text, meantAt: sent.meantAt, isInstead: sent.isInstead, seen: sent.seen)
            let now = system.now()
            try await unread.whileChanging([access.actor.account.id]) {
                try await store.answer(id, trip: access.trip.id, member: access.member, given, at: now)
            }
        } catch Refusal.conflict where calling != nil {
            // Whoever has called reads how their call stands, not that a question is over or answered meanwhile.
            return calling
        }
        let answers = own.announcement.content.answers
        return answers.indices.contains(position) ? answers[position] : nil
    }

    /// What somebody is about to call for help with who chose this answer; nil for one that asks for no help.
    package func askedToCall(
        _ id: ID, position: Int?, _ access: MemberAccess
    ) throws -> (asked: OwnAnnouncement, answer: AnnouncementAnswer)? {
        guard let own = try store.own(id, member: access.member, trip: access.trip.id) else { throw Refusal.notFound }
        return AnnouncementService.callingAnswer(own.announcement, position).map { (own, $0) }
    }

    private static func callingAnswer(_ announcement: Announcement, _ position: Int?) -> AnnouncementAnswer? {
        let answers = announcement.content.answers
        guard let position, !announcement.state.isOpen, answers.indices.contains(position), answers[position].asksForHelp else {
            return nil
        }
        return answers[position]
    }

    private func callForHelp(_ call: AnnouncementCall, _ sent: Sent, _ access: MemberAccess) async throws {
        let waited = sent.meantAt.map { system.now() - $0 } ?? .zero
        try await safety.raise(.init(text: call.text, isTest: false, place: sent.place, client: call.client, waited: waited), access)
    }
}
