import Domain
import NIOCore
import NIOHTTP1

/// Makes the answers of quick routes, and counts them.
struct QuickReplies: Sendable {
    let metrics: WebMetrics
    let date: DateField

    func answer(
        _ status: HTTPResponseStatus = .ok, type: String? = nil, _ text: String = "", and more: [(String, String)] = []
    ) -> QuickAnswer {
        answer(status, type: type, text.isEmpty ? nil : ByteBuffer(string: text), and: more)
    }

    func answer(
        _ status: HTTPResponseStatus = .ok, type: String?, _ body: ByteBuffer?, and more: [(String, String)] = []
    ) -> QuickAnswer {
        metrics.count(Int(status.code))
        var headers = HTTPHeaders([("date", date.text), ("content-length", String(body?.readableBytes ?? 0))])
        headers.add(contentsOf: more)
        if let type { headers.add(name: "content-type", value: type) }
        return QuickAnswer(head: HTTPResponseHead(version: .http1_1, status: status, headers: headers), body: body)
    }
}
