import Cryptography
import Domain
import Store

/// What people tap.
extension TelegramBot {
    func take(_ tap: TelegramTap) async throws {
        guard !tap.sender.isBot, let act = TelegramAct(tap.data) else { return say("", to: tap) }
        let trip: ID? =
            switch act {
            case .going(let event), .declining(let event): try tools.groups.trip(ofEvent: event)
            case .seen(let announcement), .answer(let announcement, _), .sure(let announcement, _):
                try tools.groups.trip(ofAnnouncement: announcement)
            case .call(let trip): trip
            case .noCall: nil
            }
        if act == .noCall { return close(tap, Texts.said("Nobody was called.")) }
        guard let trip else { return say(Texts.said("That is not there any more."), to: tap) }
        guard let actor = try tools.actor(tap.sender) else { return try lead(tap, to: trip) }
        guard let access = try tools.member(actor, on: trip) else {
            return say(Texts.said("You are not on this trip’s list."), to: tap, isAlert: true)
        }
        do {
            try await take(act, tap, access)
        } catch let refusal as Refusal {
            say(TelegramBot.sentence(refusal), to: tap, isAlert: true)
        } catch {
            say(Texts.said("It did not work. Try again in a moment."), to: tap, isAlert: true)
            throw error
        }
    }

    private func take(_ act: TelegramAct, _ tap: TelegramTap, _ access: MemberAccess) async throws {
        switch act {
        case .going(let event): say(TelegramBot.said(try await tools.myEvents.answerPlainly(event, isComing: true, access)), to: tap)
        case .declining(let event):
            say(TelegramBot.said(try await tools.myEvents.answerPlainly(event, isComing: false, access)), to: tap)
        case .seen(let announcement):
            try await tools.announcements.see(announcement, access)
            say(Texts.said("Thank you: your hosts see that you know."), to: tap)
        case .answer(let announcement, let position):
            if let (_, answer) = try tools.announcements.askedToCall(announcement, position: position, access) {
                say("", to: tap)
                return reply(asking(answer, .sure(announcement, position: position), access), to: tap.sender.id)
            }
            try await tools.announcements.answer(announcement, position: position, text: "", access)
            say(Texts.said("Your answer is saved."), to: tap)
        case .sure(let announcement, let position):
            try await tools.announcements.answer(announcement, position: position, text: "", access)
            say(Texts.said("Your hosts now know that you need help."), to: tap, isAlert: true)
            close(
                tap, Texts.said("Your hosts have been told. Share your live location here, so that they see where you are."),
                isAnswered: true)
        case .call: try await call(tap, access)
        case .noCall: break
        }
    }

    private static func said(_ outcome: (rsvp: RSVP, position: Int?)) -> String {
        switch outcome.rsvp {
        case .going: Texts.said("You’re going.")
        case .declined: Texts.said("You’re not going.")
        case .waitlisted:
            outcome.position.map { Texts.said("You’re on the waitlist, at place \($0).") } ?? Texts.said("You’re on the waitlist.")
        case .offered: Texts.said("A place is offered to you.")
        case .pending: Texts.said("You have not answered.")
        }
    }

    private static func sentence(_ refusal: Refusal) -> String {
        switch refusal {
        case .conflict(let text), .forbidden(let text), .tooMany(let text, _), .tooLarge(let text): Texts.said(text)
        case .invalid(let errors): errors.first?.said ?? ""
        case .notFound: Texts.said("That is not for you.")
        case .signInNeeded, .unavailable: Texts.said("It did not work. Try again in a moment.")
        }
    }

    // MARK: calling for help

    private func call(_ tap: TelegramTap, _ access: MemberAccess) async throws {
        // One question is one call, however often it is tapped and however often Telegram says so.
        let question = tap.message.map { "\(tap.sender.id) \($0)" } ?? tap.id
        let hash = Digest.sha256(Array("telegram call \(question)".utf8))
        let isNew = try await tools.safety.raise(
            .init(text: "", isTest: false, place: nil, client: ID(bytes: hash.prefix(16))), access)
        let said =
            isNew
            ? Texts.said("Your hosts have been told. Share your live location here, so that they see where you are.")
            : Texts.said("Your call is with the hosts already.")
        say(Texts.said("Your hosts have been told."), to: tap, isAlert: true)
        close(tap, said, isAnswered: true)
    }

    // MARK: saying

    private func say(_ text: String, to tap: TelegramTap, isAlert: Bool = false) {
        Task { [line] in _ = await line.ask(.answer(tap.id, text, isAlert: isAlert)) }
    }

    /// Whoever is in the group and unknown here gets a way in, in a chat of their own.
    private func lead(_ tap: TelegramTap, to trip: ID) throws {
        guard let group = try tools.groups.find(trip: trip), group.problem == nil, group.chat == tap.chat?.id else {
            return say(Texts.said("That is not there any more."), to: tap)
        }
        let word = invitationWord(trip, tap.sender)
        let url = name.isEmpty ? nil : "https://t.me/\(name)?start=\(word)"
        Task { [line] in _ = await line.ask(.answer(tap.id, "", url: url)) }
    }

    /// Takes the buttons away under which something is settled.
    private func close(_ tap: TelegramTap, _ text: String, isAnswered: Bool = false) {
        if !isAnswered { say("", to: tap) }
        if let chat = tap.chat, let message = tap.message { reply(.edit(message, in: chat.id, text)) }
    }
}
