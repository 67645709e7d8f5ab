import Domain
import Hummingbird
import Pages
import Services

/// The log of an event: pages back to its beginning, and a file of what they show.
struct EventLogRoutes {
    func add(to table: RouteTable) {
        table.get(Path.eventLog, .staff) { web, access in
            let event = try web.services.events.find(web.id(), access)
            return web.html(
                EventLogPage(
                    layout: try web.tripLayout(Texts.said("Log of \(event.fields.title)"), access, section: "/events"), event: event,
                    history: try web.services.events.history(of: event, access),
                    query: .init(filter: web.logFilter, list: ID(web.query("list")), before: web.query("before").ordinal)))
        }
        table.get(Path.eventLogCSV, .staff) { web, access in
            let event = try web.services.events.find(web.id(), access)
            let entries = try web.services.events.history(of: event, access)
                .filtered(web.logFilter, list: ID(web.query("list")), zone: access.trip.zone)
            return web.download(
                EventLogPage.csvText(entries, zone: access.trip.zone), type: "text/csv; charset=utf-8",
                name: "\(access.trip.fields.slug)-\(event.fields.title)-log.csv")
        }
    }
}

extension WebRequest {
    /// Who, what and when, as the address of a log asks for it.
    var logFilter: LogFilter {
        var filter = LogFilter()
        (filter.about, filter.by, filter.kind) = (ID(query("about")), query("by"), query("kind"))
        filter.day = Day(query("day"))
        return filter
    }
}
