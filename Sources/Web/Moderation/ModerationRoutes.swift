import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Reporting for members; the queue, cases and the log for staff.
struct ModerationRoutes {
    private static let logPage = 100
    /// Trips that one queue shows together.
    private static let moderatedLimit = 100

    func add(to table: RouteTable) {
        table.get(Path.report, .member) { web, access in try web.html(ModerationRoutes.reportPage(web, access, [:], [], nil)) }
        table.post(Path.report, .member, ModerationRoutes.report)
        table.get(Path.moderation, .staff) { web, access in try web.html(ModerationRoutes.queue(web, access, [])) }
        table.post(Path.decideCases, .staff, ModerationRoutes.bulk)
        table.get(Path.moderationCase, .staff) { web, access in
            try await web.html(CaseRoutes.page(web, access))
        }
        CaseRoutes().add(to: table)
        table.get(Path.moderationLog, .staff, ModerationRoutes.log)
        table.get(Path.moderationLogCSV, .staff) { web, access in
            web.download(
                ModerationLogPage.csvText(try ModerationRoutes.everything(web, access)), type: "text/csv; charset=utf-8",
                name: "\(access.trip.fields.slug)-moderation.csv")
        }
        table.post(Path.undoModeration, .staff, ModerationRoutes.undo)
        table.post(Path.decideAppeal, .staff, ModerationRoutes.decideAppeal)
        table.get(Path.moderationFigures, .staff) { web, access in
            web.html(
                FiguresPage(
                    layout: try web.tripLayout("Figures", access, section: "/moderation"), days: try web.services.moderation.days(access))
            )
        }
        RuleRoutes().add(to: table)
    }

    static func number(_ web: WebRequest) throws(Refusal) -> Int {
        try web.ordinal("number")
    }

    // MARK: reporting

    private static func subject(_ values: (String) -> String) -> ModerationService.Subject? {
        if let number = values("message").ordinal, let conversation = ID(values("in")) {
            return .message(number, conversation: conversation)
        }
        if let review = values("review").ordinal { return .review(review) }
        return ID(values("member")).map { .member($0) } ?? ID(values("event")).map { .event($0) }
    }

    private static func reportPage(
        _ web: WebRequest, _ access: MemberAccess, _ typed: [String: String], _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        let value = { (name: String) in typed[name] ?? web.query(name) }
        let found = try subject(value).map { try web.services.moderation.subject($0, access) }
        guard let found else { throw Refusal.invalid([FieldError("subject", "Open this from what you want to report.")]) }
        let (what, names) = (String(found.snapshot.prefix(200)), ["message", "in", "member", "event", "review"])
        return FormPage(
            layout: try web.layout("Report", access, section: "/chat"), heading: "Report to the moderators",
            action: Path.report(access.trip.fields.slug),
            fields: [
                FormField(
                    "reason", "What is wrong?", value("reason"), kind: .choice, errors: errors, isRequired: true
                )
                .offering([("", Texts.said("Choose…"))] + ReportReason.allCases.map { ($0.rawValue, Texts.said(text: $0.label)) }),
                FormField("text", "What should the moderators know?", value("text"), kind: .text, errors: errors),
            ], submit: "Report"
        )
        .with(
            intro: Texts.said("You are reporting “\(what)”. Only hosts and moderators see that it was you. In danger, use SOS as well.")
        )
        .with(hidden: names.map { ($0, value($0)) })
        .with(other: ("Cancel", Path.chat(access.trip.fields.slug)))
        .with(problem: problem)
        .narrow
    }

    private static func report(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        guard let subject = subject({ form[$0] }) else {
            throw Refusal.invalid([FieldError("subject", "Open this from what you want to report.")])
        }
        return try await web.submit {
            try await web.services.moderation.report(subject, reason: form["reason"], text: form["text"], access)
            return web.redirect(Path.chat(access.trip.fields.slug).asking("done", "reported"))
        } again: {
            try reportPage(web, access, form.values, $0, $1)
        }
    }

    // MARK: the queue

    private static func queue(_ web: WebRequest, _ access: StaffAccess, _ problems: [String]) throws -> QueuePage {
        let moderated = try web.services.trips.moderated(by: access.actor, limit: moderatedLimit)
        var filter = CaseFilter()
        (filter.view, filter.reason) = (CaseFilter.View(rawValue: web.query("view")) ?? .open, web.query("reason"))
        filter.hours = web.query("hours").whole(in: 0...9999) ?? 0
        filter.spansTrips = web.query("trip") == "all" && moderated.count > 1
        return QueuePage(
            layout: try web.tripLayout("Moderation", access, section: "/moderation", flash: decided(web, access), script: "moderation"),
            queue: try web.services.moderation.queue(filter, of: moderated, access), filter: filter, trips: moderated.map(\.trip),
            problems: problems)
    }

