import Domain
import NIOCore
import NIOHTTP1
import Services

/// Answers tiles that lie in memory on the connection's own event loop, before the framework: a map asks for dozens at
/// once. Whatever it does not answer goes the usual way and is decided by the same services.
package struct QuickTiles: Sendable {
    let services: Services
    let metrics: WebMetrics
    let date: DateField

    /// The whole answer as it goes onto the line; nothing of it is left to the encoder, which takes as long as all else.
    func answer(_ request: HTTPRequestHead) -> ByteBuffer? {
        guard request.method == .GET, request.version == .http1_1, request.isKeepAlive, request.uri.hasPrefix("/tiles/"),
            !request.headers.contains(name: "content-length"), !request.headers.contains(name: "transfer-encoding"),
            request.headers["accept-encoding"].contains(where: { $0.holds("gzip") }), services.signedIn(request) != nil,
            let tile = tile(request.uri)
        else { return nil }
        let tag = "\"\(tile.tag)-gz\""
        let isKnown = request.headers["if-none-match"].first == tag
        metrics.count(isKnown ? 304 : 200)
        var bytes = ByteBuffer()
        bytes.reserveCapacity(1024 + (isKnown ? 0 : tile.packed.count))
        bytes.writeStaticString(isKnown ? "HTTP/1.1 304 Not Modified\r\n" : "HTTP/1.1 200 OK\r\n")
        bytes.writeBytes(tile.isCurrent ? QuickTiles.keptHeaders : QuickTiles.checkedHeaders)
        bytes.writeString("etag: \(tag)\r\ndate: \(date.text)\r\n")
        bytes.writeString(isKnown ? "\r\n" : "content-length: \(tile.packed.count)\r\n\r\n")
        if !isKnown { bytes.writeBytes(tile.packed) }
        return bytes
    }

    private static let keptHeaders = headers(isCurrent: true)
    private static let checkedHeaders = headers(isCurrent: false)

    /// All that do not change with the tile.
    private static func headers(isCurrent: Bool) -> [UInt8] {
        var headers = HTTPHeaders(TileRoutes.fields(isCurrent: isCurrent, isPacked: true))
        SecurityHeaders.add(to: &headers)
        return Array(headers.map { "\($0.name): \($0.value)\r\n" }.joined().utf8)
    }

    private func tile(_ address: String) -> TileService.Tile? {
        let parts = address.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        guard parts.count == 6, let style = MapStyle(rawValue: String(parts[1])), parts[5].hasSuffix(".svg"), let zoom = parts[3].ordinal,
            let x = parts[4].ordinal, let y = parts[5].dropLast(4).ordinal
        else { return nil }
        return services.tiles.kept(style: style, version: String(parts[2]), zoom: zoom, x: x, y: y)
    }
}
