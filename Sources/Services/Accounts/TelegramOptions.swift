import Gateways

/// How this program is known to Telegram; absent, the buttons are too.
package struct TelegramOptions: Sendable {
    package var issuer = "https://oauth.telegram.org"
    /// The bot's number.
    package var clientID = ""
    package var clientSecret = ""
    /// For the older ways in; empty switches them off.
    package var botToken = ""
    package init() {}
    /// TLS, but for an issuer on this machine.
    package static func isSafe(_ issuer: String) -> Bool { OpenIDIssuer.isSafe(issuer) && !issuer.hasSuffix("/") }
    package var isOn: Bool { !clientID.isEmpty && !clientSecret.isEmpty }
}
