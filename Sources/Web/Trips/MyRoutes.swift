import Domain
import Hummingbird
import Pages
import Services

/// The traveller's start page.
struct MyRoutes {
    func add(to table: RouteTable) {
        table.get(Path.my, .member) { web, access in
            let events = try web.services.myEvents.own(access)
            let page = MyPage(
                layout: try web.tripLayout(
                    access.trip.fields.name, access, section: "/my", flash: MyAnswerRoutes.flash(web, events.listed, access, back: "my"),
                    script: "offline-age"),
                events: events, sharing: try web.services.sharing.find(access),
                call: try web.services.safety.own(access), version: web.services.map.friendGround(access.trip).version)
            try? await web.services.trips.recordVisit(access)
            return web.html(page)
        }
    }
}
