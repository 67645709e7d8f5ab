import Domain
import Hummingbird
import Pages
import Services

/// Links with which volunteers without an account tick one list: made and revoked by hosts, used by whoever holds one.
struct HelperRoutes {
    func add(to table: RouteTable) {
        table.post(Path.addHelper, .openHost, HelperRoutes.make)
        table.post(Path.revokeHelper, .openHost) { web, access in
            let (event, list) = (try web.id(), try web.id("list"))
            try await web.services.helpers.revoke(web.id("helper"), on: list, of: event, access)
            return web.redirect(Path.checkIn(access.trip.fields.slug, event, list).asking("done", "revoked").at("helpers"))
        }
        table.get(Path.helper, .secret, HelperRoutes.open)
        table.post(Path.tickAsHelper, .secret, HelperRoutes.tick)
    }

    // MARK: hosts

    /// - Parameter typed: a note that was refused.
    static func part(
        _ web: WebRequest, _ access: some StaffProof, _ sheet: CheckInSheet, _ typed: (String, [FieldError])?
    ) throws -> HelperPart? {
        guard let host = access.openHost, sheet.event.state != .draft, !sheet.list.isArchived else { return nil }
        return HelperPart(
            try web.services.helpers.links(of: sheet.list.id, host), list: (access.trip.fields.slug, sheet.event.id, sheet.list.id),
            access.trip, typed: typed, now: web.now)
    }

    private static func make(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let (event, list) = (try web.id(), try web.id("list"))
        return try await web.submit {
            let token = try await web.services.helpers.add(
                list, of: event, note: form["note"], until: HelperEnd(rawValue: form["end"]) ?? .day, access)
            return web.html(
                SecretLinkPage(
                    layout: try web.layout("A helper’s link", access, section: "/events", script: "share"),
                    heading: "The link for a helper",
                    message: "Send it to whoever helps. It ticks this one list, ends by itself, and is shown only now.",
                    url: web.origin + Path.helper(token).text,
                    back: Path.checkIn(access.trip.fields.slug, event, list).at("helpers")))
        } again: { errors, problem in
            try CheckInRoutes.page(web, access, nil, [], problem, helper: (form["note"], errors))
        }
    }

    // MARK: helpers

    private static func open(_ web: WebRequest) throws -> Response {
        let token = try web.parameter("token")
        guard try !web.services.helpers.isOver(token: token) else { return ended(web) }
        let (name, search) = (web.query("as"), web.query("q"))
        do {
            if web.query.contains(where: { $0.name == "as" }) { _ = try HelperService.checked(name: name) }
            return try web.html(page(web, token, .init(name: tidyLine(name), search: search), shows: search))
        } catch Refusal.invalid(let errors) {
            let typed = HelperPage.Typed(name: tidyLine(name), search: search, complaint: Complaint(errors))
            return try web.html(page(web, token, typed, shows: ""), status: .unprocessableContent)
        } catch Refusal.tooMany(let text, let seconds) {
            let typed = HelperPage.Typed(name: tidyLine(name), search: search, complaint: Complaint([], Texts.said(text)))
            var response = try web.html(page(web, token, typed, shows: ""), status: .tooManyRequests)
            response.headers[.retryAfter] = String(seconds)
            return response
        }
    }

    /// - Parameter search: whom the page shows; nobody for nothing.
    private static func page(_ web: WebRequest, _ token: String, _ typed: HelperPage.Typed, shows search: String) throws -> HelperPage {
        let sheet = try web.services.helpers.sheet(token: token, typed: search)
        return HelperPage(layout: Layout(title: sheet.list.name, script: "helper"), token: token, sheet: sheet, typed: typed, now: web.now)
    }

    private static func ended(_ web: WebRequest) -> Response {
        Refusals.page(410, "This link has ended", "It can no longer tick anybody. Ask the host who gave it to you for a new one.", web)
    }

    private static func tick(_ web: WebRequest) async throws -> Response {
        let (token, form) = (try web.parameter("token"), try await web.form())
        guard try !web.services.helpers.isOver(token: token) else { return ended(web) }
        let (name, search) = (tidyLine(form["as"]), form["q"])
        return try await web.submit {
            guard let member = ID(form["member"]) else { throw Refusal.notFound }
            try await web.services.helpers.tick(token: token, member, isIn: form["do"] != "out", by: name)
            return web.redirect(Path.helper(token).asking([("as", name), ("q", search)]))
        } again: { errors, problem in
            try page(web, token, .init(name: name, search: search, complaint: Complaint(errors, problem)), shows: "")
        }
    }
}
