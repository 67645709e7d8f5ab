import Domain
import NIOCore
import NIOHTTP1
import Pages
import Services

/// Answers to invitations, given on the page of a personal link. An answer that cannot be stored goes the usual way, which judges it again
/// and gives the reason.
package struct InvitationFastPath: FastPath, Sendable {
    /// Bytes.
    private static let bodyLimit = 4096
    private static let prefix = "/r/"
    let mayFallBack = true
    let services: AppServices
    let responses: FastPathResponses

    func mayHandle(_ head: HTTPRequestHead) -> Bool {
        head.method == .POST && head.uri.hasPrefix(InvitationFastPath.prefix) && head.isPlainForm(upTo: InvitationFastPath.bodyLimit)
            && head.headers.first(name: "accept") != "application/json" && !head.headers.contains(name: PageEnd.account)
    }

    func handle(_ head: HTTPRequestHead, _ body: ByteBuffer?, for handler: FastPathHandler) -> Bool {
        guard let body, CrossSite.admits(head.headers), let token = InvitationFastPath.token(head.uri),
            let form = try? Form(body: Array(body.readableBytesView), contentType: ""), let isComing = form.isComing,
            let loop = handler.loop
        else { return false }
        let handler = NIOLoopBound(handler, eventLoop: loop)
        services.answers.answerPlain(
            token: token, isComing: isComing, seen: .init(form["seen"]), meantAt: form.meantAt(services.system.now()),
            leave: { loop.execute($0) }
        ) { time in
            handler.value.finish(
                time.map { responses.make(.seeOther, and: [("location", form.afterAnswer(token, at: $0).text)]) })
        }
        return true
    }

    /// `/r/{token}` and nothing behind it.
    private static func token(_ target: String) -> String? {
        let token = target.utf8.dropFirst(prefix.utf8.count)
        let isWhole = token.allSatisfy { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "%") }
        return isWhole && !token.isEmpty ? String(Substring(token)) : nil
    }
}

extension Form {
    /// An answer to an invitation; nil for anything else.
    var isComing: Bool? { Form.isComing(self["answer"]) }

    static func isComing(_ answer: String) -> Bool? {
        switch answer {
        case "yes": true
        case "no": false
        default: nil
        }
    }

    /// The page of a personal link, which offers to undo what was answered where the form says what was before.
    func afterAnswer(_ token: String, at time: Instant) -> Link {
        RSVP(rawValue: self["before"]).map { Path.personal(token).asking([("before", $0.rawValue), ("at", time.inAddress)]) }
            ?? Path.personal(token)
    }
}
