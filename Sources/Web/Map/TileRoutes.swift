import Domain
import HTTPTypes
import Hummingbird
import Services

/// The ground of the map. The address of a tile changes with what it shows, so browsers keep it for good.
struct TileRoutes {
    func add(to table: RouteTable) {
        table.get("/tiles/:style/:version/:z/:x/:y", .signedIn, TileRoutes.tile)
    }

    private static func tile(_ web: WebRequest) async throws -> Response {
        let name = try web.parameter("y")
        guard let style = MapStyle(rawValue: try web.parameter("style")), name.hasSuffix(".svg"), let y = Int(name.dropLast(4)),
            let zoom = Int(try web.parameter("z")), let x = Int(try web.parameter("x"))
        else { throw Refusal.notFound }
        let tile = try await web.services.tiles.tile(style: style, version: web.parameter("version"), zoom: zoom, x: x, y: y)
        let takesGzip = (web.request.headers[.acceptEncoding] ?? "").contains("gzip")
        let tag = "\"\(tile.tag)\(takesGzip ? "-gz" : "")\""
        var headers: HTTPFields = [
            .contentType: "image/svg+xml", .eTag: tag, .vary: "Accept-Encoding",
            // An address of an older edition shows the newest one, and is not kept.
            .cacheControl: tile.isCurrent ? "private, max-age=31536000, immutable" : "private, no-cache",
        ]
        if web.request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        if takesGzip { headers[.contentEncoding] = "gzip" }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: takesGzip ? tile.packed : tile.plain)))
    }
}
