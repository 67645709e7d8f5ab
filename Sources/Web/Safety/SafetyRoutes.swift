import Domain
import Hummingbird
import Pages
import Services

/// Calls for help, and who takes them.
struct SafetyRoutes {
    func add(to table: RouteTable) {
        table.get("/trips/:slug/my/sos", .member) { web in try web.html(SafetyRoutes.page(web, nil, [], nil)) }
        table.post("/trips/:slug/my/sos", .member, SafetyRoutes.raise)
        table.get("/banners", .signedIn) { web in
            let slug = web.query("trip")
            let access = slug.isEmpty ? nil : try web.services.trips.open(slug: slug, for: web.actor())
            var response = web.html(BannersPart(frame: try web.frame("Calls for help", access)))
            response.headers[.cacheControl] = "no-store"
            return response
        }
        table.get("/trips/:slug/alerts", .staffOrMedic) { web in
            let access = try web.trip().requirePositions()
            return web.html(
                AlertsPage(
                    frame: try web.frame("Calls for help", access), trip: access.trip, alerts: try web.services.safety.recent(access),
                    isStaff: access.role.isStaff, now: web.now))
        }
        table.post("/trips/:slug/alerts/:id/acknowledge", .staffOrMedic) { web in
            let access = try web.trip().requirePositions()
            let (alert, isFirst) = try await web.services.safety.acknowledge(web.id(), access)
            guard isFirst else { throw Refusal.conflict("\(alert.acknowledgedBy) has it already.") }
            return web.redirect(Path.alerts(access.trip.fields.slug, "?done=acknowledged"))
        }
    }

    private static func page(_ web: WebRequest, _ form: Form?, _ errors: [FieldError], _ problem: String?) throws -> SOSPage {
        let (access, safety) = (try web.trip(), web.services.safety)
        return SOSPage(
            frame: try web.frame("Call for help", access, script: "sos"), trip: access.trip, own: try safety.own(access),
            hosts: try safety.reachableHosts(access), mayTest: safety.mayTest(access.trip),
            typed: .init(text: form?["text"] ?? "", isTest: form?["test"] == "on"), errors: errors, problem: problem, now: web.now)
    }

    private static func raise(_ web: WebRequest) async throws -> Response {
        let (access, form) = (try web.trip(), try await web.form())
        return try await web.submit {
            guard form["sure"] == "yes" else { throw Refusal.invalid([FieldError("sure", "Confirm that you mean it.")]) }
            let waited = form["waited"].whole(in: 0...Int(SafetyService.longestWait.components.seconds) * 1000) ?? 0
            try await web.services.safety.raise(
                .init(
                    text: form["text"], isTest: form["test"] == "on", place: place(form, web.now), client: ID(form["client_id"]),
                    waited: .milliseconds(waited)), access)
            return web.redirect(Path.my(access.trip.fields.slug, "/sos?done=sos"))
        } again: {
            try page(web, form, $0, $1)
        }
    }

    /// Where the browser says that the phone is; never in the way of the call itself.
    private static func place(_ form: Form, _ now: Instant) -> Alert.Place? {
        guard let coordinates = Coordinates(latitude: form["lat"], longitude: form["lon"]), let at = form["at"].instantInMilliseconds()
        else { return nil }
        return Alert.Place(coordinates: coordinates, accuracy: form["accuracy"].decimal(in: 0...1e6), fixedAt: min(at, now))
    }
}
