import Domain
import Hummingbird
import Pages
import Services

/// A draft is deleted after a question.
struct DraftRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/events/:id/delete", .openHost) { web, access in
            try web.html(DraftRoutes.page(web, access, web.services.events.find(web.id(), access), nil))
        }
        table.post("/trips/:slug/events/:id/delete", .openHost, DraftRoutes.delete)
    }

    private static func page(_ web: WebRequest, _ access: some TripProof, _ event: Event, _ problem: String?) throws -> FormPage {
        let isDraft = event.state == .draft
        let refused = "It is published: cancel it instead, so that everybody hears of it."
        return FormPage(
            layout: try web.layout("Delete " + event.fields.title, access, section: "/events"), heading: "Delete \(event.fields.title)?",
            action: Path.event(access.trip.fields.slug, event.id, "/delete"), fields: [], submit: "Delete draft"
        )
        .with(intro: isDraft ? "Nobody was invited yet, so nobody is told. It cannot be brought back." : refused)
        .with(hidden: [("version", String(event.version))])
        .with(other: ("Keep it", Path.event(access.trip.fields.slug, event.id)))
        .with(problem: problem)
        .asDanger
    }

    private static func delete(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        return try await web.submit {
            try await web.services.events.delete(event, version: form.version, access)
            return web.redirect(Path.events(access.trip.fields.slug, query: [("done", "deleted")]))
        } again: { _, problem in
            try page(web, access, event, problem)
        }
    }
}
