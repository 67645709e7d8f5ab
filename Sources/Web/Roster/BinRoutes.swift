import Domain
import Hummingbird
import Pages
import Services

/// Deleting a member, and bringing them back; lists that have a name.
struct BinRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/roster/bin", .host) { web, access in
            web.html(
                BinPage(
                    layout: try web.tripLayout("Bin", access, section: "/roster"), members: try web.services.roster.bin(access)))
        }
        table.post("/trips/:slug/roster/views", .openHost) { web, access in
            let form = try await web.form()
            let parts = RosterPage.query(RosterRoutes.filter { form[$0] })
            try await web.services.roster.addView(form["name"], parts: parts, access)
            return web.redirect(Path.roster(access.trip.fields.slug, parts + [("done", "saved")]))
        }
        table.post("/trips/:slug/roster/views/:id/remove", .openHost) { web, access in
            try await web.services.roster.removeView(web.id(), access)
            return web.redirect(Path.roster(access.trip.fields.slug, [("done", "unsaved")]))
        }
        table.get("/trips/:slug/members/:id/delete", .openHost) { web, access in try web.html(BinRoutes.page(web, access, nil)) }
        table.post("/trips/:slug/members/:id/delete", .openHost, BinRoutes.delete)
        table.post("/trips/:slug/members/:id/bring-back", .openHost) { web, access in
            let id = try web.id()
            try await web.services.roster.bringBack(id, access)
            return web.redirect(Path.member(access.trip.fields.slug, id, "?done=back"))
        }
    }

    private static func page(_ web: WebRequest, _ access: OpenHostAccess, _ problem: String?) throws -> FormPage {
        let (member, slug) = (try web.services.roster.member(web.id(), access), access.trip.fields.slug)
        return FormPage(
            layout: try web.layout("Delete", access, section: "/roster"), heading: "Delete \(member.fields.fullName)?",
            action: Path.member(slug, member.id, "/delete"), fields: [], submit: "Delete"
        )
        .with(
            intro: "They are off the roster, the map and the chat at once, can no longer open the trip, and give up their places at "
                + "events. For 30 days you can bring them back from the bin."
        )
        .with(other: ("Cancel", Path.member(slug, member.id)))
        .with(problem: problem)
        .narrow
        .asDanger
    }

    private static func delete(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        try await web.submit {
            try await web.services.deleteMember(web.id(), access)
            return web.redirect(Path.roster(access.trip.fields.slug, [("deleted", try web.id().description)]))
        } again: {
            try page(web, access, $1)
        }
    }
}
