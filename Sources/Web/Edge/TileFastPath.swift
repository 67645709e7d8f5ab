import Domain
import NIOCore
import NIOHTTP1
import Services

/// Answers requests for tiles in memory before they are parsed: a map asks for dozens at once, and the parser and the encoder take longer
/// than everything else. Other requests go the usual way, and the same services decide on them.
package struct TileFastPath: Sendable {
    let services: AppServices
    let metrics: WebMetrics
    let date: DateField

    /// The whole response as it goes onto the line.
    func response(_ bytes: UnsafeRawBufferPointer) -> ByteBuffer? {
        guard let request = PlainGet(bytes, prefix: "/tiles/"), request.acceptEncoding?.containsASCII("gzip") == true,
            let cookie = request.cookie, (try? Need.signedIn.prove(services.requester(cookie: cookie))) != nil,
            let tile = tile(request.target)
        else { return nil }
        let tag = "\"\(tile.tag)-gz\""
        let isKnown = request.ifNoneMatch?.elementsEqual(tag.utf8) == true
        metrics.count(isKnown ? 304 : 200)
        var bytes = ByteBuffer()
        bytes.reserveCapacity(1024 + (isKnown ? 0 : tile.packed.count))
        bytes.writeStaticString(isKnown ? "HTTP/1.1 304 Not Modified\r\netag: " : "HTTP/1.1 200 OK\r\netag: ")
        bytes.writeString(tag)
        bytes.writeBytes(tile.isCurrent ? TileFastPath.keptHeaders : TileFastPath.checkedHeaders)
        bytes.writeString(date.text)
        if isKnown {
            bytes.writeStaticString("\r\n\r\n")
        } else {
            bytes.writeStaticString("\r\ncontent-length: ")
            bytes.writeString(String(tile.packed.count))
            bytes.writeStaticString("\r\n\r\n")
            bytes.writeBytes(tile.packed)
        }
        return bytes
    }

    private static let keptHeaders = headers(isCurrent: true)
    private static let checkedHeaders = headers(isCurrent: false)

    /// All that do not change with the tile, from the end of one field to the beginning of the date.
    private static func headers(isCurrent: Bool) -> [UInt8] {
        var headers = HTTPHeaders(TileFastPath.fields(isCurrent: isCurrent, isGzipped: true))
        SecurityHeaders.add(to: &headers)
        return Array("\r\n\(headers.map { "\($0.name): \($0.value)\r\n" }.joined())date: ".utf8)
    }

    /// `/tiles/{style}/{version}/{zoom}/{x}/{y}.svg`
    private func tile(_ target: UnsafeRawBufferPointer) -> TileService.Tile? {
        let parts = target.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 7, let style = MapStyle(rawValue: String(decoding: parts[2], as: UTF8.self)), let zoom = parts[4].ordinal,
            let x = parts[5].ordinal, parts[6].suffix(4).elementsEqual(".svg".utf8), let y = parts[6].dropLast(4).ordinal
        else { return nil }
        return services.tiles.kept(style: style, version: String(decoding: parts[3], as: UTF8.self), zoom: zoom, x: x, y: y)
    }

    /// All but the tile's own tag.
    static func fields(isCurrent: Bool, isGzipped: Bool) -> [(String, String)] {
        [
            ("content-type", "image/svg+xml"), ("vary", "Accept-Encoding"),
            // An address of an older atlas shows the newest one, and is not kept.
            ("cache-control", isCurrent ? "private, max-age=31536000, immutable" : "private, no-cache"),
        ] + (isGzipped ? [("content-encoding", "gzip")] : [])
    }
}

extension AppServices {
    /// Who asks; nobody, if anything stands between them and their pages, or the page was drawn for another one.
    func requester(_ request: HTTPRequestHead, slug: String? = nil) -> Requester {
        let actor = SessionCookie.token(in: request.headers["cookie"]).flatMap { signedIn(token: Array($0.utf8)) }
        let isTheirs = (try? PageEnd.check(request.headers.first(name: PageEnd.account), actor)) != nil
        return Requester(services: self, actor: isTheirs ? actor : nil, slug: slug, followsStream: false)
    }

    /// - Parameter cookie: the value of the one field of that name.
    func requester(cookie: UnsafeRawBufferPointer) -> Requester {
        let token = SessionCookie.token(in: cookie)
        return Requester(services: self, actor: token.flatMap { signedIn(token: Array($0)) }, slug: nil, followsStream: false)
    }

    private func signedIn(token: [UInt8]) -> Actor? {
        guard let found = try? accounts.sessions.find(token: token), !found.isPending, !found.actor.mustSetUpSecondFactor else {
            return nil
        }
        return found.actor
    }
}
