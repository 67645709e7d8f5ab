import Domain
import Hummingbird
import Pages
import Services

/// What a host does for several of the invited at once: reminds them, answers for them.
struct RemindingRoutes {
    func add(to table: RouteTable) {
        table.post(Path.remindInvited, .openHost, RemindingRoutes.remind)
        table.post(Path.messageInvited, .openHost, RemindingRoutes.message)
        table.post(Path.setAnswers, .openHost, RemindingRoutes.answers)
    }

    private static func remind(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        let tab = EventTab(rawValue: form["tab"]) ?? .pending
        return try await web.submit {
            let outcome = try await web.services.answers.remind(
                tab, form.all("member").compactMap { ID($0) }, isAgain: form["again"] == "yes", of: event, access)
            let numbers = [("told", outcome.told.count), ("recent", outcome.recent), ("unreached", outcome.unreached)]
            return web.redirect(
                Path.event(access.trip.fields.slug, event.id).asking([("tab", tab.rawValue)] + numbers.map { ($0.0, String($0.1)) }))
        } again: {
            try EventRoutes.page(web, access, view(form), $0, $1)
        }
    }

    /// What was sent from the open list: it comes back with its ticks.
    private static func view(_ form: Form) -> EventView {
        var view = EventView()
        view.tab = EventTab(rawValue: form["tab"]) ?? .going
        view.ticked = Set(form.all("member").compactMap { ID($0) })
        return view
    }

    private static func answers(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        // The button of a toast sends nothing but its address.
        if !web.query("was").isEmpty { return try await restore(web, event, access) }
        return try await web.submit {
            let former: String
            do {
                former = try await apply(web, form, event, access).text
            } catch let shortage as SeatShortage {
                return web.html(try seats(web, access, event, shortage, form), status: .conflict)
            }
            if let member = fromMember(form) {
                return web.redirect(Path.member(access.trip.fields.slug, member).asking([("answered", "\(event.id)"), ("was", former)]))
            }
            // Made-up addresses say nothing: the page looks whether these answers stand.
            let told = former.isEmpty ? ("done", "answers") : ("was", former)
            return web.redirect(Path.event(access.trip.fields.slug, event.id).asking([("tab", form["tab"]), told]))
        } again: { errors, problem in
            try EventRoutes.page(web, access, view(form), errors, problem)
        }
    }

    private static func restore(_ web: WebRequest, _ event: Event, _ access: OpenHostAccess) async throws -> Response {
        try await web.submit {
            let outcome = try await web.services.answers.restore(FormerAnswers(text: web.query("was")), of: event, access)
            func text(_ numbers: [Int]) -> String { numbers.map(String.init).joined(separator: ".") }
            let query =
                [("restored", text(outcome.restored)), ("waiting", text(outcome.waiting)), ("kept", text(outcome.kept))]
                + (outcome.keptPlaces.map { [("places", String($0))] } ?? [])
            let slug = access.trip.fields.slug
            if let member = ID(web.query("member")) {
                return web.redirect(Path.member(slug, member).asking([("undone", event.id.description)] + query))
            }
            return web.redirect(Path.event(slug, event.id).asking([("tab", web.query("tab")), ("done", "answers-undone")] + query))
        } again: {
            try EventRoutes.page(web, access, EventView(), $0, $1)
        }
    }

    /// On whose page the answer was given, if it was on one.
    private static func fromMember(_ form: Form) -> ID? { form["back"] == "member" ? ID(form["member"]) : nil }

    // MARK: messages

    /// Asks for the words first; `do` says which of both this is.
    private static func message(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let event = try web.services.events.find(web.id(), access)
        let tab = EventTab(rawValue: form["tab"]) ?? .going
        let guests = try web.services.events.guestList(event, access)
        let ticked = Set(form.all("member").compactMap { ID($0) })
        let chosen = guests.filter { ticked.isEmpty ? tab.answers.contains($0.invitation.rsvp) : ticked.contains($0.row.id) }
        var page = MessageInvitedPage.Sent(tab: tab, text: form["text"], message: ID(form["message"]) ?? web.services.system.newID())
        guard form["do"] == "send" else { return web.html(try messagePage(web, access, event, chosen, page, Complaint())) }
        return try await web.submit {
            guard let member = access.asMember else { throw Refusal.conflict("Only members of the trip can write to its people.") }
            let joined = chosen.filter(\.row.hasAccount).map(\.row.id)
            let outcome = try await web.services.chat.send(form["text"], toEach: joined, message: page.message, member)
            guard outcome.left.isEmpty else {
                page.message = web.services.system.newID()
                let rest = chosen.filter { outcome.left.contains($0.row.id) }
                let told = Texts.said("Sent to \(counted(outcome.sent.count, "person", "people")). \(outcome.reason ?? "")")
                return web.html(try messagePage(web, access, event, rest, page, Complaint([], told)), status: .conflict)
            }
            let numbers = [("sent", outcome.sent.count), ("unjoined", chosen.count - joined.count)]
            return web.redirect(
                Path.event(access.trip.fields.slug, event.id).asking([("tab", tab.rawValue)] + numbers.map { ($0.0, String($0.1)) }))
        } again: {
            try messagePage(web, access, event, chosen, page, Complaint($0, $1))
        }
    }

    private static func messagePage(
        _ web: WebRequest, _ access: some TripProof, _ event: Event, _ guests: [EventGuest], _ sent: MessageInvitedPage.Sent,
        _ complaint: Complaint
    ) throws -> FormPage {
        MessageInvitedPage.form(
            layout: try web.layout("Message", access, section: "/events"), slug: access.trip.fields.slug, event: event, guests: guests,
            sent: sent, complaint: complaint)
    }

    private static func apply(
        _ web: WebRequest, _ form: Form, _ event: Event, _ access: OpenHostAccess
    ) async throws -> FormerAnswers {
        let members = form.all("member").compactMap { ID($0) }
        switch form["do"] {
        case "link":
            for member in members { try await web.services.events.replaceLink(of: member, event, access) }
            return FormerAnswers([], at: web.now)
        case "revoke":
            for member in members { try await web.services.events.revokeLink(of: member, event, access) }
            return FormerAnswers([], at: web.now)
        default:
            guard let action = AnswerService.HostAction(rawValue: form["do"]) else {
                throw Refusal.invalid([FieldError("do", "Choose what to do.")])
            }
            let choice: SeatChoice =
                switch form["fit"] {
                case "waitlist": .waitlist
                case "raise": form.whole("places", in: 1...100_000).map { .raise(to: $0) } ?? .ask
                default: .ask
                }
            return try await web.services.answers.apply(action, to: members, choice: choice, note: form["note"], of: event, access)
        }
    }

    private static func seats(
        _ web: WebRequest, _ access: some StaffProof, _ event: Event, _ shortage: SeatShortage, _ form: Form
    ) throws -> SeatsPage {
        SeatsPage(
            layout: try web.tripLayout("Not enough places", access, section: "/events"), event: event, shortage: shortage,
            names: try web.services.events.guestList(event, access).map { ($0.row.id, $0.row.fullName) },
            sent: .init(
                members: form.all("member").compactMap { ID($0) }, tab: EventTab(rawValue: form["tab"]) ?? .pending, note: form["note"],
                isFromMember: form["back"] == "member"))
    }
}
