import Domain
import Hummingbird
import Pages
import Services

/// Search over everything on a trip that the reader may see.
struct SearchRoutes {
    func add(to table: RouteTable) {
        table.get(Path.search, .trip, SearchRoutes.show)
    }

    /// As a page, or for the dialog as the results alone.
    private static func show(_ web: WebRequest, _ access: TripAccess) async throws -> Response {
        let text = String(tidyLine(web.query("q")).prefix(200))
        if !text.isEmpty { await web.services.chat.indexNew() }
        let page = SearchPage(
            layout: try web.tripLayout("Search", access, script: "search-dialog"), results: try web.services.search.find(text, access))
        return web.query("part").isEmpty ? web.html(page) : web.html(SearchPart(page))
    }
}
