import Domain
import NIOCore
import NIOHTTP1

/// Makes the responses of fast paths, and counts them.
struct FastPathResponses: Sendable {
    let metrics: WebMetrics
    let date: DateField

    func make(
        _ status: HTTPResponseStatus = .ok, type: String? = nil, _ text: String = "", and more: [(String, String)] = []
    ) -> FastPathResponse {
        make(status, type: type, text.isEmpty ? nil : ByteBuffer(string: text), and: more)
    }

    func make(
        _ status: HTTPResponseStatus = .ok, type: String?, _ body: ByteBuffer?, and more: [(String, String)] = []
    ) -> FastPathResponse {
        metrics.count(Int(status.code))
        var headers = HTTPHeaders([("date", date.text), ("content-length", String(body?.readableBytes ?? 0))])
        headers.add(contentsOf: more)
        if let type { headers.add(name: "content-type", value: type) }
        return FastPathResponse(head: HTTPResponseHead(version: .http1_1, status: status, headers: headers), body: body)
    }
}
