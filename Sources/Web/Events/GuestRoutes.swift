import Domain
import Hummingbird
import Pages
import Services

/// Who is invited to an event: answers by hosts, personal links, paper, files.
struct GuestRoutes {
    func add(to table: RouteTable) {
        RemindingRoutes().add(to: table)
        table.post(Path.setInvitations, .openHost) { web, access in
            let form = try await web.form()
            let event = try web.services.events.find(web.id(), access)
            return try await web.submit {
                let members = form.all("member").compactMap { ID($0) }
                let count = try await web.services.events.invite(members, to: event, access).count
                return web.redirect(
                    Path.event(access.trip.fields.slug, event.id).asking([("done", "invited"), ("number", "\(count)")]))
            } again: {
                try EventRoutes.page(web, access, EventView(), $0, $1)
            }
        }
        table.get(Path.invitationLinks, .host) { web, access in
            let detail = try web.services.events.detail(web.id(), access)
            return web.html(
                PersonalLinksPage(
                    layout: try web.tripLayout("Personal links", access, section: "/events", script: "print"), detail: detail,
                    isForUnreached: web.query("for") == "unreached", origin: web.origin))
        }
        table.get(Path.eventPrint, .staff, GuestRoutes.paper)
        table.get(Path.eventRosterCSV, .staff, GuestRoutes.csv)
        table.get(Path.personal, .secret, GuestRoutes.open)
        table.postOnFastPath(Path.personal, .secret, GuestRoutes.answer)
        table.post(Path.markInvitationSeen, .secret, GuestRoutes.acknowledge)
        table.post(Path.markInvitationOpened, .secret, GuestRoutes.noteOpening)
    }

    // MARK: personal links

    private static func personalPage(_ web: WebRequest, _ token: String, _ problem: String?) throws -> AnswerPage {
        let found = try web.services.answers.open(token: token)
        let flash = problem == nil ? answered(web, found) : nil
        return AnswerPage(
            layout: Layout(title: found.event.fields.title, flash: flash, script: "answer"), opened: found,
            asked: problem == nil ? web.query("answer") : "", problem: problem, now: web.now)
    }

    /// Only what was answered by this link and still stands.
    private static func answered(_ web: WebRequest, _ found: PersonalInvitation) -> Flash? {
        guard let at = Instant(inAddress: web.query("at")), found.invitation.answeredBy == AnswerService.byLink else { return nil }
        return AnswerPage.answered(found, before: RSVP(rawValue: web.query("before")), at: at, now: web.now)
    }

    /// Reading changes nothing, whatever the address says: previews of links read too.
    private static func open(_ web: WebRequest) throws -> Response {
        let token = try web.parameter("token")
        return try deleted(web, token) ?? web.html(personalPage(web, token, nil))
    }

    /// What a link says of an event that a host deleted.
    private static func deleted(_ web: WebRequest, _ token: String) throws -> Response? {
        guard let title = try web.services.answers.deletedTitle(token: token) else { return nil }
        return Refusals.page(410, "This event was deleted", "“\(title)” will not take place. If you are not sure, ask your host.", web)
    }

    private static func answer(_ web: WebRequest) async throws -> Response {
        let (token, form) = (try web.parameter("token"), try await web.form())
        if let gone = try deleted(web, token) { return gone }
        return try await web.submit {
            // The button of a toast sends nothing but its address.
            if !web.query("undo").isEmpty {
                // Whoever has left hears the same as everywhere, whatever the address says.
                _ = try web.services.answers.open(token: token)
                let isComing = Form.isComing(web.query("undo"))
                guard let given = Instant(inAddress: web.query("at")), isComing != nil || web.query("undo") == "none" else {
                    throw Refusal.conflict("There is nothing to undo.")
                }
                try await web.services.answers.undo(token: token, of: given, to: isComing)
                return web.redirect(Path.personal(token))
            }
            guard let isComing = form.isComing else { throw Refusal.conflict("Choose an answer.") }
            let now = try await web.services.answers.answer(
                token: token, isComing: isComing, seen: .init(form["seen"]), meantAt: form.meantAt(web.now))
            return web.redirect(form.afterAnswer(token, at: now))
        } again: { _, problem in
            try personalPage(web, token, problem)
        }
    }

    private static func acknowledge(_ web: WebRequest) async throws -> Response {
        let (token, form) = (try web.parameter("token"), try await web.form())
        let seen = SeenEvent(form["seen"])
        _ = try web.services.answers.open(token: token)
        guard let seen else { throw Refusal.conflict("Open your link again, then say that you have seen it.") }
        try await web.services.answers.acknowledge(token: token, seen)
        return web.redirect(Path.personal(token))
    }

    /// Sent by the page's script: a preview of the link runs none.
    private static func noteOpening(_ web: WebRequest) async throws -> Response {
        try await web.services.answers.noteOpening(token: web.parameter("token"))
        return Response(status: .noContent)
    }

    // MARK: paper and files

    private static func options(_ web: WebRequest) -> PrintOptions {
        var options = PrintOptions()
        let chosen = web.query.filter { $0.name == "column" }.compactMap { MemberField(rawValue: $0.value) }
        options.columns = web.query("set") == "on" ? PrintOptions.offered.filter(chosen.contains) : PrintOptions.usual
        options.showsAnswer = web.query("answer") == "on"
        options.everybody = web.query("everybody") == "on"
        options.split = PrintOptions.Split(rawValue: web.query("split")) ?? .none
        options.isLetter = web.query("paper") == "letter"
        options.isLarge = web.query("large") == "on"
        options.list = ID(web.query("list"))
        options.group = ID(web.query("group"))
        options.since = web.query("since")
        return options
    }

    private static func paper(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let (id, options, slug) = (try web.id(), options(web), access.trip.fields.slug)
        let roll = try web.services.roll(of: id, with: options.list, group: options.group, since: options.since.ordinal, access)
        let live = options.list.map { Path.checkIn(slug, id, $0) } ?? Path.event(slug, id)
        return web.html(
            EventPrintPage(trip: access.trip, roll: roll, options: options, url: web.origin + live.text, now: web.now))
    }

    private static func csv(_ web: WebRequest, _ access: StaffAccess) throws -> Response {
        let event = try web.services.events.find(web.id(), access)
        let guests = try web.services.events.guestList(event, access)
        let sheets = try web.services.checkIn.sheets(of: event, access)
        let header =
            ["Number", "First name", "Last name", "Answer", "Waitlist", "Answered", "Note", "Groups", "Room", "Phone"]
            + sheets.map(\.list.name)
        let rows = guests.map { guest -> [String] in
            let (invitation, row) = (guest.invitation, guest.row)
            return [
                String(invitation.number), row[.firstName], row[.lastName], invitation.rsvp.label, guest.position.map(String.init) ?? "",
                invitation.answeredAt?.iso8601 ?? "", invitation.note, row[.groups], row[.room], row[.phone],
            ]
                + sheets.map {
                    $0.attendance.remark(row.id, isExpected: invitation.rsvp == .going, isOver: event.isOver(at: web.now)) ?? ""
                }
        }
        return web.download(
            "\u{FEFF}" + ([header] + rows).map(CSV.line).joined(), type: "text/csv; charset=utf-8",
            name: "\(access.trip.fields.slug)-\(event.fields.title)-v\(event.listVersion).csv")
    }
}
