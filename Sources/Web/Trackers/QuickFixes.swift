import Domain
import NIOCore
import NIOHTTP1
import Services

/// Positions of the plain kind, answered on the connection's own event loop: phones send hardly anything else, and a task and
/// the framework's way for each cost more than decoding and storing it. Whatever is not plain goes the usual way.
package struct QuickFixes: Sendable {
    /// Bytes; more is a batch.
    private static let bodyLimit = 16 * 1024
    let services: Services
    let metrics: WebMetrics
    let date: DateField

    /// Whether a request may be one of them, by its head.
    func mayTake(_ head: HTTPRequestHead) -> Bool {
        guard head.uri.hasPrefix("/t/"), head.version == .http1_1, head.isKeepAlive, head.method == .POST || head.method == .GET,
            !head.headers.contains(name: "transfer-encoding"), !head.headers.contains(name: "expect")
        else { return false }
        let length = head.headers.first(name: "content-length").map { Int($0) ?? .max } ?? 0
        return head.method == .GET ? length == 0 && head.uri.utf8.contains(UInt8(ascii: "?")) : length <= QuickFixes.bodyLimit
    }

    /// False if the request is to go the usual way after all; nothing was done then. Otherwise `done` runs, on any thread.
    func take(_ head: HTTPRequestHead, _ body: ByteBuffer?, done: @escaping @Sendable (Result<Receipt, Refusal>) -> Void) -> Bool {
        let parts = head.uri.dropFirst(3).split(separator: "?", maxSplits: 1)
        guard let token = parts.first else { return false }
        let type = head.headers.first(name: "content-type")?.lowercased() ?? ""
        let message = TrackerMessage(
            query: parts.count > 1 ? String(parts[1]) : "", isForm: type.hasPrefix("application/x-www-form-urlencoded"),
            body: body.map { Array($0.readableBytesView) } ?? [])
        return services.fixes.receivePlain(message, token: String(token), done: done)
    }

    func finish(_ receipt: Receipt) { services.fixes.finish(receipt) }

    func answer(_ receipt: Receipt) -> (head: HTTPResponseHead, body: ByteBuffer?) {
        guard case .json(let text) = receipt.reply else { return answer(.ok) }
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
