import Domain
import Hummingbird
import Pages
import Services

/// Cases of help: who needs it, who is on it, and what they did.
struct HelpRoutes {
    func add(to table: RouteTable) {
        addPages(to: table)
        addSteps(to: table)
        // A POST: opening is an act that the audit trail keeps.
        table.post(Path.openHelpNotes, .hostOrMedic) { web, access in
            let notes = try await web.services.openNotes(ofHelp: web.id(), access)
            return web.html(try await HelpRoutes.page(web, access, .init(), nil, notes: notes))
        }
    }

    private func addPages(to table: RouteTable) {
        table.get(Path.help, .staffOrMedic) { web, access in
            web.html(
                HelpListPage(
                    layout: try web.tripLayout("Calls for help", access, section: "/help"), cases: try web.services.safety.recent(access),
                    reader: access.actor.members[access.trip.id]))
        }
        // Where it was before.
        table.get(Path.alerts, .staffOrMedic) { web, access in web.redirect(Path.help(access.trip.fields.slug)) }
        table.get(Path.helpCase, .staffOrMedic) { web, access in
            web.html(try await HelpRoutes.page(web, access, .init(), nil))
        }
    }

    private func addSteps(to table: RouteTable) {
        table.post(Path.takeHelp, .staffOrMedic, HelpRoutes.take)
        // A page that was open while the server was replaced: a case has the id of the alert that it was.
        table.post(Path.acknowledgeAlert, .staffOrMedic, HelpRoutes.take)
        let act = {
            (address: Address<String, ID>, body: @escaping @Sendable (WebRequest, ID, Form, StaffOrMedicAccess) async throws -> Void) in
            table.post(address, .staffOrMedic) { web, access in
                try await HelpRoutes.act(web, access) {
                    try await body(web, web.id(), $0, access)
                    return []
                }
            }
        }
        act(Path.markHelpPhoned) { web, id, _, access in try await web.services.safety.perform(.phoned, on: id, access) }
        act(Path.addHelpNote) { web, id, form, access in try await web.services.safety.note(form["note"], on: id, access) }
        table.post(Path.handOverHelp, .staffOrMedic) { web, access in
            try await HelpRoutes.act(web, access) { try await HelpRoutes.handOver(web, web.id(), $0, access) }
        }
        act(Path.reopenHelp) { web, id, _, access in
            // The way back in a toast is of one resolution.
            let time = Instant(inAddress: web.query("of"))
            guard time != nil || web.query("of").isEmpty else { throw Refusal.conflict("There is nothing to undo.") }
            try await web.services.safety.perform(time.map { .takeBackResolution($0) } ?? .reopen, on: id, access)
        }
        table.post(Path.resolveHelp, .staffOrMedic) { web, access in
            try await HelpRoutes.act(web, access) { form in
                try await web.services.resolveHelp(web.id(), as: form["outcome"], words: form["words"], access)
                return [("done", "resolved"), ("of", HelpCasePage.resolution(try web.services.safety.find(web.id(), access)))]
            }
        }
    }

    private static func page(
        _ web: WebRequest, _ access: some StaffOrMedicProof, _ typed: HelpCasePage.Typed, _ problem: String?,
        notes: String? = nil
    ) async throws -> HelpCasePage {
        let detail = try await web.services.helpCase(web.id(), access)
        let said = flash(web, access.trip.fields.slug, detail)
        return HelpCasePage(
            layout: try web.tripLayout(detail.help.memberName, access, section: "/help", flash: said), detail: detail, notes: notes,
            typed: typed, problem: problem)
    }

    /// What was done, with the way back for whom it still is one.
    private static func flash(_ web: WebRequest, _ slug: String, _ detail: HelpDetail) -> Flash? {
        guard web.query("late") == "yes" else {
            return HelpCasePage.done(web.query("done"), of: web.query("of").ordinal, slug, detail)
        }
        return detail.help.holder?.account == detail.reader ? nil : HelpCasePage.late(detail.help).map { Flash($0) }
    }

    /// Whoever taps second comes to the case, which says who was first.
    private static func take(_ web: WebRequest, _ access: StaffOrMedicAccess) async throws -> Response {
        let id = try web.id()
        return try await web.submit {
            let isFirst = try await web.services.safety.take(id, access).isFirst
            return web.redirect(
                Path.helpCase(access.trip.fields.slug, id).asking([isFirst ? ("done", "acknowledged") : ("late", "yes")]))
        } again: {
            try await page(web, access, .init(), $1)
        }
    }

    /// - Returns: what the case says then, as its address asks for it.
    private static func handOver(
        _ web: WebRequest, _ id: ID, _ form: Form, _ access: StaffOrMedicAccess
    ) async throws -> [(String, String)] {
        let account = access.actor.account
        // The way back in a toast is an address.
        switch form["to"].isEmpty ? web.query("to") : form["to"] {
        case "back":
            try await web.services.safety.perform(.handBack, on: id, access)
            return [("done", "handed-back")]
        case "nobody": try await web.services.safety.perform(.release, on: id, access)
        case "me": try await web.services.safety.perform(.handOver(to: account.id, name: account.name), on: id, access)
        default:
            let to = try ID(form["to"]).flatMap { id in try web.services.moderation.colleagues(access).first { $0.account == id } }
            guard let to else { throw Refusal.invalid([FieldError("to", "Choose a colleague on this trip.")]) }
            try await web.services.safety.perform(.handOver(to: to.account, name: to.name), on: id, access)
        }
        return []
    }

    /// One step, and back to the case; a form that comes back holds what was typed.
    /// - Parameter step: returns what the case says then, as its address asks for it.
    private static func act(
        _ web: WebRequest, _ access: StaffOrMedicAccess, _ step: @escaping @Sendable (Form) async throws -> [(String, String)]
    ) async throws -> Response {
        let form = try await web.form()
        var typed = HelpCasePage.Typed()
        (typed.note, typed.outcome, typed.words) = (form["note"], form["outcome"], form["words"])
        return try await web.submit {
            let done = try await step(form)
            let address = Path.helpCase(access.trip.fields.slug, try web.id())
            return web.redirect(address.asking(done))
        } again: { [typed] errors, problem in
            try await page(web, access, typed, problem ?? errors.said)
        }
    }
}
