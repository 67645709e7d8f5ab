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
            switch choice {
            case "none":
                try await web.services.myEvents.takeBack(id, access)
                return web.redirect(list(back, access, [("done", "undone")]) ?? Path.myEvent(access.trip.fields.slug, id))
            case "yes", "no":
                _ = try await web.services.myEvents.answer(
                    id, isComing: choice == "yes", seen: .init(form["seen"]), meantAt: form.meantAt(web.now), access)
                let isWaiting = try web.services.myEvents.open(id, access).invitation.rsvp == .waitlisted
                let done = isWaiting ? "waiting" : "answered"
                let query = [("done", "answered"), ("event", id.description), ("before", before.rawValue)]
                return web.redirect(
                    list(back, access, query) ?? Path.myEvent(access.trip.fields.slug, id).asking("done", done))
            default: throw Refusal.conflict("Choose an answer.")
            }
        } again: { _, problem in
            try MyEventRoutes.page(web, access, problem)
        }
    }

    /// What a list says after an answer that was given there.
    static func flash(_ web: WebRequest, _ events: [EventSummary], _ access: MemberAccess, back: String) -> Flash? {
        guard web.query("done") == "answered", let found = events.first(where: { $0.event.id.description == web.query("event") })
        else { return nil }
        return Flash.answered(found, before: RSVP(rawValue: web.query("before")), slug: access.trip.fields.slug, back: back)
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
