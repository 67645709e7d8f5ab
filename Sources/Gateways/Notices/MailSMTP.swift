import CMail
import Domain
import Foundation
import Synchronization

/// What a mail server said, or why it said nothing.
package struct MailAnswer: Sendable, Equatable {
    /// Why it did not come to an answer about the mail.
    package enum Problem: Sendable { case login, insecure, timedOut, unreachable }
    /// What the last answer was about.
    package enum Stage: Sendable { case greeting, sender, recipient, message }
    package var problem: Problem?
    package var stage = Stage.greeting
    /// Of three digits (RFC 5321 §4.2); 0 if there was none.
    package var status = 0
    /// What it said besides, at most 500 letters.
    package var text = ""
    package var isSent = false
    package init() {}

    /// It has taken the mail.
    package static let sent: MailAnswer = {
        var answer = MailAnswer()
        (answer.isSent, answer.stage, answer.status) = (true, .message, 250)
        return answer
    }()
}

/// Hands mail to one server. Connections stay open for the next mail; a server that is silent for half a minute has not answered.
package final class MailSMTP: Sendable {
    private static let milliseconds = 60_000
    private static let answerSeconds = 30
    private static let isPrepared: Void = mail_prepare()

    private let server: MailServer
    private let from: MailName
    private let authorities: String
    /// Sessions that nobody uses now, as numbers of their addresses.
    private let idle = Mutex<[UInt]>([])
    private let queue = DispatchQueue(label: "mail", attributes: .concurrent)

    /// - Parameter authorities: a file with the certificates that the server's is checked by; "" for those of the system.
    package init(server: MailServer, from: MailName, authorities: String) {
        (self.server, self.from, self.authorities) = (server, from, authorities)
    }

    deinit {
        for number in idle.withLock({ $0 }) { mail_close(OpaquePointer(bitPattern: number)) }
    }

    /// Blocks no task: mails go out on threads of their own.
    package func send(_ message: [UInt8], to address: String) async -> MailAnswer {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: deliver(message, to: address)) }
        }
    }

    private func deliver(_ message: [UInt8], to address: String) -> MailAnswer {
        _ = MailSMTP.isPrepared
        guard let number = idle.withLock({ $0.popLast() }) ?? mail_open().map({ UInt(bitPattern: $0) }) else { return MailAnswer() }
        defer { idle.withLock { $0.append(number) } }
        var answer = mail_answer()
        message.withUnsafeBytes { bytes in
            with(server.url + "/" + from.domain, address) { url, to, from, user, password, authorities in
                var request = mail_request()
                (request.url, request.to, request.from) = (url, to, from)
                (request.user, request.password, request.authorities) = (user, password, authorities)
                request.message = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                request.length = bytes.count
                // On this machine nobody listens in between; a file of certificates says that TLS is wanted there too.
                request.needs_tls = server.isOwn && !server.isSecure && self.authorities.isEmpty ? 0 : 1
                request.milliseconds = MailSMTP.milliseconds
                request.answer_seconds = MailSMTP.answerSeconds
                mail_send(OpaquePointer(bitPattern: number), &request, &answer)
            }
        }
        return MailAnswer(answer)
    }

    private typealias Words = UnsafePointer<CChar>

    private func with(_ url: String, _ to: String, _ body: (Words, Words, Words, Words, Words, Words) -> Void) {
        url.withCString { url in
            to.withCString { to in
                from.address.withCString { from in
                    server.user.withCString { user in
                        server.password.withCString { password in
                            authorities.withCString { body(url, to, from, user, password, $0) }
                        }
                    }
                }
            }
        }
    }
}

extension MailAnswer {
    fileprivate init(_ answer: mail_answer) {
        self.init()
        status = Int(answer.status)
        text = withUnsafeBytes(of: answer.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        stage =
            switch answer.stage {
            case MAIL_SENDER: .sender
            case MAIL_RECIPIENT: .recipient
            case MAIL_MESSAGE: .message
            default: .greeting
            }
        switch answer.failure {
        case MAIL_SENT: isSent = true
        case MAIL_REFUSED: break
        case MAIL_LOGIN: problem = .login
        case MAIL_TLS: problem = .insecure
        case MAIL_TIMEOUT: problem = .timedOut
        default: problem = .unreachable
        }
    }
}
