import Domain
import Hummingbird
import Pages
import Services

/// What a traveller changes of an event of their own.
struct MyEventChangeRoutes {
    func add(to table: RouteTable) {
        table.get(Path.editMyEvent, .member) { web, access in
            let event = try web.services.myEvents.openOwn(web.id(), access)
            let values = MyEventForm.values(event.fields, zone: access.trip.zone)
            let obstacle = try web.services.myEvents.obstacle(access).map(Texts.said)
            return try web.html(MyEventChangeRoutes.page(web, access, event, values, version: event.version, [], obstacle))
        }
        table.post(Path.editMyEvent, .member, MyEventChangeRoutes.update)
    }

    private static func page(
        _ web: WebRequest, _ access: MemberAccess, _ event: Event, _ values: [String: String], version: Int, _ errors: [FieldError],
        _ problem: String?
    ) throws -> FormPage {
        let title = event.fields.title
        let edit = Path.editMyEvent(access.trip.fields.slug, event.id)
        return FormPage(
            layout: try web.layout(Texts.said("Edit \(title)"), access, section: "/my/events", script: "event-form"),
            heading: Texts.said("Edit \(title)"), action: edit,
            fields: MyEventForm.essentials(values, errors: errors, guests: nil), submit: "Save"
        )
        .with(folds: [MyEventForm.more(values, errors: errors, map: try MyEventRoutes.pinMap(web, access))])
        .with(intro: "Whoever is invited stays invited. If the time or the place changes, everybody who has not declined is told at once.")
        .with(hidden: [("version", String(version))])
        // A form of before another change is refused for ever.
        .with(other: version == event.version ? nil : ("Open it anew", edit))
        .with(other: ("Keep it as it is", Path.myEvent(access.trip.fields.slug, event.id)))
        .with(problem: problem)
        .with(kept: .init("edit", Texts.said("Changes to \(title)")))
    }

    private static func update(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.myEvents.openOwn(web.id(), access)
        return try await web.submit {
            let fields = try EventFormReader(form: form, trip: access.trip, isHosts: false).read()
            try await web.services.myEvents.update(event.id, to: fields, version: form.version, access)
            return web.redirect(Path.myEvent(access.trip.fields.slug, event.id).asking("done", "saved"))
        } again: {
            try page(web, access, event, form.values, version: form.version, $0, $1)
        }
    }
}
