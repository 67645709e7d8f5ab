import Domain
import Foundation
import Gateways
import Services
import Synchronization
import Web

/// A mail server that takes everything, or answers as a test says.
final class FakeMailbox: Sendable {
    struct Mail: Sendable {
        let to: String
        let raw: String

        /// The lines before the first empty one, with what is folded put together.
        var head: String { raw.replacing("\r\n ", with: " ").components(separatedBy: "\r\n\r\n")[0] }
        /// Of a part, by its kind, as it was written.
        func part(_ kind: String) -> String? {
            raw.components(separatedBy: "\r\n--=_").first { $0.contains("Content-Type: \(kind)") }.flatMap { part in
                let text = part.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
                return part.contains("base64") ? decoded(base64: text) : decoded(quoted: text)
            }
        }
        /// What a link in the text leads to below that path.
        func token(_ path: String) -> String? {
            part("text/plain")?.components(separatedBy: "https://trip.example" + path).dropFirst().first.map {
                String($0.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
            }
        }
        private func decoded(base64 text: String) -> String? {
            Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { String(decoding: $0, as: UTF8.self) }
        }
        private func decoded(quoted text: String) -> String {
            let bytes = Array(text.replacing("=\r\n", with: "").utf8)
            var (output, index): ([UInt8], Int) = ([], 0)
            while index < bytes.count {
                if bytes[index] == 61, index + 2 < bytes.count,
                    let value = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
                {
                    output.append(value)
                    index += 3
                } else {
                    output.append(bytes[index])
                    index += 1
                }
            }
            return String(decoding: output, as: UTF8.self)
        }
    }
    private struct State: Sendable {
        var mails: [Mail] = []
        var answer = MailAnswer.sent
    }
    private let state = Mutex(State())

    /// Every mail that was taken.
    var mails: [Mail] { state.withLock { $0.mails } }
    func forget() { state.withLock { $0.mails = [] } }
    /// How every mail is answered from now on.
    func answer(_ answer: MailAnswer) { state.withLock { $0.answer = answer } }

    var options: MailOptions {
        var options = MailOptions()
        options.from = MailName("Trip team <team@trip.example>")
        options.origin = "https://trip.example"
        options.path = { $0.path }
        options.send = { [self] message, address in
            state.withLock { state in
                if state.answer.isSent { state.mails.append(Mail(to: address, raw: String(decoding: message, as: UTF8.self))) }
                return state.answer
            }
        }
        return options
    }
}
