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

    /// False if the request is to go the usual way after all; nothing was done then. Otherwise `stored` runs, on any thread.
    func take(_ head: HTTPRequestHead, _ body: ByteBuffer?, stored: @escaping @Sendable (Receipt?) -> Void) -> Bool {
        let parts = head.uri.dropFirst(3).split(separator: "?", maxSplits: 1)
        guard let token = parts.first else { return false }
        let type = head.headers.first(name: "content-type")?.lowercased() ?? ""
        let message = TrackerMessage(
            query: parts.count > 1 ? String(parts[1]) : "", isForm: type.hasPrefix("application/x-www-form-urlencoded"),
            body: body.map { Array($0.readableBytesView) } ?? [])
        return services.fixes.receivePlain(message, token: String(token), stored: stored)
    }

    func finish(_ receipt: Receipt) { services.fixes.finish(receipt) }

    func answer(_ receipt: Receipt) -> (head: HTTPResponseHead, body: ByteBuffer?) {
        metrics.count(200)
        var headers = HTTPHeaders([("date", date.text)])
        guard case .json(let text) = receipt.reply else {
            headers.add(name: "content-length", value: "0")
            return (HTTPResponseHead(version: .http1_1, status: .ok, headers: headers), nil)
        }
        headers.add(name: "content-type", value: "application/json")
        headers.add(name: "content-length", value: String(text.utf8.count))
        return (HTTPResponseHead(version: .http1_1, status: .ok, headers: headers), ByteBuffer(string: text))
    }
}
