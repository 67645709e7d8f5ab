import Domain
import Hummingbird
import Pages
import Services

/// A trip's events: lists, page, form, publishing, cancelling.
struct EventRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/events", .staff, EventRoutes.index)
        table.get("/trips/:slug/events/new", .openHost) { web, access in
            try web.html(EventRoutes.newPage(web, access, EventRoutes.blank(web, access), [], nil))
        }
        table.post("/trips/:slug/events/new", .openHost, EventRoutes.create)
        table.get("/trips/:slug/events/:id", .staff) { web, access in try web.html(EventRoutes.page(web, access, [], nil)) }
        table.get("/trips/:slug/events/:id/counts.json", .staff, EventRoutes.counts)
        table.get("/trips/:slug/events/:id/edit", .openHost) { web, access in
            let event = try web.services.events.find(web.id(), access)
            let values = EventForm.values(event.fields, zone: access.trip.zone)
            return try web.html(EventRoutes.editPage(web, access, event, values, version: event.version, [], nil))
        }
        table.post("/trips/:slug/events/:id/edit", .openHost, EventRoutes.update)
        table.get("/trips/:slug/events/:id/publish", .openHost) { web, access in
            try web.html(EventRoutes.publishPage(web, access, web.services.events.find(web.id(), access), nil))
        }
        table.post("/trips/:slug/events/:id/publish", .openHost, EventRoutes.publish)
        table.get("/trips/:slug/events/:id/cancel", .openHost) { web, access in
            try web.html(EventRoutes.cancelPage(web, access, web.services.events.find(web.id(), access), "", [], nil))
        }
        table.post("/trips/:slug/events/:id/cancel", .openHost, EventRoutes.cancel)
        GuestRoutes().add(to: table)
        EventLogRoutes().add(to: table)
    }

    private static func index(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        web.html(
            EventsPage(
                layout: try web.tripLayout("Events", access, section: "/events", script: "events"),
                events: try web.services.events.list(access), view: .init(rawValue: web.query("view")) ?? .agenda,
                day: Day(web.query("day"))))
    }

    static func page(_ web: WebRequest, _ access: some StaffProof, _ errors: [FieldError], _ problem: String?) throws -> EventPage {
        let opened = try web.services.event(web.id(), access)
        let event = opened.detail.event
        return EventPage(
            layout: try web.tripLayout(event.fields.title, access, section: "/events", script: "events"), opened: opened,
            url: web.origin + Path.myEvent(access.trip.fields.slug, event.id).text, complaint: Complaint(errors, problem))
    }

    private static func counts(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let id = try web.id()
        guard let found = try web.services.events.list(access).first(where: { $0.event.id == id }) else { throw Refusal.notFound }
        let capacity = found.event.fields.capacity.map { "\(found.event.taken) of \(counted($0, "place")) taken" } ?? "No limit on places"
        let acknowledged = try web.services.events.acknowledgement(of: id).map { EventPage.sentence($0, access.trip.zone, web.now) } ?? ""
        return web.json { out in
            for rsvp in RSVP.allCases { out.add(rsvp.rawValue, found.counts[rsvp]) }
            out.add("acknowledged", acknowledged)
            out.add("capacity", capacity)
            out.add("version", found.event.listVersion)
        }
    }

    // MARK: the form

    private static func blank(_ web: WebRequest, _ access: some TripProof) -> [String: String] {
        let (trip, today) = (access.trip, access.trip.zone.today(at: web.now))
        let day = Day(web.query("day")) ?? max(trip.fields.startDay, min(Day(number: today.number + 1), trip.fields.endDay))
        return [
            "start_day": day.description, "start_time": "09:00", "automatic": "on", "offer_hours": "12", "category": "outing",
            "meeting_latitude": web.query("lat"), "meeting_longitude": web.query("lon"), "place": String(web.query("place").prefix(150)),
        ]
    }

    private static func newPage(
        _ web: WebRequest, _ access: some StaffProof, _ values: [String: String], _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout("New event", access, section: "/events", script: "pin-map"), heading: "New event",
            action: Path.events(access.trip.fields.slug, "/new"),
            fields: EventForm.fields(
                values, errors: errors, people: try people(web, access), zone: access.trip.zone, map: try pinMap(web, access),
                isPublished: false), submit: "Save the draft"
        )
        .with(intro: "It stays a draft until you invite people and publish it.")
        .with(other: ("Cancel", Path.events(access.trip.fields.slug)))
        .with(problem: problem)
    }

    private static func editPage(
        _ web: WebRequest, _ access: some StaffProof, _ event: Event, _ values: [String: String], version: Int, _ errors: [FieldError],
        _ problem: String?
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout("Edit " + event.fields.title, access, section: "/events", script: "pin-map"),
            heading: "Edit " + event.fields.title, action: Path.event(access.trip.fields.slug, event.id, "/edit"),
            fields: EventForm.fields(
                values, errors: errors, people: try people(web, access), zone: access.trip.zone, map: try pinMap(web, access),
                isPublished: event.state == .published), submit: "Save"
        )
        .with(hidden: [("version", String(version))])
        .with(other: ("Cancel", Path.event(access.trip.fields.slug, event.id)))
        .with(problem: problem)
    }

    private static func people(_ web: WebRequest, _ access: some StaffProof) throws -> [RosterRow] {
        try web.services.roster.entries(RosterFilter(), access).map(\.row).filter { $0.status != .cancelled }
    }

    /// Nil while there is no map data, or nothing to open it on.
    private static func pinMap(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> FormField.PinMap? {
        let ground = try web.services.map.ground(access)
        guard let version = ground.version, let base = access.trip.base else { return nil }
        return .init("Meeting point", fields: "meeting", version: version, style: .mountain, centre: base)
    }

    /// What was typed, with several co-hosts as lines.
    private static func values(_ form: Form) -> [String: String] {
        var values = form.values
        values["co_hosts"] = form.all("co_hosts").joined(separator: "\n")
        return values
    }

    private static func create(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let fields = try EventFormReader(form: form, trip: access.trip).read()
            let id = try await web.services.events.create(fields, confirmsPast: form["confirm_past"] == "on", access)
            return web.redirect(Path.event(access.trip.fields.slug, id, "?done=saved"))
        } again: {
            try newPage(web, access, values(form), $0, $1)
        }
    }

    private static func update(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let (event, version) = (try web.services.events.find(web.id(), access), form.version)
        return try await web.submit {
            let fields = try EventFormReader(form: form, trip: access.trip).read()
            try await web.services.events.update(
                event, to: fields, version: version, confirmsPast: form["confirm_past"] == "on", asksAgain: form["ask_again"] == "on",
                access)
            return web.redirect(Path.event(access.trip.fields.slug, event.id, "?done=saved"))
        } again: {
            try editPage(web, access, event, values(form), version: version, $0, $1)
        }
    }

    // MARK: publishing and cancelling

    private static func publishPage(_ web: WebRequest, _ access: some HostProof, _ event: Event, _ problem: String?) throws -> PublishPage {
        let kind = AudienceKind(rawValue: web.query("audience")) ?? .everyone
        let chosen = web.query.filter { $0.name == "group" }.compactMap { ID($0.value) }
        let audience = try web.services.events.audience(kind, groups: chosen, for: event, access)
        return PublishPage(
            layout: try web.tripLayout("Publish " + event.fields.title, access, section: "/events"), event: event, audience: audience,
            problem: problem)
    }

    private static func publish(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        return try await web.submit {
            guard event.version == form.version else {
                throw Refusal.conflict("Somebody else changed this event meanwhile. Look again before you publish it.")
            }
            try await web.services.events.publish(
                event, to: AudienceKind(rawValue: form["audience"]) ?? .selected, groups: form.all("group").compactMap { ID($0) },
                members: form.all("member").compactMap { ID($0) }, admitsNewcomers: form["newcomers"] == "on", access)
            return web.redirect(Path.event(access.trip.fields.slug, event.id, "?done=published"))
        } again: { errors, problem in
            try publishPage(web, access, event, problem ?? errors.first?.message)
        }
    }

    private static func cancelPage(
        _ web: WebRequest, _ access: some TripProof, _ event: Event, _ reason: String, _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout("Cancel " + event.fields.title, access, section: "/events"), heading: "Cancel \(event.fields.title)?",
            action: Path.event(access.trip.fields.slug, event.id, "/cancel"),
            fields: [
                FormField("reason", "Reason", reason, hint: "For instance: the lift is closed for wind.", errors: errors, isRequired: true)
            ], submit: "Cancel the event"
        )
        .with(intro: "It stays visible to everybody who is invited, with your reason. It cannot be taken back.")
        .with(hidden: [("version", String(event.version))])
        .with(other: ("Keep it", Path.event(access.trip.fields.slug, event.id)))
        .with(problem: problem)
    }

    private static func cancel(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        return try await web.submit {
            try await web.services.events.cancel(event, reason: form["reason"], version: form.version, access)
            return web.redirect(Path.event(access.trip.fields.slug, event.id, "?done=cancelled"))
        } again: {
            try cancelPage(web, access, event, form["reason"], $0, $1)
        }
    }
}
