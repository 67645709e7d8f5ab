import Domain
import Hummingbird
import Pages
import Services

/// Lists of an event and the ticks on them: as forms, and as batches from phones that were offline.
struct CheckInRoutes {
    func add(to table: RouteTable) {
        table.post(Path.addCheckInLists, .openHost, CheckInRoutes.addLists)
        // Where lists that were refused are said to be, once somebody loads that page again.
        table.get(Path.addCheckInLists, .staff) { web, access in
            try web.redirect(Path.event(access.trip.fields.slug, web.id()).at("lists"))
        }
        table.get(Path.checkIn, .staff, CheckInRoutes.show)
        table.get(Path.checkInState, .staff) { web, access in
            let sheet = try web.services.checkIn.sheet(web.id("list"), of: web.id(), access)
            return web.json { out in
                out.add("now", web.now)
                out.array("scans") { ScanJSON.write(sheet.attendance.counting, to: &$0) }
            }
        }
        table.postOnFastPath(Path.tick, .staff, CheckInRoutes.record)
        table.post(Path.undoTick, .staff) { web, access in
            let (event, list) = (try web.id(), try web.id("list"))
            let scan = try web.id("scan")
            try await web.services.checkIn.undo(scan, on: list, of: event, access)
            return web.redirect(Path.checkIn(access.trip.fields.slug, event, list).asking([("done", "undone"), ("scan", "\(scan)")]))
        }
        CheckInListRoutes().add(to: table)
        HelperRoutes().add(to: table)
        table.get(Path.paperTicks, .staff) { web, access in
            try web.html(CheckInRoutes.paperPage(web, access, CheckInRoutes.blank(web, access), [], nil, nil))
        }
        table.post(Path.paperTicks, .staff, CheckInRoutes.paper)
        table.get(Path.offlineWorker, .open) { web in try OperationsRoutes.script(web, "js/alone/offline-worker.js") }
    }

    private static func addLists(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        return try await web.submit {
            let lists = try await web.services.checkIn.addLists(
                form["name"].split(whereSeparator: \.isNewline).map(String.init), isExclusive: form["exclusive"] == "on", to: event, access)
            let page = Path.event(access.trip.fields.slug, event.id)
            return web.redirect(page.asking([("done", "lists")] + lists.map { ("list", "\($0.id)") }))
        } again: {
            try EventRoutes.page(web, access, refused(form), $0, $1)
        }
    }

    /// The event's page with what was typed of lists that were not added.
    private static func refused(_ form: Form) -> EventView {
        var view = EventView()
        (view.listNames, view.isExclusive) = (form["name"], form["exclusive"] == "on")
        return view
    }

    private static func show(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let event = try web.services.events.find(web.id(), access)
        // Ticks and changes of the lists raise the list's version alone. It also shows when phones were heard, and where.
        let version = "\(event.listVersion) \(web.services.roster.contactVersion(access))"
        return try web.cachedPage(version, access) { try page(web, access, nil, [], nil) }
    }

    /// - Parameters:
    ///   - newName: what was typed and refused.
    ///   - helper: the same of a helper's link.
    static func page(
        _ web: WebRequest, _ access: some StaffProof, _ newName: String?, _ errors: [FieldError], _ problem: String?,
        helper: (String, [FieldError])? = nil
    ) throws -> CheckInPage {
        let event = try web.services.events.find(web.id(), access)
        let (sheets, list) = (try web.services.checkIn.sheets(of: event, access), try web.id("list"))
        guard var sheet = sheets.first(where: { $0.list.id == list }) else { throw Refusal.notFound }
        sheet.lastSeen = try web.services.map.lastSeen(access)
        var page = CheckInPage(
            layout: try web.tripLayout(
                sheet.list.name, access, section: "/events", flash: EventToasts.checkIn(web, sheet, access), script: "check-in"),
            sheet: sheet,
            lists: sheets.map(\.tally), filter: filter(web), renaming: .init(name: newName, complaint: Complaint(errors, problem)))
        page.helpers = try HelperRoutes.part(web, access, sheet, helper)
        return page
    }

    private static func filter(_ web: WebRequest) -> CheckInPage.Filter {
        // "name-desc", as the form says it, or the two apart.
        let sort = web.query("sort").split(separator: "-")
        return .init(
            search: String(tidyLine(web.query("q")).prefix(100)), group: web.query("group"), isMissingOnly: web.query("missing") == "on",
            order: sort.first.flatMap { .init(rawValue: String($0)) } ?? .missing,
            isReversed: sort.last == "desc" || web.query("order") == "desc")
    }

    // MARK: ticks

