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
                try await web.services.roster.addView(form["name"], parts: parts, access)
                return web.redirect(Path.roster(slug).asking(parts + [("done", "view")]))
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
            try await web.services.roster.removeView(web.id(), access)
            return web.redirect(Path.roster(access.trip.fields.slug).asking("done", "unviewed"))
        }
    }
}
