import Domain
import Hummingbird
import Pages
import Services

/// Deleting events and drafts, and what becomes of them in the bin. The bin's page is the trip's: see `BinRoutes`.
struct EventBinRoutes {
    func add(to table: RouteTable) {
        table.get(Path.deleteEvent, .openHost) { web, access in
            try web.html(EventBinRoutes.page(web, access, web.services.events.find(web.id(), access), "", [], nil))
        }
        table.post(Path.deleteEvent, .openHost, EventBinRoutes.delete)
        table.post(Path.restoreEvent, .openHost) { web, access in
            let id = try web.id()
            try await web.services.events.restore(id, access)
            return web.redirect(Path.event(access.trip.fields.slug, id).asking("done", "event-back"))
        }
        table.get(Path.deleteEventNow, .host) { web, access in try web.html(EventBinRoutes.eraseNow(web, access)) }
        table.post(Path.deleteEventNow, .host) { web, access in
            try await web.services.bins.erase(event: web.id(), access)
            return web.redirect(Path.rosterBin(access.trip.fields.slug).asking("done", "gone"))
        }
    }

    private static func page(
        _ web: WebRequest, _ access: OpenHostAccess, _ event: Event, _ typed: String, _ errors: [FieldError], _ problem: String?
    ) throws -> DeleteEventPage {
        DeleteEventPage(
            layout: try web.tripLayout(Texts.said("Delete \(event.fields.title)"), access, section: "/events"),
            deletion: try web.services.events.deletion(of: event, access), typed: typed, complaint: Complaint(errors, problem))
    }

    /// Asks first where something hangs on it; acts on the confirmation.
    private static func delete(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        let isFree = try web.services.events.deletion(of: event, access).stake.isNothing
        guard isFree || form["confirm"] == "yes" else { return try web.html(page(web, access, event, form["reason"], [], nil)) }
        return try await web.submit {
            try await web.services.events.delete(event, reason: form["reason"], version: form.version, access)
            return web.redirect(Path.events(access.trip.fields.slug).asking("deleted", event.id.description))
        } again: { errors, problem in
            try page(web, access, event, form["reason"], errors, problem)
        }
    }

    /// What the list of events says right after it, with the way back.
    static func justDeleted(_ web: WebRequest, _ access: StaffAccess) throws -> Flash? {
        guard let id = ID(web.query("deleted")), let host = access.asHost else { return nil }
        let found = try web.services.events.bin(host).first { $0.thing.id == id }
        return found.map { DeleteEventPage.deleted($0, access.trip.fields.slug) }
    }

    private static func eraseNow(_ web: WebRequest, _ access: HostAccess) throws -> FormPage {
        let (event, slug) = (try web.services.events.binned(web.id(), access), access.trip.fields.slug)
        return FormPage.eraseNow(
            event.thing.name, layout: try web.layout("Delete now", access, section: "/events"),
            action: Path.deleteEventNow(slug, event.thing.id), bin: Path.rosterBin(slug)
        )
        .with(intro: "Its answers, check-in lists with every tick, and its chat are erased now. This cannot be undone.")
    }
}
