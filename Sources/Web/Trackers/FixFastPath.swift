import Domain
import NIOCore
import NIOHTTP1
import Services

/// Takes the positions of the phones on one event loop. Everything of a phone stays on its loop; only one message for each commit crosses
/// threads.
final class FixFastPath: FastPath {
    /// Bytes; more is a batch.
    private static let bodyLimit = 16 * 1024
    let mayFallBack = false
    private let queue: NIOLoopBound<FixQueue>
    private let commits: FixCommits

    /// On the loop, as everything here.
    init(_ fixes: FixService, on loop: any EventLoop) {
        let queue = NIOLoopBound(FixQueue(fixes), eventLoop: loop)
        self.queue = queue
        commits = FixCommits { commit in loop.execute { queue.value.resolve(commit) } }
    }

    func mayHandle(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.hasPrefix("/t/"), head.isPlain(upTo: FixFastPath.bodyLimit) else { return false }
        switch head.method {
        case .POST: return true
        case .GET: return head.uri.utf8.contains(UInt8(ascii: "?")) && head.headers.first(name: "content-length").map { $0 == "0" } ?? true
        default: return false
        }
    }

    func handle(_ head: HTTPRequestHead, _ body: ByteBuffer?, for phone: FastPathHandler) -> Bool {
        let parts = head.uri.dropFirst(3).split(separator: "?", maxSplits: 1)
        guard let token = parts.first else { return false }
        let message = TrackerMessage(
            query: parts.count > 1 ? String(parts[1]) : "", contentType: head.headers.first(name: "content-type"),
            body: body.map { Array($0.readableBytesView) } ?? [])
        return queue.value.ingest(message, token: String(token), from: phone, commits)
    }
}

extension FastPathHandler: WaitingPhone {
    func hear(_ reply: TrackerReply) {
        finish(responses.make(type: reply.json.map { _ in "application/json" }, reply.json.map { ByteBuffer(bytes: $0.bytes) }))
    }

    func hear(_ refusal: Refusal) {
        guard case .unavailable(let text, let seconds) = refusal else { return finish(responses.make(.internalServerError)) }
        finish(
            responses.make(
                .serviceUnavailable, type: Refusals.problemType,
                ByteBuffer(bytes: Refusals.problem(503, Refusals.notNow, text).bytes), and: [("retry-after", String(seconds))]))
    }
}
