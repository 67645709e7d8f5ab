import Domain
import Hummingbird
import Pages
import Services

/// Filters and orders of the roster that are kept under a name.
struct RosterViewRoutes {
    func add(to table: RouteTable) {
        table.post("/trips/:slug/roster/views", .openHost) { web, access in
            let form = try await web.form()
            let parts = RosterPage.query(try RosterRoutes.filter(web, access) { form[$0] })
            let slug = access.trip.fields.slug
            return try await web.submit {
                try await web.services.roster.addView(form["name"], parts: parts, access)
                return web.redirect(Path.roster(slug, parts + [("done", "view")]))
            } again: { errors, problem in
                FormPage(
                    layout: try web.layout("Save view", access, section: "/roster"), heading: "Save view",
                    action: Path.rosterFile(slug, "/views"), fields: [FormField("name", "Name", form["name"], errors: errors)],
                    submit: "Save view"
                )
                .with(hidden: parts).with(other: ("Cancel", Path.roster(slug, parts))).with(problem: problem).narrow
            }
        }
        table.post("/trips/:slug/roster/views/:id/remove", .openHost) { web, access in
            try await web.services.roster.removeView(web.id(), access)
            return web.redirect(Path.roster(access.trip.fields.slug, [("done", "unviewed")]))
        }
    }
}