    /// "id version trip", as the queue's boxes carry it.
    private static func chosen(_ form: Form, _ web: WebRequest, _ access: StaffAccess) throws -> [(
        id: ID, version: Int, access: StaffAccess
    )] {
        try form.all("case").prefix(ModerationService.queueSize).compactMap { value in
            let parts = value.split(separator: " ")
            guard parts.count == 3, let id = ID(parts[0]), let version = parts[1].ordinal else { return nil }
            return (id, version, try web.services.trips.moderated(slug: String(parts[2]), by: access.actor))
        }
    }

    /// An hour if nothing is chosen. Text that is not a number of minutes gives 0, which is out of range and refused.
    private static func minutes(_ form: Form) -> Int { form["minutes"].isEmpty ? 60 : form.whole("minutes", in: 10...10_080) ?? 0 }

    private static func bulk(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        let cases = try chosen(form, web, access)
        guard let action = ModerationAction(rawValue: form["action"]), [.dismiss, .remove, .warn, .mute].contains(action), !cases.isEmpty
        else {
            return web.html(try queue(web, access, [Texts.said("Choose some cases and an action first.")]), status: .unprocessableContent)
        }
        let planned = PlannedAction(action, minutes: action == .mute ? minutes(form) : 0)
        var decision = CaseDecision()
        (decision.actions, decision.reason) = ([planned], form["reason"])
        return try await web.submit {
            guard form["do"] == "apply" else {
                return web.html(try bulkPreview(web, access, cases, decision, nil))
            }
            let failed = try await web.services.moderation.applyToMany(decision, cases: cases)
            guard !failed.isEmpty else {
                let did = [("did", action.rawValue), ("cases", String(cases.count)), ("trip", web.query("trip"))]
                return web.redirect(Path.moderation(access.trip.fields.slug).asking(did))
            }
            let done = cases.count - failed.count
            return web.html(
                try queue(
                    web, web.provedAgain(.staff),
                    [Texts.said("\(done) of \(cases.count) are done.")]
                        + failed.map { Texts.said("Not done: \($0.problem)") }),
                status: .conflict)
        } again: { errors, problem in
            try bulkPreview(web, access, cases, decision, problem ?? errors.said)
        }
    }

    private static func bulkPreview(
        _ web: WebRequest, _ access: some TripProof, _ cases: [(id: ID, version: Int, access: StaffAccess)], _ decision: CaseDecision,
        _ problem: String?
    ) throws -> BulkPreviewPage {
        var rows: [(value: String, subject: ModerationCase, effects: [String])] = []
        for (id, version, access) in cases {
            let found = try web.services.moderation.find(id, access)
            let effects = try? web.services.moderation.effects(decision, of: found, zone: access.trip.zone)
            rows.append(("\(id) \(version) \(access.trip.fields.slug)", found, effects ?? []))
        }
        return BulkPreviewPage(
            layout: try web.tripLayout("Preview", access, section: "/moderation"), rows: rows, decision: decision,
            showsAll: web.query("trip") == "all", problem: problem)
    }

    // MARK: the log

    private static func log(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let filter = web.logFilter
        let range = 1...Int(Int32.max)
        let place: LogStart =
            web.query("before").whole(in: range).map { .before($0) } ?? web.query("after").whole(in: range).map { .after($0) } ?? .newest
        let slice = try web.services.moderation.slice(filter, from: place, limit: logPage, access)
        return web.html(
            ModerationLogPage(
                layout: try web.tripLayout("Log", access, section: "/moderation"), slice: slice, filter: filter,
                beginning: slice.hasOlder ? try web.services.moderation.logBeginning(filter, limit: logPage, access) : nil,
                people: try web.services.moderation.logPeople(access)))
    }

    /// All that the filter lets through, newest first, read in pieces.
    private static func everything(_ web: WebRequest, _ access: some StaffProof) throws -> [LogEntry] {
        let filter = web.logFilter
        var (entries, place) = ([LogEntry](), LogStart.newest)
        while true {
            let slice = try web.services.moderation.slice(filter, from: place, limit: 1_000, access)
            entries += slice.entries
            guard slice.hasOlder, let last = slice.entries.last else { return entries }
            place = .before(last.number)
        }
    }

    private static func undo(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        try await web.services.moderation.undo(number(web), reason: form["reason"], access)
        return web.redirect(Path.moderation(access.trip.fields.slug).asking([("undid", String(try number(web))), ("done", "undone")]))
    }

    private static func decideAppeal(_ web: WebRequest, _ access: StaffAccess) async throws -> Response {
        let form = try await web.form()
        try await web.services.moderation.decideAppeal(number(web), isGranted: form["granted"] == "yes", reason: form["reason"], access)
        let decided = try web.services.moderation.entry(number(web), access)?.caseID
        return web.redirect(Path.moderation(access.trip.fields.slug).asking("decided", decided?.description ?? ""))
    }
}
