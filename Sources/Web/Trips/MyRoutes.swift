import Domain
import Hummingbird
import Pages
import Services

/// The traveller's start page.
struct MyRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/my", .member) { web, access in
            let page = MyPage(
                frame: try web.frame(access.trip.fields.name, access, section: "/my", script: "my"), trip: access.trip,
                events: try web.services.myEvents.list(access), sharing: try web.services.sharing.find(access),
                call: try web.services.safety.own(access), version: web.services.map.friendGround(access.trip).version, now: web.now)
            try? await web.services.trips.recordVisit(access)
            return web.html(page)
        }
    }
}
