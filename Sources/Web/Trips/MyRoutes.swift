import Domain
import Hummingbird
import Pages
import Services

/// The traveller's start page, and what stands for a page without a line.
struct MyRoutes {
    func add(to table: RouteTable) {
        table.get(Path.my, .member) { web, access in
            let events = try web.services.myEvents.own(access)
            let sharing = try web.services.sharing.find(access)
            let isChosen = web.query("done") == "sharing"
            let chosen = try isChosen ? SharingPanel.chosen(sharing, access.trip, now: web.now) : web.answerToHosts(access)
            let page = MyPage(
                layout: try web.tripLayout(
                    access.trip.fields.name, access, section: "/my",
                    flash: chosen ?? MyAnswerRoutes.flash(web, events.listed, access, back: "my"), script: "offline-age"),
                events: events, sharing: sharing,
                waiting: try MyRoutes.waiting(web, access),
                ground: (
                    version: web.services.map.friendGround(access.trip).version, hasPistes: web.services.ski.hasLines(access)
                ))
            try? await web.services.trips.recordVisit(access)
            return web.html(page)
        }
        MyRoutes.addNoLine(to: table)
    }

    private static func waiting(_ web: WebRequest, _ access: MemberAccess) throws -> MyPage.Waiting {
        let own = try web.services.friends.own(access).fields
        return MyPage.Waiting(
            calling: try web.services.safety.calling(access), announcements: try web.services.announcements.waiting(access),
            choice: try web.services.sharing.choice(access),
            hasContact: !own[.emergencyName].isEmpty || !own[.emergencyPhone].isEmpty)
    }

    private static func addNoLine(to table: RouteTable) {
        table.get(Path.noLine, .member) { web, access in
            web.html(
                NoLinePage(
                    layout: try web.tripLayout("No connection", access, script: "no-line"),
                    hosts: try web.services.safety.calling(access).hosts))
        }
    }
}
