import Domain
import Hummingbird
import Pages
import Services

/// Groups and rooms side by side: who is where, moves, places and beds, paper and files.
struct LaneRoutes {
    func add(to table: RouteTable) {
        table.get(Path.groupsCSV, .staff, LaneRoutes.csv)
        table.get(Path.groupsPrint, .staff, LaneRoutes.print)
        table.post(Path.moveToLane, .openHost, LaneRoutes.move)
        table.get(Path.groupLane, .openHost, LaneRoutes.edit)
        table.post(Path.groupLane, .openHost, LaneRoutes.save)
        table.post(Path.removeLane, .openHost, LaneRoutes.remove)
        table.get(Path.wishes, .host) { web, access in
            try web.html(LaneRoutes.wishes(web, access, LaneRoutes.filled(web, access)))
        }
        table.post(Path.wishes, .openHost, LaneRoutes.wish)
        table.post(Path.removeWish, .openHost) { web, access in
            try await web.services.lanes.removeWish(web.id(), access)
            return web.redirect(Path.wishes(access.trip.fields.slug).asking("done", "unwished"))
        }
    }

    static func show(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        try web.cachedPage("groups", access) {
            let lanes = try web.services.lanes.sorted(LaneSetKey(rawValue: web.query("set")), access)
            return try page(lanes, web, access, justChanged(lanes, web, access))
        }
    }

    private static func page(_ lanes: SortedLanes, _ web: WebRequest, _ access: some StaffProof, _ flash: Flash?) throws -> LanesPage {
        LanesPage(
            layout: try web.tripLayout("Groups", access, section: "/groups", flash: flash, script: "lanes"), lanes: lanes,
            picked: web.query("pick"))
    }

    /// "Ada Example moved to Bus 2", with the way back, right after it.
    private static func justChanged(_ lanes: SortedLanes, _ web: WebRequest, _ access: some StaffProof) throws -> Flash? {
        let key = lanes.current.key
        return try justChanged(key.kind, set: key.rawValue, web, access)
    }

    static func justChanged(_ kind: LaneKind, set: String, _ web: WebRequest, _ access: some StaffProof) throws -> Flash? {
        guard let version = web.query("changed").ordinal else { return try GroupRoutes.justDeleted(web, access) }
        let entries = try web.services.roster.newestEntries(version, access)
        return LanesPage.changed(entries, kind, set: set, access.trip.fields.slug, version: version)?
            .adding(try web.services.lanes.overfull(by: entries, access))
    }

    private static func csv(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let lanes = try web.services.lanes.sorted(LaneSetKey(rawValue: web.query("set")), access)
        let name = "\(access.trip.fields.slug)-\(lanes.current.key.rawValue)-v\(access.trip.rosterVersion).csv"
        return web.download(
            RosterCSV.export(lanes, stamp: versionStamp(access.trip, now: web.now)), type: "text/csv; charset=utf-8", name: name)
    }

    /// Rooms share pages unless asked otherwise: they are many, with few people each.
    private static func print(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let lanes = try web.services.lanes.sorted(LaneSetKey(rawValue: web.query("set")), access)
        let isTogether = web.query("chosen").isEmpty ? lanes.current.key == .rooms : web.query("together") == "on"
        return web.html(LanesPrintPage(trip: access.trip, lanes: lanes, isTogether: isTogether, now: web.now))
    }

    // MARK: moves

    private static func move(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let key = try key(form)
        return try await web.submit {
            guard let to = LaneMove.name(form["to"]) else { throw Refusal.invalid([FieldError("to", "Choose where to first.")]) }
            let cards = form.all("member").compactMap { LaneMove.Card(text: $0) }
            let version = try await web.services.lanes.move(cards, to: to, in: key, access)
            return web.redirect(back(key.rawValue, version, access))
        } again: { errors, problem in
            let lanes = try web.services.lanes.sorted(key, access)
            return try page(lanes, web, access, Flash(problem ?? errors.said, isProblem: true))
        }
    }

    private static func key(_ form: Form) throws(Refusal) -> LaneSetKey {
        guard let key = LaneSetKey(rawValue: form["set"]) else { throw .invalid([FieldError("set", "Choose a group or a room first.")]) }
        return key
    }

    private static func back(_ set: String, _ version: Int, _ access: OpenHostAccess) -> Link {
        Path.groups(access.trip.fields.slug).asking([("set", set), ("changed", String(version))])
    }

    /// The list of all groups, where the form was opened there.
    private static func place(_ form: Form, _ key: LaneSetKey) -> String { form["back"] == GroupsPage.place ? form["back"] : key.rawValue }

