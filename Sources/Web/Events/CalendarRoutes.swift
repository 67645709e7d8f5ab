import Domain
import Hummingbird
import Pages
import Services

/// iCalendar files and the secret addresses that calendars subscribe to.
struct CalendarRoutes {
    func add(to table: RouteTable) {
        table.get(Path.eventCalendar, .staff) { web, access in
            let event = try web.services.events.find(web.id(), access)
            return web.download(
                ICalendar.text([event], trip: access.trip, name: event.fields.title), type: CalendarRoutes.type,
                name: "\(access.trip.fields.slug)-\(event.fields.title).ics")
        }
        table.get(Path.calendars, .host) { web, access in
            let people = try web.services.roster.entries(RosterFilter(), access).map(\.row)
            return web.html(
                CalendarsPage(
                    layout: try web.layout("Calendars", access, section: "/events", flash: CalendarRoutes.done(web, people)),
                    trip: access.trip, feeds: try web.services.calendars.feeds(access).map { ($0.memberID, $0.token) },
                    people: people, origin: web.origin))
        }
        table.post(Path.calendars, .openHost) { web, access in
            let form = try await web.form()
            try await web.services.calendars.replace(member: CalendarRoutes.member(form), access)
            return web.redirect(Path.calendars(access.trip.fields.slug).asking([("done", "calendar"), ("member", form["member"])]))
        }
        table.post(Path.revokeCalendar, .openHost) { web, access in
            let form = try await web.form()
            try await web.services.calendars.revoke(member: CalendarRoutes.member(form), access)
            return web.redirect(Path.calendars(access.trip.fields.slug).asking([("done", "calendar-revoked"), ("member", form["member"])]))
        }
        table.get(Path.calendarFeed, .secret, CalendarRoutes.feed)
    }

    static let type = "text/calendar; charset=utf-8"

    /// What was done to whose address.
    private static func done(_ web: WebRequest, _ people: [RosterRow]) -> Flash? {
        let member = people.first { $0.id.description == web.query("member") }
        let whose = member?.fullName ?? Texts.said("the whole trip")
        switch web.query("done") {
        case "calendar": return Flash(Texts.said("New address for \(whose)."))
        case "calendar-revoked": return Flash(Texts.said("The address for \(whose) is revoked."))
        default: return nil
        }
    }

    private static func member(_ form: Form) throws(Refusal) -> ID? {
        if form["member"].isEmpty { return nil }
        guard let id = ID(form["member"]) else { throw .notFound }
        return id
    }

    /// Calendar programs ask every few minutes: an unchanged calendar is a 304.
    private static func feed(_ web: WebRequest) throws -> Response {
        let token = try web.parameter("token")
        let found = try web.services.calendars.open(token: token.hasSuffix(".ics") ? String(token.dropLast(4)) : token)
        let text = ICalendar.text(found.events, trip: found.trip, name: found.trip.fields.name)
        let tag = PageCache.tag(text)
        var response = Response(status: .ok, headers: [.contentType: type, .eTag: tag, .cacheControl: "private, max-age=300"])
        if web.request.headers[.ifNoneMatch] == tag {
            response.status = .notModified
        } else {
            response.body = .init(byteBuffer: ByteBuffer(string: text))
        }
        return response
    }
}
