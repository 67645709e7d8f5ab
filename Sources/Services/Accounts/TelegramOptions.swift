import Gateways

/// How this program is known to Telegram; absent, the buttons are too.
package struct TelegramOptions: Sendable {
    package var issuer = "https://oauth.telegram.org"
    /// The bot's number.
    package var clientID = ""
    package var clientSecret = ""
    /// For the older ways in, and for the bot; empty switches them off.
    package var botToken = ""
    /// Where the Bot API is; another one in tests.
    package var api = "https://api.telegram.org"
    /// Telegram brings what happens; else it is asked again and again, which works behind every router.
    package var takesHook = false
    /// What links in messages begin with: an https address; "" for messages without links.
    package var publicURL = ""
    package init() {}
    /// TLS, but for an issuer on this machine.
    package static func isSafe(_ issuer: String) -> Bool { OpenIDIssuer.isSafe(issuer) && !issuer.hasSuffix("/") }
    /// The same for the Bot API.
    package static func isSafe(api: String) -> Bool { TelegramHTTP.isSafe(api) }
    /// Whether the token has the form that BotFather gives it.
    package var hasBot: Bool { TelegramHTTP.isToken(botToken) }
    package var isOn: Bool { !clientID.isEmpty && !clientSecret.isEmpty }
}
