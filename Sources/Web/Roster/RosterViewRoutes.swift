import Domain
import Hummingbird
import Pages
import Services

/// Filters and orders of the roster that are kept under a name.
struct RosterViewRoutes {
    func add(to table: RouteTable) {
        table.post(Path.addRosterView, .openHost) { web, access in
            let form = try await web.form()
            let parts = RosterPage.query(try RosterRoutes.filter(web, access) { form[$0] })
            let slug = access.trip.fields.slug
            return try await web.submit {
                let id = try await web.services.roster.addView(form["name"], parts: parts, access)
                return web.redirect(Path.roster(slug).asking(parts + [("saved", id.description)]))
            } again: { errors, problem in
                FormPage(
                    layout: try web.layout("Save view", access, section: "/roster"), heading: "Save view",
                    action: Path.addRosterView(slug), fields: [FormField("name", "Name", form["name"], errors: errors)],
                    submit: "Save view"
                )
                .with(hidden: parts).with(other: ("Cancel", Path.roster(slug).asking(parts))).with(problem: problem).narrow
            }
        }
        table.post(Path.removeRosterView, .openHost) { web, access in
            let id = try web.id()
            try await web.services.roster.removeView(id, access)
            return web.redirect(Path.roster(access.trip.fields.slug).asking("removed", id.description))
        }
        table.post(Path.restoreRosterView, .openHost) { web, access in
            let view = try await web.services.roster.restoreView(web.id(), access)
            return web.redirect(Path.roster(access.trip.fields.slug).asking(view.parts + [("saved", view.id.description)]))
        }
    }

    /// What the roster says of a view that a host just saved, or removed.
    static func flash(_ web: WebRequest, _ access: StaffAccess) throws -> Flash? {
        if let id = ID(web.query("saved")) {
            return try web.services.roster.views(access).first { $0.id == id }.map(RosterPage.saved)
        }
        guard let id = ID(web.query("removed")), let host = access.asHost, access.trip.archivedAt == nil else { return nil }
        return try web.services.roster.removedView(id, host).map { RosterPage.removed($0, access.trip.fields.slug) }
    }
}
