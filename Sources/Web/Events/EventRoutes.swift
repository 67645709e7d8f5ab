import Domain
import Hummingbird
import Pages
import Services

/// A trip's events: lists, page, form, publishing, cancelling.
struct EventRoutes {
    func add(to table: RouteTable) {
        table.get(Path.events, .staff, EventRoutes.index)
        table.get(Path.newEvent, .openHost) { web, access in
            let values = try EventRoutes.copied(web, access) ?? EventRoutes.blank(web, access)
            return try web.html(EventRoutes.newPage(web, access, values, [], nil))
        }
        table.post(Path.newEvent, .openHost, EventRoutes.create)
        table.get(Path.event, .staff) { web, access in
            try web.html(EventRoutes.page(web, access, EventRoutes.view(web), [], nil))
        }
        table.get(Path.eventCounts, .staff, EventRoutes.counts)
        table.get(Path.editEvent, .openHost) { web, access in
            let event = try web.services.events.find(web.id(), access)
            let values = EventForm.values(event.fields, zone: access.trip.zone)
            return try web.html(EventRoutes.editPage(web, access, event, values, version: event.version, [], nil))
        }
        table.post(Path.editEvent, .openHost, EventRoutes.update)
        table.get(Path.publishEvent, .openHost) { web, access in
            try web.html(EventRoutes.publishPage(web, access, web.services.events.find(web.id(), access), nil))
        }
        table.post(Path.publishEvent, .openHost, EventRoutes.publish)
        table.get(Path.cancelEvent, .openHost) { web, access in
            try web.html(EventRoutes.cancelPage(web, access, web.services.events.find(web.id(), access), "", [], nil))
        }
        table.post(Path.cancelEvent, .openHost, EventRoutes.cancel)
        ProgrammeRoutes().add(to: table)
        GuestRoutes().add(to: table)
        EventBinRoutes().add(to: table)
        EventLogRoutes().add(to: table)
    }

    private static func index(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        web.html(
            EventsPage(
                layout: try web.tripLayout(
                    "Events", access, section: "/events", flash: EventBinRoutes.justDeleted(web, access), script: "events"),
                events: try web.services.eventsWithReturns(access), view: .init(rawValue: web.query("view")) ?? .agenda,
                day: Day(web.query("day"))))
    }

    private static func view(_ web: WebRequest) -> EventView {
        var view = EventView()
        view.tab = EventTab(rawValue: web.query("tab")) ?? .going
        view.search = String(tidyLine(web.query("q")).prefix(200))
        view.isAllTicked = web.query("ticked") == "all"
        view.ticked = Set(web.query.filter { $0.name == "ticked" }.compactMap { ID($0.value) })
        view.isPublished = web.query("done") == "published"
        return view
    }

    static func page(
        _ web: WebRequest, _ access: some StaffProof, _ view: EventView, _ errors: [FieldError], _ problem: String?
    ) throws -> EventPage {
        let opened = try web.services.event(web.id(), access)
        let event = opened.detail.event
        return EventPage(
            layout: try web.tripLayout(
                event.fields.title, access, section: "/events", flash: EventToasts.event(web, opened.detail, access), script: "event-page"),
            opened: opened, view: view, url: web.origin + Path.myEvent(access.trip.fields.slug, event.id).text,
            complaint: Complaint(errors, problem))
    }

    private static func counts(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let id = try web.id()
        guard let found = try web.services.events.list(access).first(where: { $0.event.id == id }) else { throw Refusal.notFound }
        let capacity =
            found.event.fields.capacity.map { Texts.said("\(found.event.taken) of \(counted($0, "place")) taken") }
            ?? ""
        let acknowledged = try web.services.events.acknowledgement(of: id).map { EventPage.sentence($0, access.trip.zone, web.now) } ?? ""
        let lists = try web.services.events.tallies(of: found.event, access)
        let boarding = EventBoarding(lists, of: found.event, access.trip.fields.slug, at: web.now)
        return web.json { out in
            for tab in EventTab.allCases { out.add(tab.rawValue, found.counts[tab]) }
            out.add("ticked", boarding?.count ?? "")
            out.add("tickedShort", boarding?.short ?? "")
            out.add("checkIn", boarding?.link.text ?? "")
            out.add("acknowledged", acknowledged)
            out.add("capacity", capacity)
            out.add("version", found.event.listVersion)
        }
    }

    // MARK: the form

    private static func blank(_ web: WebRequest, _ access: some TripProof) -> [String: String] {
        let (trip, today) = (access.trip, access.trip.zone.today(at: web.now))
        let day = Day(web.query("day")) ?? max(trip.fields.startDay, min(Day(number: today.number + 1), trip.fields.endDay))
        let values = [
            "start_day": day.description, "start_time": "09:00", "automatic": "on", "offer_hours": "12", "category": "outing",
        ]
        return values.merging(EventPrefill.values(web)) { $1 }
    }

