import Domain
import Hummingbird
import Pages
import Services

/// A message to those who are ticked in the roster, to each alone.
struct TickedRoutes {
    func add(to table: RouteTable) { table.post(Path.messageTicked, .openHost, TickedRoutes.message) }

    /// Asks for the words first; `do` says which of both this is.
    private static func message(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let people = try RosterRoutes.ticked(form.all("member").compactMap { ID($0) }, web, access).map(\.row)
        guard !people.isEmpty else { throw Refusal.invalid([FieldError("member", "Tick at least one person first.")]) }
        let message = ID(form["message"]) ?? web.services.system.newID()
        let query = RosterPage.query(try RosterRoutes.filter(web, access) { form[$0] })
        func page(_ people: [RosterRow], _ message: ID, _ complaint: Complaint) throws -> FormPage {
            MessageTickedPage.form(
                layout: try web.layout("Message", access, section: "/roster"), slug: access.trip.fields.slug, people: people,
                sent: .init(text: form["text"], message: message, query: query), complaint: complaint)
        }
        guard form["do"] == "send" else { return web.html(try page(people, message, Complaint())) }
        return try await web.submit {
            guard let member = access.asMember else { throw Refusal.conflict("Only members of the trip can write to its people.") }
            let joined = people.filter(\.hasAccount).map(\.id)
            let outcome = try await web.services.chat.send(form["text"], toEach: joined, message: message, member)
            guard outcome.left.isEmpty else {
                let rest = people.filter { outcome.left.contains($0.id) }
                let told = Texts.said("Sent to \(counted(outcome.sent.count, "person", "people")). \(outcome.reason ?? "")")
                return web.html(try page(rest, web.services.system.newID(), Complaint([], told)), status: .conflict)
            }
            let numbers = [("sent", String(outcome.sent.count)), ("unjoined", String(people.count - joined.count))]
            return web.redirect(Path.roster(access.trip.fields.slug).asking(query + numbers))
        } again: {
            try page(people, message, Complaint($0, $1))
        }
    }
}
