import Domain
import QRCodes

/// Links one's own chat, or the group of a trip, to the bot.
package struct TelegramLinkPage: Page {
    package struct Code: Sendable {
        let name: String
        let viewBox: String
        let path: String
        /// Opens Telegram.
        let link: Link
        /// What is typed where no link can be opened.
        let command: String
        let until: String
    }
    /// How it stands, and what to do next.
    package struct State: Sendable {
        let heading: String
        let label: String
        let style: String
        let said: String
    }
    let layout: Layout
    let isGroup: Bool
    /// What the bot does there.
    let intro: String
    let isSetUp: Bool
    let state: State
    let chat: String?
    let linked: String?
    /// What may be missing in the group.
    let unsure: String?
    let code: Code?
    let offer: String
    /// The button is what to do next.
    let isNext: Bool
    let back: Link
    let backTitle: String
    let make: Link
    let end: Link

    /// - Parameters:
    ///   - slug: of the trip whose group it is; nil for one's own chat.
    ///   - linking: nil where no bot is set up.
    package init(layout: Layout, slug: String?, linking: TelegramLinking?, isAdmin: Bool, zone: TripZone) {
        (self.layout, isGroup, isSetUp) = (layout, slug != nil, linking != nil)
        state = TelegramLinkPage.state(linking, isGroup: slug != nil, isAdmin: isAdmin)
        intro =
            slug == nil
            ? Texts.said("Notices reach you in a chat with the bot, and you can answer, look up what comes and call for help there.")
            : Texts.said("Each event for everyone has one post in the group, with how many go. Announcements to everyone go there too.")
        chat = linking?.chat
        let names = (linking?.unsure ?? []).map { "“\($0)”" }.joined(separator: ", ")
        unsure =
            names.isEmpty
            ? nil : Texts.said("Telegram gave no answer to \(names). Look whether the group has it: it is not sent twice.")
        linked = linking?.linked.map { by, at in
            let local = zone.local(at)
            return Texts.said("Linked by \(by) on \(local.day.long) at \(local.clock).")
        }
        code = linking.flatMap { TelegramLinkPage.code($0, zone) }
        isNext = code == nil && (chat == nil || linking?.problem != nil)
        offer =
            code != nil
            ? Texts.said("Make a new link") : chat == nil ? Texts.said("Make a link") : Texts.said("Link another chat")
        back = slug.map { Path.tripSettings($0) } ?? Path.noticeSettings()
        backTitle = slug == nil ? Texts.said("Notification settings") : Texts.said("Settings")
        make = slug.map { Path.telegramGroup($0) } ?? Path.telegramLinking()
        end = slug.map { Path.endTelegramGroup($0) } ?? Path.endTelegramLinking()
    }
    package func render(into out: inout HTMLBuffer) { Template.telegramLink(self, &out) }

    private static func state(_ linking: TelegramLinking?, isGroup: Bool, isAdmin: Bool) -> State {
        guard let linking else {
            return State(
                heading: Texts.said("Not available here"), label: Texts.said("Off"), style: "",
                said: isAdmin
                    ? Texts.said("This server has no Telegram bot. Make one with BotFather, and give the server its telegram-bot-token.")
                    : Texts.said("This server has no Telegram bot. Its admins can add one."))
        }
        if let chat = linking.chat {
            let heading = Texts.said("Linked to \(chat)")
            if linking.lacksName {
                let (label, style) = linking.problem == nil ? (Texts.said("On"), "ok") : (Texts.said("Not reached"), "warn")
                return State(heading: heading, label: label, style: style, said: unasked)
            }
            guard let problem = linking.problem else {
                let said =
                    isGroup ? Texts.said("Events and announcements go to this group.") : Texts.said("Notices reach you in this chat.")
                return State(heading: heading, label: Texts.said("On"), style: "ok", said: said)
            }
            return State(
                heading: heading, label: Texts.said("Not reached"), style: "warn",
                said: !isGroup && problem == TelegramLinking.blocked
                    ? Texts.said("You have blocked the bot on Telegram. Link it again.")
                    : Texts.said("\(Texts.said(text: problem)). Link it again."))
        }
        return unlinked(linking, isGroup: isGroup)
    }

    private static var unasked: String {
        Texts.said("Telegram could not be asked what the bot is called. Reload this page in a moment.")
    }

    private static func unlinked(_ linking: TelegramLinking, isGroup: Bool) -> State {
        let (heading, off) = (Texts.said("Not linked yet"), Texts.said("Off"))
        guard linking.token != nil else {
            let said =
                isGroup
                ? Texts.said("Make a link, then choose the group in Telegram.")
                : Texts.said("Make a link, then open it in Telegram and tap Start.")
            return State(heading: heading, label: off, style: "", said: said)
        }
        if linking.lacksName { return State(heading: heading, label: off, style: "", said: unasked) }
        return State(
            heading: Texts.said("Almost done"), label: Texts.said("Waiting"), style: "warn",
            said: isGroup
                ? Texts.said("Open the link on a phone with Telegram and choose the group: it adds the bot.")
                : Texts.said("Open the link and tap Start in Telegram."))
    }

    private static func code(_ linking: TelegramLinking, _ zone: TripZone) -> Code? {
        guard let url = linking.url, let token = linking.token, let drawn = QRCode(url), let link = Path.external(https: url) else {
            return nil
        }
        return Code(
            name: "@" + linking.bot, viewBox: "0 0 \(drawn.size) \(drawn.size)", path: drawn.path, link: link,
            command: (linking.isGroup ? "/link@\(linking.bot) " : "/start ") + token,
            until: linking.ends.map { Texts.said("It works once, until \(zone.local($0).clock).") } ?? "")
    }
}