    /// The fields of another event, a day later.
    private static func copied(_ web: WebRequest, _ access: some StaffProof) throws -> [String: String]? {
        guard let id = ID(web.query("copy")) else { return nil }
        let event = try web.services.events.find(id, access)
        return EventForm.values(web.services.events.copy(of: event, access), zone: access.trip.zone)
    }

    private static func newPage(
        _ web: WebRequest, _ access: some StaffProof, _ values: [String: String], _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        let setting = try setting(web, access, isPublished: false)
        return FormPage(
            layout: try web.layout("New event", access, section: "/events", script: "event-form"), heading: "New event",
            action: Path.newEvent(access.trip.fields.slug),
            fields: EventForm.essentials(values, errors: errors, setting), submit: "Save the draft"
        )
        .with(intro: "It stays a draft until you invite people and publish it.")
        .with(folds: EventForm.folds(values, errors: errors, setting))
        .wide
        .with(other: ("Cancel", Path.events(access.trip.fields.slug)))
        .with(problem: problem)
    }

    private static func editPage(
        _ web: WebRequest, _ access: some StaffProof, _ event: Event, _ values: [String: String], version: Int, _ errors: [FieldError],
        _ problem: String?
    ) throws -> FormPage {
        let setting = try setting(web, access, isPublished: event.state == .published)
        return FormPage(
            layout: try web.layout(Texts.said("Edit \(event.fields.title)"), access, section: "/events", script: "event-form"),
            heading: Texts.said("Edit \(event.fields.title)"), action: Path.editEvent(access.trip.fields.slug, event.id),
            fields: EventForm.essentials(values, errors: errors, setting), submit: "Save"
        )
        .with(folds: EventForm.folds(values, errors: errors, setting))
        .wide
        .with(hidden: [("version", String(version))])
        .with(other: ("Cancel", Path.event(access.trip.fields.slug, event.id)))
        .with(problem: problem)
    }

    private static func setting(_ web: WebRequest, _ access: some StaffProof, isPublished: Bool) throws -> EventForm.Setting {
        let people = try web.services.roster.entries(RosterFilter(), access).map(\.row).filter { $0.status != .cancelled }
        return .init(people: people, zone: access.trip.zone, map: try pinMap(web, access), isPublished: isPublished)
    }

    /// Nil while there is no map data, or nothing to open it on.
    private static func pinMap(_ web: WebRequest, _ access: some StaffOrMedicProof) throws -> FormField.PinMap? {
        let ground = try web.services.map.ground(access)
        guard let version = ground.version, let base = access.trip.base else { return nil }
        return .init("Meeting point on the map", fields: "meeting", version: version, style: .mountain, centre: base)
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
            return web.redirect(Path.event(access.trip.fields.slug, id).asking("done", "saved"))
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
            return web.redirect(Path.event(access.trip.fields.slug, event.id).asking("done", "saved"))
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
            layout: try web.tripLayout(
                Texts.said("Publish \(event.fields.title)"), access, section: "/events", script: "publish"), event: event,
            audience: audience, problem: problem)
    }

    private static func publish(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        return try await web.submit {
            guard event.version == form.version else {
                throw Refusal.conflict("Somebody else has changed this event. Look again before you publish it.")
            }
            try await web.services.events.publish(
                event, to: AudienceKind(rawValue: form["audience"]) ?? .selected, groups: form.all("group").compactMap { ID($0) },
                members: form.all("member").compactMap { ID($0) }, admitsNewcomers: form["newcomers"] == "on", access)
            return web.redirect(Path.event(access.trip.fields.slug, event.id).asking("done", "published"))
        } again: { errors, problem in
            try publishPage(web, access, event, problem ?? errors.first?.said)
        }
    }

    private static func cancelPage(
        _ web: WebRequest, _ access: some TripProof, _ event: Event, _ reason: String, _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout(Texts.said("Cancel \(event.fields.title)"), access, section: "/events"),
            heading: Texts.said("Cancel \(event.fields.title)?"),
            action: Path.cancelEvent(access.trip.fields.slug, event.id),
            fields: [
                FormField("reason", "Reason", reason, hint: "For instance: the lift is closed for wind.", errors: errors, isRequired: true)
            ], submit: "Cancel the event"
        )
        .with(
            intro: event.state == .draft
                ? "Nobody was invited yet: you may as well delete the draft."
                : "It stays visible to everybody who is invited, with your reason. This cannot be undone."
        )
        .with(hidden: [("version", String(event.version))])
        .with(other: event.state == .draft ? ("Delete draft…", Path.deleteEvent(access.trip.fields.slug, event.id)) : nil)
        .with(other: ("Keep it", Path.event(access.trip.fields.slug, event.id)))
        .with(problem: problem)
        .asDanger
    }

    private static func cancel(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        return try await web.submit {
            try await web.services.events.cancel(event, reason: form["reason"], version: form.version, access)
            return web.redirect(Path.event(access.trip.fields.slug, event.id).asking("done", "cancelled"))
        } again: {
            try cancelPage(web, access, event, form["reason"], $0, $1)
        }
    }
}
