import Domain
import Gateways

/// What the answers of mail servers mean (RFC 5321 §4.2).
enum MailOutcome {
    /// - Parameter address: that it went to, which reasons do not repeat.
    static func of(_ answer: MailAnswer, to address: String) -> DeliveryOutcome {
        if answer.isSent { return .accepted }
        switch answer.problem {
        case .login: return .later(reason: Texts.said("The mail server refuses name and password: see smtp-url"), after: nil)
        case .insecure: return .later(reason: Texts.said("The mail server offers no TLS that can be trusted: see smtp-url"), after: nil)
        case .timedOut: return .later(reason: Texts.said("The mail server did not answer in time"), after: nil)
        case .unreachable: return .later(reason: Texts.said("The mail server cannot be reached"), after: nil)
        case nil: return of(status: answer, words(answer, but: address))
        }
    }

    private static func of(status answer: MailAnswer, _ words: String) -> DeliveryOutcome {
        guard answer.status >= 500 else {
            return .later(reason: Texts.said("The mail server asks to wait: \(words)"), after: nil)
        }
        switch answer.stage {
        // What is wrong there is wrong for every address.
        case .greeting, .sender: return .later(reason: Texts.said("The mail server does not take our mail: \(words)"), after: nil)
        case .recipient where isFull(answer): return .later(reason: Texts.said("The mailbox is full: \(words)"), after: nil)
        case .recipient where isPolicy(answer): return .refused(reason: Texts.said("The mail server refused the message: \(words)"))
        case .recipient: return .gone(reason: Texts.said("The mail server does not know the address: \(words)"))
        case .message: return .refused(reason: Texts.said("The mail server refused the message: \(words)"))
        }
    }

    /// A full mailbox is one (RFC 3463 §3.3).
    private static func isFull(_ answer: MailAnswer) -> Bool { answer.status == 552 || answer.text.hasPrefix("5.2.2") }
    /// That says nothing of the address (RFC 3463 §3.8), nor does a wish for a name and a password.
    private static func isPolicy(_ answer: MailAnswer) -> Bool { answer.status == 530 || answer.text.hasPrefix("5.7.") }

    private static func words(_ answer: MailAnswer, but address: String) -> String {
        let text = tidyLine(answer.text).replacing(address, with: "…")
        return "\(answer.status) \(text.prefix(200))"
    }
}
