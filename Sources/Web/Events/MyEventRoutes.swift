import Domain
import Hummingbird
import Pages
import Services

/// Events on the traveller's phone.
struct MyEventRoutes {
    func add(to table: RouteTable) {
        table.get(Path.myEvents, .member, MyEventRoutes.list)
        table.get(Path.newMyEvent, .member) { web, access in
            let obstacle = try web.services.myEvents.obstacle(access).map(Texts.said)
            return try web.html(MyEventRoutes.form(web, access, MyEventRoutes.blank(web, access), [], obstacle))
        }
        table.post(Path.newMyEvent, .member, MyEventRoutes.create)
        table.get(Path.myEvent, .member, MyEventRoutes.show)
        table.post(Path.answerEvent, .member, MyAnswerRoutes.answer)
        table.post(Path.makeMyCalendar, .member) { web, access in
            let isFirst = try web.services.calendars.own(access) == nil
            try await web.services.calendars.replaceOwn(access)
            return web.redirect(Path.myEvents(access.trip.fields.slug).asking("done", isFirst ? "made" : "replaced"))
        }
        table.post(Path.revokeMyCalendar, .member) { web, access in
            try await web.services.calendars.revokeOwn(access)
            return web.redirect(Path.myEvents(access.trip.fields.slug).asking("done", "revoked"))
        }
        table.post(Path.markMyEventSeen, .member, MyEventRoutes.acknowledge)
        table.get(Path.myEventCalendar, .member) { web, access in
            let event = try web.services.myEvents.open(web.id(), access).event
            return web.download(
                ICalendar.text([event], trip: access.trip, name: event.fields.title), type: CalendarRoutes.type,
                name: "\(event.fields.title).ics")
        }
        table.get(Path.cancelMyEvent, .member) { web, access in
            try web.html(MyEventRoutes.cancelPage(web, access, "", [], nil))
        }
        table.post(Path.cancelMyEvent, .member, MyEventRoutes.cancel)
        MyEventChangeRoutes().add(to: table)
    }

    private static func list(_ web: WebRequest, _ access: MemberAccess) throws -> Response {
        let events = try web.services.myEvents.own(access)
        let flash = try MyAnswerRoutes.flash(web, events.listed, access, back: "events")
        return web.html(
            MyEventsPage(
                layout: try web.tripLayout("Events", access, section: "/my/events", flash: flash),
                events: events, day: Day(web.query("day")),
                mayCreate: web.services.myEvents.mayCreate(access),
                calendar: try web.services.calendars.own(access).map { web.origin + Path.calendarFeed("\($0).ics").text }))
    }

    private static func show(_ web: WebRequest, _ access: MemberAccess) throws -> Response {
        // What a host deleted stands among the news, and nowhere else.
        if try web.services.myEvents.isDeleted(web.id(), access) { return web.redirect(Path.myEvents(access.trip.fields.slug)) }
        return try web.html(page(web, access, nil))
    }

    static func page(_ web: WebRequest, _ access: MemberAccess, _ problem: String?) throws -> MyEventPage {
        let opened = try web.services.myEvents.open(web.id(), access)
        return MyEventPage(
            layout: try web.tripLayout(opened.event.fields.title, access, section: "/my/events", flash: done(web, opened, access)),
            opened: opened,
            ground: web.services.map.ground(at: opened.event.meeting, access.trip),
            chat: try web.services.chat.newest(in: opened.event.id, limit: 3, access), problem: problem)
    }

    /// What somebody did with an event of their own.
    private static func done(_ web: WebRequest, _ opened: InvitedEvent, _ access: MemberAccess) -> Flash? {
        let event = opened.event
        return switch web.query("done") {
        case "published": Flash(created(invited: web.query("invited").ordinal))
        case "saved": Flash(Texts.said("\(event.fields.title) is saved."))
        case "cancelled": Flash(Texts.said("\(event.fields.title) is cancelled."))
        default: MyAnswerRoutes.flash(web, opened, access)
        }
    }

    private static func created(invited: Int?) -> String {
        guard let invited else { return Texts.said("The event is created.") }
        return Texts.said("The event is created, and \(counted(invited, "person is", "people are")) invited.")
    }

    private static func acknowledge(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let (id, form) = (try web.id(), try await web.form())
        guard let seen = SeenEvent(form["seen"]) else {
            throw Refusal.conflict("Open the event again, then say that you have seen it.")
        }
        try await web.services.myEvents.acknowledge(id, seen, access)
        switch form["back"] {
        case "my": return web.redirect(Path.my(access.trip.fields.slug))
        case "events": return web.redirect(Path.myEvents(access.trip.fields.slug))
        default: return web.redirect(Path.myEvent(access.trip.fields.slug, id))
        }
    }

