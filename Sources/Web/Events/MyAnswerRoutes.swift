import Domain
import Hummingbird
import Pages
import Services

/// A traveller's answer, given on the event's own page or beside it in a list, and its undo.
enum MyAnswerRoutes {
    static func answer(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        // The button of a toast sends nothing but its address.
        let (choice, back) = web.query("answer").isEmpty ? (form["answer"], form["back"]) : (web.query("answer"), web.query("back"))
        return try await web.submit {
            let id = try web.id()
            let before = try web.services.myEvents.open(id, access).invitation.rsvp
            let given = Instant(inAddress: web.query("at"))
            switch choice {
            case "none":
                guard let given else { throw Refusal.conflict("There is nothing to undo.") }
                try await web.services.myEvents.takeBack(id, of: given, access)
                return web.redirect(list(back, access, [("done", "undone")]) ?? Path.myEvent(access.trip.fields.slug, id))
            case "yes", "no":
                _ = try await web.services.myEvents.answer(
                    id, isComing: choice == "yes", seen: .init(form["seen"]), meantAt: form.meantAt(web.now), undoes: given, access)
                let at = try web.services.myEvents.open(id, access).invitation.answeredAt?.inAddress ?? ""
                let query = [("event", id.description), ("before", before.rawValue), ("at", at)]
                return web.redirect(
                    list(back, access, query) ?? Path.myEvent(access.trip.fields.slug, id).asking(Array(query.dropFirst())))
            default: throw Refusal.conflict("Choose an answer.")
            }
        } again: { _, problem in
            try MyEventRoutes.page(web, access, problem)
        }
    }

    /// What a list says after an answer that was given there.
    static func flash(_ web: WebRequest, _ events: [EventSummary], _ access: MemberAccess, back: String) throws -> Flash? {
        guard let found = events.first(where: { $0.event.id.description == web.query("event") }) else { return nil }
        return flash(web, try web.services.myEvents.open(found.event.id, access), access, back: back)
    }

    /// Only what the reader answered and still stands: a host may have said something else since.
    static func flash(_ web: WebRequest, _ opened: InvitedEvent, _ access: MemberAccess, back: String = "") -> Flash? {
        guard let at = Instant(inAddress: web.query("at")), web.services.myEvents.answeredAt(opened.invitation, access) == at
        else { return nil }
        let (before, slug) = (RSVP(rawValue: web.query("before")), access.trip.fields.slug)
        return Flash.answered(opened.event, opened.invitation.rsvp, before: before, at: at, slug: slug, back: back)
    }

    /// The list that an answer came from; nil for the event's own page.
    private static func list(_ back: String, _ access: MemberAccess, _ query: [(String, String)]) -> Link? {
        switch back {
        case "my": Path.my(access.trip.fields.slug).asking(query)
        case "events": Path.myEvents(access.trip.fields.slug).asking(query)
        default: nil
        }
    }
}
