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

    func answer(_ request: HTTPRequestHead) -> (head: HTTPResponseHead, body: ByteBuffer)? {
        guard request.method == .GET, request.isKeepAlive, request.uri.hasPrefix("/tiles/"),
            !request.headers.contains(name: "content-length"), !request.headers.contains(name: "transfer-encoding"),
            request.headers["accept-encoding"].contains(where: { $0.holds("gzip") }), isSignedIn(request), let tile = tile(request.uri)
        else { return nil }
        let fields = TileRoutes.fields(tile, isPacked: true)
        let isKnown = request.headers["if-none-match"].first == fields.first { $0.0 == "etag" }?.1
        var headers = HTTPHeaders(fields)
        headers.add(name: "date", value: date.text)
        if !isKnown { headers.add(name: "content-length", value: String(tile.packed.count)) }
        metrics.count(isKnown ? 304 : 200)
        return (
            HTTPResponseHead(version: .http1_1, status: isKnown ? .notModified : .ok, headers: headers),
            isKnown ? ByteBuffer() : ByteBuffer(bytes: tile.packed)
        )
    }

    private func isSignedIn(_ request: HTTPRequestHead) -> Bool {
        guard let token = SessionCookie.token(in: request.headers["cookie"]), let found = try? services.accounts.sessions.find(token: token)
        else { return false }
        return !found.isPending && !found.actor.mustSetUpSecondFactor
    }

    private func tile(_ address: String) -> TileService.Tile? {
        let parts = address.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        guard parts.count == 6, let style = MapStyle(rawValue: String(parts[1])), parts[5].hasSuffix(".svg"), let zoom = parts[3].ordinal,
            let x = parts[4].ordinal, let y = parts[5].dropLast(4).ordinal
        else { return nil }
        return services.tiles.kept(style: style, version: String(parts[2]), zoom: zoom, x: x, y: y)
    }
}
