import Domain
import Hummingbird
import Pages
import Services

/// The list of groups: names, leaders. Who is in them is the matter of `LaneRoutes`.
struct GroupRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/groups", .staff) { web, access in
            web.query("set") == "all" ? try web.html(GroupRoutes.page(web, access, [], "")) : try LaneRoutes.show(web, access)
        }
        table.post("/trips/:slug/groups", .openHost) { web, access in
            let form = try await web.form()
            return try await web.submit {
                try await web.services.roster.addGroup(name: form["name"], access)
                return web.redirect(Path.groups(access.trip.fields.slug, "", [("set", "all"), ("done", "added")]))
            } again: { errors, _ in
                try GroupRoutes.page(web, access, errors, form["name"])
            }
        }
        table.post("/trips/:slug/groups/:id", .openHost) { web, access in
            let form = try await web.form()
            return try await web.submit {
                try await web.services.roster.updateGroup(web.id(), name: form["name"], leader: ID(form["leader"]), access)
                return web.redirect(Path.groups(access.trip.fields.slug, "", [("set", "all"), ("done", "saved")]))
            } again: { errors, _ in
                try GroupRoutes.page(web, access, errors, "")
            }
        }
        table.post("/trips/:slug/groups/:id/remove", .openHost) { web, access in
            try await web.services.roster.removeGroup(web.id(), access)
            return web.redirect(Path.groups(access.trip.fields.slug, "", [("set", "all"), ("done", "dissolved")]))
        }
    }

    private static func page(_ web: WebRequest, _ access: some StaffProof, _ errors: [FieldError], _ typed: String) throws -> GroupsPage {
        GroupsPage(
            layout: try web.tripLayout("Groups", access, section: "/groups"), groups: try web.services.roster.groups(access),
            sets: try web.services.lanes.sets(access), members: try web.services.roster.entries(RosterFilter(), access).map(\.row),
            complaint: (errors, typed))
    }
}
