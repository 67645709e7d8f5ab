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
    let layout: Layout
    let isGroup: Bool
    /// What the bot does there.
    let intro: String
    let isSetUp: Bool
    let isAdmin: Bool
    let chat: String?
    let linked: String?
    let problem: String?
    /// What may be missing in the group.
    let unsure: String?
    let code: Code?
    /// A link was made, and Telegram has not said yet what the bot is called.
    let isNameless: Bool
    let offer: String
    let back: Link
    let backTitle: String
    let make: Link
    let end: Link

    /// - Parameters:
    ///   - slug: of the trip whose group it is; nil for one's own chat.
    ///   - linking: nil where no bot is set up.
    package init(layout: Layout, slug: String?, linking: TelegramLinking?, isAdmin: Bool, zone: TripZone) {
        (self.layout, self.isAdmin) = (layout, isAdmin)
        (isGroup, isSetUp) = (slug != nil, linking != nil)
        intro =
            slug == nil
            ? Texts.said("Notices reach you in a chat with the bot, and you can answer, look up what comes and call for help there.")
            : Texts.said("Each event for everyone has one post in the group, with how many go. Announcements to everyone go there too.")
        (chat, problem) = (linking?.chat, linking?.problem)
        let names = (linking?.unsure ?? []).map { "“\($0)”" }.joined(separator: ", ")
        unsure =
            names.isEmpty
            ? nil : Texts.said("Telegram gave no answer to \(names). Look whether the group has it: it is not sent twice.")
        linked = linking?.linked.map { by, at in
            let local = zone.local(at)
            return Texts.said("Linked by \(by) on \(local.day.long) at \(local.clock).")
        }
        code = linking.flatMap { TelegramLinkPage.code($0, zone) }
        isNameless = linking?.token != nil && code == nil
        offer = chat == nil ? Texts.said("Make a link") : Texts.said("Link another one")
        back = slug.map { Path.tripSettings($0) } ?? Path.noticeSettings()
        backTitle = slug == nil ? Texts.said("Notification settings") : Texts.said("Settings")
        make = slug.map { Path.telegramGroup($0) } ?? Path.telegramLinking()
        end = slug.map { Path.endTelegramGroup($0) } ?? Path.endTelegramLinking()
    }
    package func render(into out: inout HTMLBuffer) { Template.telegramLink(self, &out) }

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
