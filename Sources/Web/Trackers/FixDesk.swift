import Domain
import NIOCore
import NIOHTTP1
import Services

/// The positions of one event loop's phones, from when they are put in until their commit is over. What belongs to a phone stays
/// on its loop; between the threads goes one message a commit.
final class FixDesk: FixCollector, QuickRoute {
    /// Bytes; more is a batch.
    private static let bodyLimit = 16 * 1024
    private struct Waiting {
        let receipt: Receipt
        let phone: QuickHandler
    }
    let mayGiveBack = false
    private let fixes: FixService
    private let replies: QuickReplies
    private let loop: any EventLoop
    /// In the order of their commits.
    private let waiting: NIOLoopBoundBox<CircularBuffer<Waiting>>

    /// On the loop, as everything but `commitIsOver`.
    init(_ fixes: FixService, _ replies: QuickReplies, on loop: any EventLoop) {
        self.fixes = fixes
        self.replies = replies
        self.loop = loop
        waiting = NIOLoopBoundBox(CircularBuffer(), eventLoop: loop)
    }

    func mayTake(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.hasPrefix("/t/"), head.isPlain(upTo: FixDesk.bodyLimit) else { return false }
        switch head.method {
        case .POST: return true
        case .GET: return head.uri.utf8.contains(UInt8(ascii: "?")) && head.headers.first(name: "content-length").map { $0 == "0" } ?? true
        default: return false
        }
    }

    func take(_ head: HTTPRequestHead, _ body: ByteBuffer?, for phone: QuickHandler) -> Bool {
        guard let (message, token) = FixDesk.message(head, body), let receipt = fixes.receivePlain(message, token: token, for: self) else {
            return false
        }
        waiting.value.append(Waiting(receipt: receipt, phone: phone))
        return true
    }

    /// What the phone says and the token that it says it with; nil without one.
    private static func message(_ head: HTTPRequestHead, _ body: ByteBuffer?) -> (TrackerMessage, token: String)? {
        let parts = head.uri.dropFirst(3).split(separator: "?", maxSplits: 1)
        guard let token = parts.first else { return nil }
        let type = head.headers.first(name: "content-type")?.lowercased() ?? ""
        let message = TrackerMessage(
            query: parts.count > 1 ? String(parts[1]) : "", isForm: type.hasPrefix("application/x-www-form-urlencoded"),
            body: body.map { Array($0.readableBytesView) } ?? [])
        return (message, String(token))
    }

    func commitIsOver(_ commit: Int, _ error: (any Error)?) {
        loop.execute { self.finish(commit, error) }
    }

    private func finish(_ commit: Int, _ error: (any Error)?) {
        while let next = waiting.value.first, next.receipt.commit == commit {
            waiting.value.removeFirst()
            if let error { fail(next, error) } else { finish(next) }
        }
    }

    /// Stored is stored, and moves the board, whether or not the phone is still there to hear of it.
    private func finish(_ waiting: Waiting) {
        fixes.finish(waiting.receipt)
        waiting.phone.finish(answer(waiting.receipt.reply))
    }

    private func fail(_ waiting: Waiting, _ error: any Error) {
        if let receipt = fixes.receiveAgain(waiting.receipt, for: self) {
            self.waiting.value.append(Waiting(receipt: receipt, phone: waiting.phone))
        } else {
            waiting.phone.finish(answer(fixes.refusal(error)))
        }
    }

    private func answer(_ reply: TrackerReply) -> QuickAnswer {
        guard case .json(let json) = reply else { return replies.answer() }
        return replies.answer(type: "application/json", ByteBuffer(bytes: json.bytes))
    }

    private func answer(_ refusal: Refusal) -> QuickAnswer {
        guard case .unavailable(let text, let seconds) = refusal else { return replies.answer(.internalServerError) }
        return replies.answer(
            .serviceUnavailable, type: Refusals.problemType, ByteBuffer(bytes: Refusals.problem(503, Refusals.notNow, text).bytes),
            and: [("retry-after", String(seconds))])
    }
}