    // MARK: own events

    /// At the next full hour; in the small hours, at nine in the morning.
    private static func blank(_ web: WebRequest, _ access: some TripProof) -> [String: String] {
        let local = access.trip.zone.local(web.now + .hours(1))
        let hour = local.clock.prefix(2) < "08" ? "09" : String(local.clock.prefix(2))
        let values = ["start_day": local.day.description, "start_time": hour + ":00", "audience": "everyone"]
        return values.merging(EventPrefill.values(web)) { $1 }
    }

    private static func form(
        _ web: WebRequest, _ access: MemberAccess, _ values: [String: String], _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        let events = web.services.myEvents
        let isSharing = try web.services.sharing.find(access).effective(access.trip.fields) != .off
        let guests = MyEventForm.Guests(
            friends: try events.candidates(.selected, near: nil, access),
            nearby: try events.candidates(.nearby, near: nil, access).count, radius: try web.services.friends.radius(access),
            share: isSharing ? nil : Path.my(access.trip.fields.slug).at("who-sees"))
        return FormPage(
            layout: try web.layout("New event", access, section: "/my/events", script: "event-form"), heading: "New event",
            action: Path.newMyEvent(access.trip.fields.slug),
            fields: MyEventForm.essentials(values, errors: errors, guests: guests), submit: "Create event"
        )
        .with(folds: [MyEventForm.more(values, errors: errors, map: try pinMap(web, access))])
        .with(intro: "Whoever may come is invited as soon as you create it.")
        .with(other: ("Cancel", Path.myEvents(access.trip.fields.slug)))
        .with(problem: problem)
        .with(kept: .init("new", "New event"))
    }

    /// Nil while there is no map data, or nothing to open it on.
    static func pinMap(_ web: WebRequest, _ access: MemberAccess) throws -> FormField.PinMap? {
        let version = web.services.map.friendGround(access.trip).version
        let centre = try web.services.friends.ownFix(access)?.coordinates ?? access.trip.base
        return version.flatMap { version in
            centre.map { FormField.PinMap("Meeting point on the map", fields: "meeting", version: version, style: .mountain, centre: $0) }
        }
    }

    private static func create(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        try web.services.myEvents.requireCreator(access)
        let form = try await web.form()
        return try await web.submit {
            let fields = try EventFormReader(form: form, trip: access.trip, isHosts: false).read()
            let (id, invited) = try await web.services.myEvents.create(
                fields, for: MyEventService.Audience(rawValue: form["audience"]) ?? .selected,
                members: form.all("members").compactMap { ID($0) }, client: ID(form["client_id"]), access)
            return web.redirect(
                Path.myEvent(access.trip.fields.slug, id).asking([
                    ("done", "published"), ("invited", invited.map { String($0) } ?? ""),
                ]))
        } again: {
            var values = form.values
            values["members"] = form.all("members").joined(separator: "\n")
            return try MyEventRoutes.form(web, access, values, $0, $1)
        }
    }

    private static func cancelPage(_ web: WebRequest, _ access: MemberAccess, _ reason: String, _ errors: [FieldError], _ problem: String?)
        throws -> FormPage
    {
        let opened = try web.services.myEvents.open(web.id(), access)
        guard opened.isOwn else { throw Refusal.forbidden("Only the person who created this event, or a host, can cancel it.") }
        return FormPage(
            layout: try web.layout("Cancel event", access, section: "/my/events"),
            heading: Texts.said("Cancel \(opened.event.fields.title)?"),
            action: Path.cancelMyEvent(access.trip.fields.slug, opened.event.id),
            fields: [FormField("reason", "Reason", reason, errors: errors, isRequired: true)], submit: "Cancel event"
        )
        .with(intro: "Everybody who is invited sees your reason. This cannot be undone.")
        .with(other: ("Keep it", Path.myEvent(access.trip.fields.slug, opened.event.id)))
        .with(problem: problem)
        .asDanger
        .with(kept: .init("cancel", "Cancelling \(opened.event.fields.title)"))
    }

    private static func cancel(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.myEvents.cancel(web.id(), reason: form["reason"], access)
            return web.redirect(Path.myEvent(access.trip.fields.slug, try web.id()).asking("done", "cancelled"))
        } again: {
            try cancelPage(web, access, form["reason"], $0, $1)
        }
    }
}
