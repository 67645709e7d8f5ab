import Domain
import Hummingbird
import Pages
import Services

/// The list of members: page, files, print, changes, bulk actions.
struct RosterRoutes {
    func add(to table: RouteTable) {
        table.get(Path.roster, .staff, RosterRoutes.show)
        table.get(Path.rosterCSV, .staff, RosterRoutes.csv)
        table.get(Path.rosterVCard, .staff, RosterRoutes.vcard)
        table.get(Path.rosterPrint, .staff, RosterRoutes.print)
        table.get(Path.rosterChanges, .staff) { web, access in
            web.html(try RosterRoutes.changes(web, access, nil))
        }
        table.post(Path.undoRosterChange, .openHost, RosterRoutes.undo)
        table.post(Path.chooseColumns, .staff) { web, access in
            let form = try await web.form()
            let own = try web.services.roster.ownColumns(access)
            try await web.services.trips.setColumns(form.all("column"), own: own, access)
            return web.redirect(Path.roster(access.trip.fields.slug))
        }
        table.post(Path.changeTicked, .openHost, RosterRoutes.bulk)
        OwnColumnRoutes().add(to: table)
        TickedRoutes().add(to: table)
    }

    private static func changes(_ web: WebRequest, _ access: some StaffProof, _ problem: String?) throws -> RosterChangesPage {
        let since = web.query("since").ordinal ?? max(0, access.trip.rosterVersion - 10)
        return RosterChangesPage(
            layout: try web.tripLayout("Roster changes", access, section: "/roster"), since: since,
            entries: try web.services.roster.changes(since: since, access), problem: problem)
    }

    private static func undo(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let version = try web.ordinal("version")
        do {
            let taken = try await web.services.roster.undo(version, access)
            guard !taken.left.isEmpty || !taken.cancelled.isEmpty else { return web.redirect(afterUndo(web, access)) }
            let told = RosterChangesPage.undone(taken.count, cancelled: taken.cancelled, left: taken.left)
            return web.html(try changes(web, web.provedAgain(.staff), told))
        } catch Refusal.conflict(let text) {
            return web.html(try changes(web, access, Texts.said(text)), status: .conflict)
        }
    }

    /// Back to the groups where it was done there.
    private static func afterUndo(_ web: WebRequest, _ access: OpenHostAccess) -> Link {
        let (slug, set) = (access.trip.fields.slug, web.query("set"))
        return set.isEmpty ? Path.roster(slug).asking("done", "undone") : Path.groups(slug).asking([("set", set), ("done", "undone")])
    }

    static func filter(_ web: WebRequest, _ access: some StaffProof, _ value: (String) -> String) throws -> RosterFilter {
        let own = try web.services.roster.ownColumns(access)
        var filter = RosterFilter()
        filter.search = String(tidyLine(value("q")).prefix(200))
        filter.status = MemberStatus(rawValue: value("status"))
        filter.gone = value("status") == "all" ? .shown : .hidden
        filter.isDescending = value("down") == "1"
        filter.group = tidyLine(value("group"))
        filter.tracker = Freshness(rawValue: value("tracker"))
        filter.need = RosterNeed(rawValue: value("need"))
        filter.room = tidyLine(value("room"))
        filter.sort = RosterFilter.Sort(value("sort"), own: own) ?? .name
        filter.chosen = own.compactMap { OwnChoice($0, asked: value($0.key)) }
        return filter
    }

    private static func show(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        return try web.cachedPage(String(web.services.roster.contactVersion(access)), access) {
            let filter = try RosterRoutes.filter(web, access, web.query)
            return RosterPage(
                layout: try web.tripLayout(
                    "Roster", access, section: "/roster", flash: try RosterRoutes.justChanged(web, access), script: "roster"),
                roster: try web.services.roster(filter, access), filter: filter)
        }
    }

    /// "Room of Ada Example changed", with the way back, right after it.
    private static func justChanged(_ web: WebRequest, _ access: StaffAccess) throws -> Flash? {
        if let sent = web.query("sent").ordinal {
            return Flash(MessageTickedPage.said(sent: sent, unjoined: web.query("unjoined").ordinal ?? 0))
        }
        if let version = web.query("deleted").ordinal, let host = access.asHost {
            return RosterPage.deleted(try web.services.bin(host).filter { $0.version == version }, access.trip.fields.slug)
        }
        guard let version = web.query("changed").ordinal else { return nil }
        let entries = try web.services.roster.newestEntries(version, access)
        let overfull = try web.services.lanes.overfull(by: entries, access)
        if web.query("done") == "together" { return FlashMessage.text("together").map { Flash($0).adding(overfull) } }
        guard entries.count == 1 else { return nil }
        return RosterPage.changed(entries[0], access.trip.fields.slug, version: version)?.adding(overfull)
    }

