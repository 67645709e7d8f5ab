import Domain
import Hummingbird
import NIOCore
import Pages
import Services

/// The traveller's map, who sees them on it, and the positions that the page itself sends.
struct FriendMapRoutes {
    /// A page that was offline all day sends its queue in pieces of this size.
    private static let bodyLimit = 1 << 18

    func add(to table: RouteTable) {
        table.get(Path.myMap, .member) { web, access in try web.html(FriendMapRoutes.page(web, access)) }
        table.get(Path.friendPositions, .member) { web, access in
            web.json(web.services.friends.positions(access))
        }
        table.get(Path.friendOnMap, .member) { web, access in
            let place = try web.services.friends.place(of: web.id(), access)
            return web.html(FriendMapRowPage(place, trip: access.trip, now: web.now))
        }
        table.post(Path.setMyMapStyle, .member) { web, access in
            let form = try await web.form()
            guard let choice = MapChoice(rawValue: form["style"]) else {
                throw Refusal.invalid([FieldError("style", "Choose Auto, Street or Mountain.")])
            }
            try await web.services.map.choose(choice, access)
            return web.redirect(Path.myMap(access.trip.fields.slug))
        }
        table.post(Path.sendMyPositions, .member, FriendMapRoutes.receive)
        table.post(Path.setSharing, .member, FriendMapRoutes.share)
        // Who loads the form's address again sees how it stands.
        table.get(Path.setSharing, .member) { web, access in web.redirect(Path.my(access.trip.fields.slug)) }
        table.post(Path.setRadius, .member) { web, access in
            let form = try await web.form()
            try await web.services.friends.setRadius(form.whole("radius", in: 0...50_000) ?? 0, access)
            return web.redirect(Path.myMap(access.trip.fields.slug))
        }
    }

    private static func page(_ web: WebRequest, _ access: MemberAccess) throws -> FriendMapPage {
        let spot = spot(web, access)
        // A line stands where it is, whatever else the address says.
        let (centre, zoom) = spot?.view.map { ($0.centre, $0.zoom) } ?? (web.place, web.zoom)
        return FriendMapPage(
            layout: try web.tripLayout("Map", access, section: "/my/map", script: "friend-map"), map: try web.services.friendMap(access),
            wanted: FriendMapPage.Wanted(
                shown: ID(web.query("event")) ?? ID(web.query("friend")), centre: centre, zoom: zoom, spot: spot))
    }

    /// A place that the search found, or a piste: nothing that the map does not know by that name there.
    private static func spot(_ web: WebRequest, _ access: MemberAccess) -> FriendMapPage.Spot? {
        if let line = try? web.services.ski.line(web.query("line"), access) {
            return FriendMapPage.Spot(line, trace: web.trace(line, access), page: Path.skiPlace(access.trip.fields.slug, line.id))
        }
        guard let place = web.place else { return nil }
        let height = web.services.map.height(at: place)?.metres
        let name = String(tidyLine(web.query("q")).prefix(200))
        guard !name.isEmpty, let found = web.services.ski.spot(named: name, at: place, access) else { return nil }
        return FriendMapPage.Spot(name: found.name, kind: found.kind, at: place, height: height)
    }

    private static func share(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        guard let level = form["off"] == "yes" ? .off : SharingLevel(rawValue: form["level"]) else {
            throw Refusal.invalid([FieldError("level", "Choose off, hosts only or everyone.")])
        }
        try await web.services.sharing.set(
            level, SharingTime(rawValue: form["time"]) ?? .tonight, meantAt: form.meantAt(web.now), access)
        return web.redirect(Path.my(access.trip.fields.slug).asking("done", "sharing").at("who-sees"))
    }

    /// Batches of the page's own positions, in the form that the Overland app uses.
    private static func receive(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let member = try web.services.friends.own(access)
        var request = web.request
        let body = try await request.collectBody(upTo: bodyLimit)
        let token = try await web.services.trackers.pageToken(member, access)
        _ = try await web.services.fixes.ingest(TrackerMessage(body: Array(body.readableBytesView)), token: token)
        return web.json { $0.add("result", "ok") }
    }
}