    // MARK: groups and rooms

    private static func edit(_ web: WebRequest, _ access: OpenHostAccess) throws -> Response {
        let lanes = try web.services.lanes.sorted(LaneSetKey(rawValue: web.query("set")), access)
        let name = web.query("name")
        if !name.isEmpty, lanes.current.lane(name) == nil { throw Refusal.notFound }
        let filled = LaneFormPage.Filled(lanes.current.lane(name), in: lanes.current)
        return try web.html(formPage(lanes, name, filled, place: web.query("back"), web, access))
    }

    private static func formPage(
        _ lanes: SortedLanes, _ name: String, _ filled: LaneFormPage.Filled, place: String, _ web: WebRequest, _ access: OpenHostAccess
    ) throws -> LaneFormPage {
        let lane = lanes.current.lane(name)
        let title = lane?.name ?? (lanes.current.key == .rooms ? "New room" : "New group")
        return LaneFormPage(
            layout: try web.tripLayout(title, access, section: "/groups"), set: lanes.current,
            column: lane.flatMap { lane in lanes.columns.first { $0.lane == lane } }, filled: filled, place: place)
    }

    private static func save(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let key = try key(form)
        let old = form["was"]
        let typed = LaneService.Typed(
            name: form["name"], capacity: form["capacity"], category: form["category"], isForAll: form["for_all"] == "on",
            leader: form.all("leader").first, seen: seen(form))
        var isOlder = false
        return try await web.submit {
            do {
                let saved = try await web.services.lanes.save(typed, was: old.isEmpty ? nil : old, in: key, access)
                return web.redirect(back(place(form, saved.set), saved.version, access))
            } catch let refusal as Refusal {
                if case .conflict = refusal { isOlder = true }
                throw refusal
            }
        } again: { errors, problem in
            let found = try web.services.lanes.key(of: old, openedIn: key, access)
            let lanes = try web.services.lanes.sorted(found, access)
            // No set of its kind is left: a form would add it to another one.
            guard found != nil else { return try page(lanes, web, access, Flash(problem ?? errors.said, isProblem: true)) }
            let leader = typed.leader ?? lanes.current.lane(old)?.leader?.id.description ?? ""
            // Who has read of another's change may save over it.
            let filled = LaneFormPage.Filled(
                name: typed.name, capacity: typed.capacity, category: typed.category, leader: leader,
                complaint: Complaint(errors, problem), seen: isOlder ? nil : typed.seen)
            return try formPage(lanes, old, filled, place: form["back"], web, access)
        }
    }

    /// What the form showed when it was opened.
    private static func seen(_ form: Form) -> SeenLane? {
        form.all("was_capacity").first.map { SeenLane(capacity: $0, category: form["was_category"], leader: form["was_leader"]) }
    }

    private static func remove(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let key = try key(form)
        let group = try web.services.roster.groups(access).first { folded($0.name) == folded(form["name"]) }
        let version = try await web.services.lanes.remove(form["name"], in: key, access)
        guard key != .rooms, let group else { return web.redirect(back(key.rawValue, version, access)) }
        let place = place(form, key)
        let isThere = try place == GroupsPage.place || web.services.lanes.sets(access).contains { $0.key == key }
        let query = (isThere ? [("set", place)] : []) + [("deleted", group.id.description)]
        return web.redirect(Path.groups(access.trip.fields.slug).asking(query))
    }

    // MARK: wishes

    /// With the member whom the address names.
    private static func filled(_ web: WebRequest, _ access: HostAccess) throws -> WishesPage.Filled {
        let member = try ID(web.query("member")).flatMap { try web.services.lanes.names(access).label($0) }
        return WishesPage.Filled(member.map { ["member": $0] } ?? [:])
    }

    private static func wishes(_ web: WebRequest, _ access: some HostProof, _ filled: WishesPage.Filled) throws -> WishesPage {
        let lanes = web.services.lanes
        return WishesPage(
            layout: try web.tripLayout("Wishes", access, section: "/groups"), wishes: try lanes.standings(access),
            names: try lanes.names(access), sets: try lanes.sets(access), filled: filled)
    }

    private static func wish(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard let kind = WishKind(rawValue: form["kind"]) else { throw Refusal.invalid([FieldError("kind", "Choose one of the two.")]) }
            try await web.services.lanes.wish(
                (form["member"], form["other"]), kind, set: form["set"], note: form["note"], access)
            return web.redirect(Path.wishes(access.trip.fields.slug).asking("done", "wished"))
        } again: { errors, _ in
            try wishes(web, access, .init(form.values, errors: errors))
        }
    }
}
