import Domain
import Hummingbird
import Pages
import Services

/// The list of all groups, and their bin. Who is in them, and what each is, is the matter of `LaneRoutes`.
struct GroupRoutes {
    func add(to table: RouteTable) {
        table.get(Path.groups, .staff) { web, access in
            web.query("set") == GroupsPage.place ? try web.html(GroupRoutes.page(web, access, [], "")) : try LaneRoutes.show(web, access)
        }
        table.post(Path.groups, .openHost) { web, access in
            let form = try await web.form()
            return try await web.submit {
                let version = try await web.services.roster.addGroup(name: form["name"], access)
                return web.redirect(Path.groups(access.trip.fields.slug).asking([("set", GroupsPage.place), ("changed", String(version))]))
            } again: { errors, _ in
                try GroupRoutes.page(web, access, errors, form["name"])
            }
        }
        table.post(Path.restoreGroup, .openHost) { web, access in
            try await web.services.roster.restoreGroup(web.id(), access)
            return web.redirect(Path.groups(access.trip.fields.slug).asking([("set", GroupsPage.place), ("done", "group-back")]))
        }
        table.get(Path.deleteGroupNow, .host) { web, access in try web.html(GroupRoutes.eraseNow(web, access)) }
        table.post(Path.deleteGroupNow, .host) { web, access in
            try await web.services.bins.erase(group: web.id(), access)
            return web.redirect(Path.rosterBin(access.trip.fields.slug).asking("done", "gone"))
        }
    }

    private static func page(_ web: WebRequest, _ access: some StaffProof, _ errors: [FieldError], _ typed: String) throws -> GroupsPage {
        GroupsPage(
            layout: try web.tripLayout(
                "Groups", access, section: "/groups", flash: LaneRoutes.justChanged(.group, set: GroupsPage.place, web, access),
                script: "groups"),
            groups: try web.services.roster.groups(access),
            sets: try web.services.lanes.sets(access), members: try web.services.roster.entries(RosterFilter(), access).map(\.row),
            complaint: (errors, typed))
    }

    // MARK: the bin

    /// What pages of groups say right after one was deleted, with the way back.
    static func justDeleted(_ web: WebRequest, _ access: some StaffProof) throws -> Flash? {
        guard let id = ID(web.query("deleted")), let host = access.asHost else { return nil }
        let found = try web.services.roster.binnedGroups(host).first { $0.thing.id == id }
        return found.map { GroupsPage.deleted($0, access.trip.fields.slug) }
    }

    private static func eraseNow(_ web: WebRequest, _ access: HostAccess) throws -> FormPage {
        let (group, slug) = (try web.services.roster.binnedGroup(web.id(), access), access.trip.fields.slug)
        return FormPage.eraseNow(
            group.thing.name, layout: try web.layout("Delete now", access, section: "/groups"),
            action: Path.deleteGroupNow(slug, group.thing.id), bin: Path.rosterBin(slug)
        )
        .with(intro: "Its chat is erased now, and nobody can bring it back. Its people stay on the trip.")
    }
}
