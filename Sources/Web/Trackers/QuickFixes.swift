import Domain
import NIOCore
import NIOHTTP1
import Services
import Synchronization

/// Positions of the plain kind, answered on the connection's own event loop: phones send hardly anything else, and a task and
/// the framework's way for each cost more than decoding and storing it. Whatever is not plain goes the usual way.
package final class QuickFixes: Sendable {
    /// Bytes; more is a batch.
    private static let bodyLimit = 16 * 1024
    private let services: Services
    private let metrics: WebMetrics
    private let date: DateField
    private let desks = Mutex<[ObjectIdentifier: FixDesk]>([:])

    init(services: Services, metrics: WebMetrics, date: DateField) {
        self.services = services
        self.metrics = metrics
        self.date = date
    }

    /// The one of an event loop; to be called on it.
    func desk(on loop: any EventLoop) -> FixDesk {
        desks.withLock { desks in
            if let desk = desks[ObjectIdentifier(loop)] { return desk }
            let desk = FixDesk(services.fixes, on: loop)
            desks[ObjectIdentifier(loop)] = desk
            return desk
        }
    }

    /// Whether a request may be one of them, by its head.
    func mayTake(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.hasPrefix("/t/"), head.version == .http1_1, head.isKeepAlive, head.method == .POST || head.method == .GET,
            !head.headers.contains(name: "transfer-encoding"), !head.headers.contains(name: "expect")
        else { return false }
        let length = head.headers.first(name: "content-length").map { $0.whole(in: 0...QuickFixes.bodyLimit) ?? .max } ?? 0
        return head.method == .GET ? length == 0 && head.uri.utf8.contains(UInt8(ascii: "?")) : length <= QuickFixes.bodyLimit
    }

    /// What the phone says and the token that it says it with; nil without one.
    func message(_ head: HTTPRequestHead, _ body: ByteBuffer?) -> (TrackerMessage, token: String)? {
        let parts = head.uri.dropFirst(3).split(separator: "?", maxSplits: 1)
        guard let token = parts.first else { return nil }
        let type = head.headers.first(name: "content-type")?.lowercased() ?? ""
        let message = TrackerMessage(
            query: parts.count > 1 ? String(parts[1]) : "", isForm: type.hasPrefix("application/x-www-form-urlencoded"),
            body: body.map { Array($0.readableBytesView) } ?? [])
        return (message, String(token))
    }

    func answer(_ reply: TrackerReply) -> (head: HTTPResponseHead, body: ByteBuffer?) {
        guard case .json(let text) = reply else { return answer(.ok) }
        return answer(.ok, type: "application/json", text)
    }

    func answer(_ refusal: Refusal) -> (head: HTTPResponseHead, body: ByteBuffer?) {
        guard case .unavailable(let text, let seconds) = refusal else { return answer(.internalServerError) }
        return answer(
            .serviceUnavailable, type: Refusals.problemType, Refusals.problem(503, Refusals.notNow, text),
            and: [("retry-after", String(seconds))])
    }

    private func answer(
        _ status: HTTPResponseStatus, type: String? = nil, _ text: String = "", and more: [(String, String)] = []
    ) -> (head: HTTPResponseHead, body: ByteBuffer?) {
        metrics.count(Int(status.code))
        var headers = HTTPHeaders([("date", date.text), ("content-length", String(text.utf8.count))])
        headers.add(contentsOf: more)
        if let type { headers.add(name: "content-type", value: type) }
        return (HTTPResponseHead(version: .http1_1, status: status, headers: headers), text.isEmpty ? nil : ByteBuffer(string: text))
    }
}
