import CFetch
import Domain

/// Asks the Bot API. The address holds the bot's token: it is in no log and in no error.
package struct TelegramHTTP: Sendable {
    private static let byteLimit = 4 << 20
    private static let usual = 15_000
    private let address: String
    private let token: String
    private let isOwn: Bool

    /// - Parameters:
    ///   - api: "https://api.telegram.org", or a server of this machine for tests.
    ///   - token: as BotFather gave it.
    package init(api: String, token: String) {
        (address, self.token) = (api + "/bot" + token + "/", token)
        isOwn = TelegramHTTP.isOwn(api)
    }

    /// Digits, a colon, and letters that need no escaping in an address.
    package static func isToken(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 100, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        return parts[0].utf8.allSatisfy { (48...57).contains($0) }
            && parts[1].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// TLS, but for a server of this machine.
    package static func isSafe(_ api: String) -> Bool {
        guard let address = WebAddress(api), !api.hasSuffix("/") else { return false }
        return address.isSecure || isOwn(api)
    }

    private static func isOwn(_ api: String) -> Bool {
        WebAddress(api).map { ["127.0.0.1", "localhost", "[::1]"].contains($0.host) } ?? false
    }

    /// - Parameter waiting: for which Telegram may hold the answer back.
    /// - Returns: an answer without a code where none came.
    package func send(_ request: TelegramRequest, waiting: Duration = .zero) async -> TelegramAnswer {
        await Flight(
            url: address + request.method, headers: [("Content-Type", "application/json")], body: request.body.bytes,
            byteLimit: TelegramHTTP.byteLimit, milliseconds: TelegramHTTP.usual + Int(waiting.components.seconds) * 1000,
            allowsPrivate: isOwn, isSingle: request.method.hasPrefix("send")
        ).send(TelegramAnswer()) { [token] found in
            if var answer = TelegramAnswer(Array(found.bytes)) {
                // It is logged and shown.
                answer.said = answer.said.replacing(token, with: "…")
                return answer
            }
            // What stands between here and Telegram may answer in its own words.
            var answer = TelegramAnswer()
            answer.isUnsent = found.is_unsent != 0
            answer.code = found.failure == FETCH_DONE && found.status != 200 ? found.status : 0
            answer.retryAfter = found.retry_after >= 0 ? min(found.retry_after, 86_400) : nil
            return answer
        }
    }
}
