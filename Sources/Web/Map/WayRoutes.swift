import Domain
import Hummingbird
import Pages
import Services

/// Where somebody was, for hosts.
struct WayRoutes {
    func add(to table: RouteTable) {
        table.get(Path.way, .host) { web, access in
            let span = WaySpan(web.query("span")) ?? .standard
            let found = try await web.services.map.way(of: web.id(), span, access)
            let fixes = found.way.fixes
            return web.html(
                WayPage(
                    layout: try web.tripLayout("Where \(found.member.fields.fullName) was", access, section: "/map", script: "replay"),
                    lookBack: found,
                    ground: web.services.map.ground(at: fixes.isEmpty ? nil : fixes[fixes.count / 2].coordinates, access.trip),
                    view: web.place.map { MapView(centre: $0, zoom: web.zoom ?? 15) }))
        }
    }
}
