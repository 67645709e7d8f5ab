import Domain
import Hummingbird
import Pages
import Services

/// What happens on the trip, day by day: for its staff, and for each traveller what they are invited to.
struct ProgrammeRoutes {
    func add(to table: RouteTable) {
        table.get(Path.programme, .staff) { web, access in
            web.html(
                ProgrammePage(
                    layout: try web.tripLayout("Programme", access, section: "/events", script: "print"),
                    events: try web.services.events.list(access), isOwn: false))
        }
        table.get(Path.myProgramme, .member) { web, access in
            web.html(
                ProgrammePage(
                    layout: try web.tripLayout("Programme", access, section: "/my/events", script: "print"),
                    events: try web.services.myEvents.list(access), isOwn: true))
        }
    }
}
