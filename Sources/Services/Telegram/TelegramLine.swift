import Domain
import Gateways
import Synchronization

/// The one way to the Bot API, which keeps its limits.
final class TelegramLine: Sendable {
    private let http: TelegramHTTP
    private let system: SystemInputs
    private let limiter = Mutex(TelegramLimiter())

    init(_ options: TelegramOptions, _ system: SystemInputs) {
        http = TelegramHTTP(api: options.api, token: options.botToken)
        self.system = system
    }

    /// Asks at once: for what no limit holds, or for what was admitted.
    func ask(_ request: TelegramRequest, waiting: Duration = .zero) async -> TelegramAnswer {
        let answer = await http.send(request, waiting: waiting)
        if let chat = request.chat { limiter.withLock { $0.landed(chat, at: system.uptime()) } }
        if answer.code == 429 {
            // Some answers of that kind do not say for how long.
            let wait = Duration.seconds(answer.retryAfter ?? 5)
            limiter.withLock { $0.hold(request.chat, for: wait, at: system.uptime()) }
        }
        return answer
    }

    /// Waits until the limits let it go.
    /// - Parameters:
    ///   - patience: for how long at most; after that it was not sent, which the answer says as Telegram would.
    ///   - begin: what is done once they let it go, before it leaves.
    func send(
        _ request: TelegramRequest, patience: Duration, begin: @Sendable () async throws -> Void = {}
    ) async rethrows -> TelegramAnswer {
        guard let chat = request.chat else { return await ask(request) }
        let end = system.uptime() + patience
        while let wait = limiter.withLock({ $0.admit(chat, at: system.uptime()) }) {
            guard system.uptime() + wait <= end, (try? await Task.sleep(for: wait)) != nil else { return TelegramLine.busy(wait) }
        }
        do { try await begin() } catch {
            limiter.withLock { $0.landed(chat, at: system.uptime()) }
            throw error
        }
        return await ask(request)
    }

    /// Counts a request that `ask` then sends, if the limits let it go now.
    func admits(_ chat: Int) -> Bool { limiter.withLock { $0.admit(chat, at: system.uptime()) == nil } }

    private static func busy(_ wait: Duration) -> TelegramAnswer {
        var answer = TelegramAnswer()
        (answer.code, answer.retryAfter) = (429, Int(wait.components.seconds) + 1)
        return answer
    }
}

/// What an answer means for a notice.
enum TelegramOutcome {
    static func of(_ answer: TelegramAnswer) -> DeliveryOutcome {
        let wait = answer.retryAfter.map { Duration.seconds($0) }
        if answer.isOK { return .accepted }
        if answer.isShut { return .gone(reason: TelegramLinking.blocked) }
        switch answer.code {
        case 0 where answer.isUnsent: return .later(reason: Texts.said("Telegram cannot be reached"), after: nil)
        case 0: return .unsure
        case 429: return .later(reason: Texts.said("Telegram asks to wait"), after: wait)
        case 500...599: return .later(reason: Texts.said("Telegram is out of order"), after: wait)
        case 401, 404: return .later(reason: Texts.said("Telegram does not know this server’s bot"), after: nil)
        default: return .refused(reason: Texts.said("Telegram refused the message"))
        }
    }
}