    /// A page without scripts sends `in` or `out` with a member, or a whole group; a phone sends lines
    /// `scan=id,member,in|out,milliseconds,method` and its own clock in `now`, or `undo=id` for each tick that it takes back.
    private static func record(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        let (event, list) = (try web.id(), try web.id("list"))
        let isBatch = !form.all("scan").isEmpty
        if !isBatch, !form.all("undo").isEmpty { return try await takeBack(web, form, access) }
        let ticks = isBatch ? batch(form, now: web.now) : try single(web, form, event, list, access)
        guard isBatch || !ticks.isEmpty else { throw Refusal.invalid([FieldError("scan", "Tick at least one person first.")]) }
        let recorded = try await web.services.checkIn.record(ticks, on: list, of: event, access)
        if isBatch {
            // Ticks come first: one of them may be taken back at once.
            if !form.all("undo").isEmpty { _ = try await takeBack(web, form, access) }
            // What nobody here is ticked by is said, and holds nothing else up: a phone would send the batch for ever.
            let known = ticks.count - recorded.unknown
            return web.json { out in
                out.add("new", recorded.new.count)
                out.add("known", known)
                out.add("unknown", form.all("scan").count - known)
            }
        }
        return web.redirect(ticked(recorded.new, Path.checkIn(access.trip.fields.slug, event, list)))
    }

    private static func takeBack(_ web: WebRequest, _ form: Form, _ access: StaffAccess) async throws -> Response {
        let undone = try await web.services.checkIn.takeBack(
            form.all("undo").compactMap { ID($0) }, on: web.id("list"), of: web.id(), access)
        return web.json { $0.add("undone", undone) }
    }

    /// The list, which says who was ticked.
    private static func ticked(_ scans: [Scan], _ list: Link) -> Link {
        let what = scans.count == 1 ? scans.map { ("scan", "\($0.id)") } : [("number", "\(scans.count)")]
        return list.asking([("done", "ticked")] + what)
    }

    private static func single(
        _ web: WebRequest, _ form: Form, _ event: ID, _ list: ID, _ access: some StaffProof
    ) throws -> [CheckInService.Tick] {
        if let direction = ["in", "out"].first(where: { $0 == form["bulk"] }) {
            let sheet = try web.services.checkIn.sheet(list, of: event, access)
            return sheet.guests.filter { $0.invitation.rsvp == .going && $0.row.groupNames.contains(form["bulk_group"]) }.map {
                .init(id: nil, member: $0.row.id, isIn: direction == "in", at: nil, method: .group)
            }
        }
        return ["in", "out"].compactMap { direction in
            ID(form[direction]).map { .init(id: nil, member: $0, isIn: direction == "in", at: nil, method: .tick) }
        }
    }

    /// The phone's clock may be wrong: times are moved by as much as its `now` is off ours.
    private static func batch(_ form: Form, now: Instant) -> [CheckInService.Tick] {
        let shift = form["now"].instantInMilliseconds().map { now - $0 } ?? .zero
        return form.all("scan").compactMap { line in
            let parts = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 5, let id = ID(parts[0]), let member = ID(parts[1]), let at = parts[3].instantInMilliseconds() else {
                return nil
            }
            return .init(
                id: id, member: member, isIn: parts[2] == "in", at: at + shift, method: ScanMethod(rawValue: parts[4]) ?? .tick)
        }
    }

    // MARK: paper

    private static func blank(_ web: WebRequest, _ access: some TripProof) -> [String: String] {
        let local = access.trip.zone.local(web.now)
        return ["day": local.day.description, "time": local.clock, "direction": "in"]
    }

    private static func paperPage(
        _ web: WebRequest, _ access: some StaffProof, _ values: [String: String], _ errors: [FieldError], _ plan: PaperPlan?,
        _ problem: String?
    ) throws -> PaperTicksPage {
        let sheet = try plan?.sheet ?? web.services.checkIn.sheet(web.id("list"), of: web.id(), access)
        return PaperTicksPage(
            layout: try web.tripLayout("Paper ticks", access, section: "/events"), sheet: sheet, plan: plan, values: values,
            complaint: Complaint(errors, problem))
    }

    private static func paper(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        let (event, list) = (try web.id(), try web.id("list"))
        return try await web.submit {
            var check = Validation()
            let at = moment(form, access.trip.zone, &check)
            check.require(!tidyLine(form["numbers"]).isEmpty, "numbers", "Type at least one row number.")
            try check.check()
            let plan = try web.services.checkIn.plan(
                form["numbers"], isIn: form["direction"] != "out", at: at, list: list, event: event, access)
            guard form["confirm"] == "yes", !plan.rows.isEmpty else {
                return try web.html(paperPage(web, access, form.values, [], plan, nil))
            }
            let ticks = plan.rows.map { CheckInService.Tick(id: nil, member: $0.guest.row.id, isIn: plan.isIn, at: at, method: .paper) }
            let recorded = try await web.services.checkIn.record(ticks, on: list, of: event, access)
            return web.redirect(ticked(recorded.new, Path.checkIn(access.trip.fields.slug, event, list)))
        } again: {
            try paperPage(web, access, form.values, $0, nil, $1)
        }
    }

    private static func moment(_ form: Form, _ zone: TripZone, _ check: inout Validation) -> Instant {
        let (day, seconds) = (form.day("day", &check), form.clock("time", &check))
        guard let day, let seconds else { return Instant(seconds: 0) }
        return zone.instant(day: day, secondsOfDay: seconds)
    }
}
