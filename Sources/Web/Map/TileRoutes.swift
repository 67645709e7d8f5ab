import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// The ground of the map. The address of a tile changes with what it shows, so browsers keep it for good.
struct TileRoutes {
    func add(to table: RouteTable) {
        table.get(Path.tile, .signedIn, TileRoutes.tile)
    }

    private static func tile(_ web: WebRequest, _: Actor) async throws -> Response {
        let name = try web.parameter("y")
        guard let style = MapStyle(rawValue: try web.parameter("style")), name.hasSuffix(".svg"), let y = name.dropLast(4).ordinal,
            let content = MapContent(without: web.query("without"))
        else { throw Refusal.notFound }
        let (zoom, x) = (try web.ordinal("z"), try web.ordinal("x"))
        let tile = try await web.services.tiles.tile(
            style: style, version: web.parameter("version"), zoom: zoom, x: x, y: y, content: content)
        let isGzipped = (web.request.headers[.acceptEncoding] ?? "").containsASCII("gzip")
        var headers: HTTPFields = [.eTag: "\"\(tile.tag)\(isGzipped ? "-gz" : "")\""]
        for (name, value) in TileFastPath.fields(isCurrent: tile.isCurrent, isGzipped: isGzipped) {
            HTTPField.Name(name).map { headers[$0] = value }
        }
        if let tag = headers[.eTag], web.request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: isGzipped ? tile.packed : tile.plain)))
    }
}
