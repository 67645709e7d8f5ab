/// How an account, or the group of a trip, comes to be linked to Telegram.
package struct TelegramLinking: Sendable {
    /// What the bot is called; "" while Telegram could not be asked.
    package let bot: String
    /// The chat that is linked; nil for none.
    package let chat: String?
    /// Who linked it and when; nil where that is its owner.
    package let linked: (by: String, at: Instant)?
    /// Why nothing goes there any more.
    package let problem: String?
    /// A secret that links one chat, once.
    package let token: String?
    /// Until when the secret holds.
    package let ends: Instant?
    /// It is for a group.
    package let isGroup: Bool
    /// Titles of announcements of which nobody knows whether they stand in the group: Telegram gave no answer.
    package var unsure: [String] = []
    package init(
        bot: String, chat: String?, linked: (by: String, at: Instant)?, problem: String?, token: String?, ends: Instant?, isGroup: Bool
    ) {
        (self.bot, self.chat, self.linked, self.problem) = (bot, chat, linked, problem)
        (self.token, self.ends, self.isGroup) = (token, ends, isGroup)
    }

    /// Why a chat ended by itself, as it is stored.
    package static var blocked: String { Texts.said("Has blocked the bot on Telegram") }

    /// Whether there is a secret that nobody can use yet, as Telegram could not be asked what the bot is called.
    package var lacksName: Bool { token != nil && url == nil }

    /// Opens Telegram with what links the chat; nil without a secret, or while nobody knows the bot's name.
    package var url: String? {
        guard !bot.isEmpty, let token else { return nil }
        return "https://t.me/\(bot)?\(isGroup ? "startgroup" : "start")=\(token)"
    }
}
