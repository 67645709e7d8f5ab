import Domain
import Hummingbird
import Pages
import Services

/// Calls for help, and who takes them.
struct SafetyRoutes {
    func add(to table: RouteTable) {
        table.get(Path.sos, .member) { web, access in try web.html(SafetyRoutes.page(web, access, nil, [], nil)) }
        table.post(Path.sos, .member, SafetyRoutes.raise)
        table.post(Path.sayOK, .member, SafetyRoutes.sayOK)
        table.get(Path.banners, .signedIn) { web, actor in
            let slug = web.query("trip")
            let access = try slug.isEmpty ? nil : SafetyRoutes.trip(slug, web, actor)
            var response = web.html(BannersPart(layout: try web.layout("Calls for help", access)))
            response.headers[.cacheControl] = "no-store"
            return response
        }
        HelpRoutes().add(to: table)
    }

    /// An open page looks here whether it is still its reader's.
    private static func trip(_ slug: String, _ web: WebRequest, _ actor: Actor) throws -> TripAccess {
        do { return try web.services.trips.open(slug: slug, for: actor) } catch Refusal.notFound { throw PageEnd.gone }
    }

    private static func page(_ web: WebRequest, _ access: MemberAccess, _ form: Form?, _ errors: [FieldError], _ problem: String?) throws
        -> SOSPage
    {
        SOSPage(
            layout: try web.tripLayout("Call for help", access, script: "sos"), calling: try web.services.calling(access),
            typed: .init(text: form?["text"] ?? "", isTest: form?["test"] == "on"), complaint: Complaint(errors, problem))
    }

    private static func raise(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard form["sure"] == "yes" else { throw Refusal.invalid([FieldError("sure", "Tick the box to confirm that you mean it.")]) }
            let waited = form["waited"].whole(in: 0...Int(SafetyService.longestWait.components.seconds) * 1000) ?? 0
            try await web.services.safety.raise(
                .init(
                    text: form["text"], isTest: form["test"] == "on", place: form.place(web.now), client: ID(form["client_id"]),
                    waited: .milliseconds(waited)), access)
            return web.redirect(Path.sos(access.trip.fields.slug))
        } again: {
            try page(web, access, form, $0, $1)
        }
    }

    /// The caller's own word, after a confirmation.
    private static func sayOK(_ web: WebRequest, _ access: MemberAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard form["sure"] == "yes" else {
                throw Refusal.invalid([FieldError("sure", "Confirm that you no longer need help.")])
            }
            try await web.services.safety.saysOK(access)
            return web.redirect(Path.sos(access.trip.fields.slug))
        } again: {
            try page(web, access, nil, $0, $1)
        }
    }
}
