import Domain
import Gateways

/// What the answers of push services mean (RFC 8030 §5, RFC 8292 §4.2).
enum PushOutcome {
    static func of(_ answer: PushAnswer) -> DeliveryOutcome {
        switch answer.problem {
        case .privateAddress: return .gone(reason: Texts.said("The push service has no public address"))
        case .timedOut: return .later(reason: Texts.said("The push service did not answer in time"), after: nil)
        case .unreachable: return .later(reason: Texts.said("The push service cannot be reached"), after: nil)
        case nil: return of(status: answer)
        }
    }

    private static func of(status answer: PushAnswer) -> DeliveryOutcome {
        switch answer.status {
        case 200...299: .accepted
        case 404, 410: .gone(reason: Texts.said("The browser takes no push any more"))
        case 413: .refused(reason: Texts.said("Too long for the push service"))
        case 401, 403: unauthorised(answer.text.lowercased())
        case 429:
            .later(reason: Texts.said("The push service asks to wait"), after: answer.retryAfter.map { .seconds($0) })
        case 500...599:
            .later(reason: Texts.said("The push service is out of order"), after: answer.retryAfter.map { .seconds($0) })
        default: .refused(reason: Texts.said("The push service refused the message"))
        }
    }

    /// Services say in words alone whether it is the key of this browser's subscription or the token.
    private static func unauthorised(_ text: String) -> DeliveryOutcome {
        if ["mismatch", "do not correspond", "does not match"].contains(where: text.contains) {
            return .gone(reason: Texts.said("Subscribed with another key of this server"))
        }
        return .refused(reason: Texts.said("The push service does not know this server: see push-contact, and the clock"))
    }
}