    private static func csv(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        try file(web, access, try web.services.roster.entries(RosterRoutes.filter(web, access, web.query), access).map(\.row))
    }

    private static func file(_ web: WebRequest, _ access: some StaffProof, _ rows: [RosterRow]) throws -> Response {
        let stamp = versionStamp(access.trip, now: web.now)
        let text = RosterCSV.export(
            rows, columns: MemberField.listed, own: try web.services.roster.ownColumns(access), stamp: stamp)
        return web.download(
            text, type: "text/csv; charset=utf-8", name: "\(access.trip.fields.slug)-roster-v\(access.trip.rosterVersion).csv")
    }

    private static func vcard(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let rows = try web.services.roster.entries(RosterRoutes.filter(web, access, web.query), access).map(\.row)
        return web.download(
            VCard.text(rows, trip: access.trip), type: "text/vcard; charset=utf-8", name: "\(access.trip.fields.slug).vcf")
    }

    private static let usualOnPaper: [MemberField] = [.status, .groups, .room, .phone, .emergencyName, .emergencyPhone]

    private static func print(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let (filter, own) = (try RosterRoutes.filter(web, access, web.query), try web.services.roster.ownColumns(access))
        let chosen = Set(web.query.filter { $0.name == "column" }.map(\.value))
        let columns = ListColumn.offered(own).filter { chosen.contains($0.key) }
        let page = RosterPrintPage(
            trip: access.trip, entries: try web.services.roster.entries(filter, access), filter: filter,
            options: .init(
                columns: columns.isEmpty ? usualOnPaper(own) : columns, own: own, isByGroup: web.query("by_group") == "on",
                isLetter: web.query("paper") == "letter"), now: web.now)
        return web.html(page)
    }

    private static func usualOnPaper(_ own: [OwnColumn]) -> [ListColumn] {
        usualOnPaper.map { .field($0) } + own.filter(\.isListed).map { .own($0) }
    }

    /// First shows who and what; acts on the confirmation. Paper and files come at once.
    private static func bulk(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let members = form.all("member").compactMap { ID($0) }
        guard !members.isEmpty else { throw Refusal.invalid([FieldError("member", "Tick at least one person first.")]) }
        switch form["do"] {
        case "print":
            let own = try web.services.roster.ownColumns(access)
            let options = RosterPrintPage.Options(
                columns: usualOnPaper(own), own: own, isByGroup: false, isLetter: false, isChosen: true)
            return web.html(
                RosterPrintPage(
                    trip: access.trip, entries: try ticked(members, web, access), filter: RosterFilter(), options: options, now: web.now))
        case "csv": return try file(web, access, try ticked(members, web, access).map(\.row))
        case "delete":
            let query = RosterPage.query(try RosterRoutes.filter(web, access) { form[$0] })
            return try await BinRoutes.delete(members, form, query: query, web, access)
        default: return try await change(members, form, web, access)
        }
    }

    static func ticked(_ members: [ID], _ web: WebRequest, _ access: OpenHostAccess) throws -> [RosterEntry] {
        let ticked = Set(members)
        let entries = try web.services.roster.entries(RosterFilter(), access).filter { ticked.contains($0.row.id) }
        guard entries.count == ticked.count else { throw Refusal.notFound }
        return entries
    }

    private static func change(_ members: [ID], _ form: Form, _ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let action = try bulkAction(form)
        if form["confirm"] == "yes" {
            let version = try await web.services.roster.apply(action, to: members, access)
            let done = [("done", "together"), ("changed", String(version))]
            return web.redirect(
                Path.roster(access.trip.fields.slug).asking(try RosterPage.query(RosterRoutes.filter(web, access) { form[$0] }) + done))
        }
        let entries = try ticked(members, web, access)
        let filter = try RosterRoutes.filter(web, access) { form[$0] }
        let kept = ["do", "status_to", "group_name", "room_to"].map { ($0, form[$0]) } + RosterPage.query(filter)
        return web.html(
            BulkPage(
                layout: try web.layout(action.sentence, access, section: "/roster"), slug: access.trip.fields.slug, action: action,
                entries: entries, form: kept))
    }

    private static func bulkAction(_ form: Form) throws(Refusal) -> BulkAction {
        let group = tidyLine(form["group_name"])
        switch form["do"] {
        case "status":
            guard let status = MemberStatus(rawValue: form["status_to"]) else {
                throw .invalid([FieldError("status_to", "Choose a status first.")])
            }
            return .setStatus(status)
        case "join", "leave":
            guard !group.isEmpty, group.count <= 60 else { throw .invalid([FieldError("group_name", "Name a group first.")]) }
            return form["do"] == "join" ? .addToGroup(group) : .removeFromGroup(group)
        case "room": return .setRoom(tidyLine(form["room_to"]))
        default: throw .invalid([FieldError("do", "Choose what to do.")])
        }
    }
}
