import Domain
import Hummingbird
import Pages
import Services

/// The page of what was deleted; deleting members, and what becomes of them in the bin.
struct BinRoutes {
    func add(to table: RouteTable) {
        table.get(Path.rosterBin, .host) { web, access in
            web.html(
                BinPage(
                    layout: try web.tripLayout("Bin", access, section: "/roster"), members: try web.services.bin(access),
                    events: try web.services.events.bin(access), groups: try web.services.roster.binnedGroups(access)))
        }
        table.post(Path.restoreFromBin, .openHost) { web, access in
            _ = try await web.services.restore(version: web.ordinal("version"), access)
            return web.redirect(Path.roster(access.trip.fields.slug).asking("done", "back"))
        }
        table.get(Path.deleteMember, .openHost) { web, access in
            web.html(try BinRoutes.page([web.id()], query: nil, web, access))
        }
        table.post(Path.restoreMember, .openHost) { web, access in
            try await web.services.restore([web.id()], access)
            return web.redirect(Path.rosterBin(access.trip.fields.slug).asking("done", "back"))
        }
        table.get(Path.deleteMemberNow, .host) { web, access in try web.html(BinRoutes.eraseNow(web, access)) }
        table.post(Path.deleteMemberNow, .host) { web, access in
            try await web.services.eraseNow(web.id(), access)
            return web.redirect(Path.rosterBin(access.trip.fields.slug).asking("done", "gone"))
        }
    }

    /// Asks first; acts on the confirmation.
    static func delete(_ members: [ID], _ form: Form, query: [(String, String)], _ web: WebRequest, _ access: OpenHostAccess) async throws
        -> Response
    {
        guard form["confirm"] == "yes" else { return web.html(try page(members, query: query, web, access)) }
        do {
            let version = try await web.services.delete(members, access)
            return web.redirect(Path.roster(access.trip.fields.slug).asking(query + [("deleted", String(version))]))
        } catch Refusal.conflict(let text) {
            return web.html(try page(members, query: query, web, access, problem: Texts.said(text)), status: .conflict)
        }
    }

    private static func page(
        _ members: [ID], query: [(String, String)]?, _ web: WebRequest, _ access: OpenHostAccess, problem: String? = nil
    ) throws -> DeletePage {
        let rows = try RosterRoutes.ticked(members, web, access).map(\.row)
        let coHosts = try web.services.coHosts.active(access)
        let isPlain = { (row: RosterRow) in row.role == .traveller && !coHosts.contains(row.id) }
        return DeletePage(
            layout: try web.tripLayout("Delete", access, section: "/roster"), entries: rows.filter(isPlain),
            staying: rows.filter { !isPlain($0) }.map(\.fullName), query: query, problem: problem)
    }

    private static func eraseNow(_ web: WebRequest, _ access: HostAccess) throws -> FormPage {
        let (member, slug) = (try web.services.binned(web.id(), access), access.trip.fields.slug)
        return FormPage.eraseNow(
            member.name, layout: try web.layout("Delete now", access, section: "/roster"),
            action: Path.deleteMemberNow(slug, member.id), bin: Path.rosterBin(slug)
        )
        .with(
            intro: "Their name, details, positions and photos are erased now, and their account if they are on no other trip. Nobody can "
                + "bring this back.")
    }
}
