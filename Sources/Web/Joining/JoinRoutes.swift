import Domain
import Hummingbird
import Pages
import Services

/// Travellers come in, hosts invite them.
struct JoinRoutes {
    func add(to table: RouteTable) {
        table.get(Path.join, .secret) { web in try JoinRoutes.back(web) ?? web.html(JoinRoutes.page(web, nil)) }
        table.post(Path.join, .secret, JoinRoutes.join)
        table.post(Path.markJoinLinkOpened, .secret) { web in
            try await web.services.joining.noteOpening(token: web.parameter("token"))
            return Response(status: .noContent)
        }
        table.get(Path.joinTrip, .secret, JoinRoutes.openTripLink)
        table.post(Path.joinTrip, .secret, JoinRoutes.ask)
        table.get(Path.joinRequest, .secret) { web in try web.html(JoinRoutes.requestPage(web, nil)) }
        table.post(Path.joinRequest, .secret, JoinRoutes.enter)
        table.get(Path.joining, .host) { web, access in
            // What they are told is on this page. A full disk must not keep anybody from reading.
            try? await web.services.notices.markSeen(about: access.trip.id, .joinRequest, access)
            return try web.html(JoinRoutes.overview(web, access, nil))
        }
        table.post(Path.setJoinLinks, .openHost, JoinRoutes.links)
        table.post(Path.setTripLink, .openHost, JoinRoutes.setTripLink)
        table.post(Path.acceptRequest, .openHost) { web, access in
            let form = try await web.form()
            return try await JoinRoutes.decide(web, access, done: "let-in", of: web.id()) {
                try await web.services.joining.accept($0, as: ID(form["member"]), access)
            }
        }
        table.post(Path.declineRequest, .openHost) { web, access in
            try await JoinRoutes.decide(web, access, done: "declined", of: web.id()) { try await web.services.joining.decline($0, access) }
        }
        table.post(Path.undoRequest, .openHost) { web, access in
            try await JoinRoutes.decide(web, access, done: "waits-again", of: web.id()) { try await web.services.joining.undo($0, access) }
        }
    }

    // MARK: travellers

    private static func page(_ web: WebRequest, _ problem: String?) throws -> FormPage {
        let token = try web.parameter("token")
        let (link, trip) = try web.services.joining.invitation(token: token)
        return JoinForm.page(
            Layout(title: "Join", script: "join-opened"), token: token, trip: trip, firstName: link.firstName,
            invitedBy: link.createdBy, signedInAs: web.context.actor?.account.name, problem: problem)
    }

    /// To the trip, for whoever opens their own link again in the browser in which they came in by it.
    private static func back(_ web: WebRequest) throws -> Response? {
        let (token, joining) = (try web.parameter("token"), web.services.joining)
        guard (try? joining.open(token: token)) == nil, let trip = try joining.ownTrip(token: token, web.context.actor) else { return nil }
        return home(web, trip)
    }

    /// Nil for who is not on the trip.
    private static func home(_ web: WebRequest, _ trip: Trip) -> Response? {
        web.context.actor?.role(on: trip.id).map { role in
            web.redirect(role.isStaff ? Path.trip(trip.fields.slug) : Path.my(trip.fields.slug))
        }
    }

    private static func join(_ web: WebRequest) async throws -> Response {
        if let back = try back(web) { return back }
        let token = try web.parameter("token")
        return try await web.submit {
            let (session, trip) = try await web.services.joining.join(token: token, signedIn: web.context.actor, client: web.client)
            return SignInRoutes.signedIn(
                session, web, isPhone: true, to: Path.welcome(trip.fields.slug))
        } again: { _, problem in
            try page(web, problem)
        }
    }

    /// Members go to the trip, people who have asked go to the state of their request, and everybody else to the form.
    private static func openTripLink(_ web: WebRequest) throws -> Response {
        let trip = try web.services.joining.trip(linkToken: web.parameter("token"))
        if let actor = web.context.actor {
            if let home = home(web, trip) { return home }
            if try web.services.joining.isWaiting(actor, for: trip) { return web.redirect(Path.trips()) }
        }
        if let waits = AskedCookie.page(web, for: trip) { return web.redirect(waits) }
        return try web.html(askPage(web, askerValues(web), [], nil))
    }

    /// The account's name, to begin with.
    private static func askerValues(_ web: WebRequest) -> [String: String] {
        guard let words = web.context.actor?.account.name.split(separator: " ").map(String.init), let last = words.last else { return [:] }
        return words.count == 1
            ? ["first_name": last] : ["first_name": words.dropLast().joined(separator: " "), "last_name": last]
    }

    private static func askPage(_ web: WebRequest, _ values: [String: String], _ errors: [FieldError], _ problem: String?) throws
        -> FormPage
    {
        let token = try web.parameter("token")
        let trip = try web.services.joining.trip(linkToken: token)
        return JoinForm.ask(
            try web.layout("Join"), token: token, trip: trip, account: web.context.actor?.account, values: values,
            errors: errors, problem: problem)
    }

    private static func ask(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            var fields = MemberFields()
            (fields[.firstName], fields[.lastName], fields[.phone]) = (form["first_name"], form["last_name"], form["phone"])
            let token = try await web.services.joining.ask(
                linkToken: web.parameter("token"), fields: fields, note: form["note"], as: web.context.actor)
            guard web.context.actor == nil else { return web.redirect(Path.trips().asking("done", "asked")) }
            var response = web.redirect(Path.joinRequest(token))
            AskedCookie.set(token, on: &response)
            return response
        } again: {
            try askPage(web, form.values, $0, $1)
        }
    }

    private static func requestPage(_ web: WebRequest, _ problem: String?) throws -> JoinRequestPage {
        let token = try web.parameter("token")
        let (request, trip) = try web.services.joining.request(token: token)
        return JoinRequestPage(
            layout: Layout(title: JoinRequestPage.heading(request), script: "join-waiting"), trip: trip,
            request: (request, token), problem: problem, actor: web.context.actor)
    }

    private static func enter(_ web: WebRequest) async throws -> Response {
        try await web.submit {
            // Their way back shows the button that they used.
            let (request, trip) = try web.services.joining.request(token: web.parameter("token"))
            if request.isUsed, let home = home(web, trip) { return home }
            return try await comeIn(web)
        } again: { _, problem in
            try requestPage(web, problem)
        }
    }

    private static func comeIn(_ web: WebRequest) async throws -> Response {
        let (session, trip) = try await web.services.joining.enter(requestToken: web.parameter("token"), client: web.client)
        return SignInRoutes.signedIn(session, web, isPhone: true, to: Path.welcome(trip.fields.slug))
    }

    // MARK: hosts

    private static func overview(_ web: WebRequest, _ access: some HostProof, _ problem: String?) throws -> JoiningPage {
        let overview = try web.services.joining.overview(access)
        let flash = JoiningPage.flash(overview, done: web.query("done"), of: ID(web.query("request")), access.trip)
        return JoiningPage(
            layout: try web.tripLayout("Joining", access, section: "/joining", flash: flash, script: "joining"), overview: overview,
            chosen: web.query("show"), origin: web.origin, problem: problem)
    }

    private static func decide(
        _ web: WebRequest, _ access: OpenHostAccess, done: String, of request: ID, _ work: (ID) async throws -> Void
    ) async throws -> Response {
        try await change(web, access, [("done", done), ("request", request.description)]) { try await work(request) }
    }

    private static func change(
        _ web: WebRequest, _ access: OpenHostAccess, _ said: [(String, String)], _ work: () async throws -> Void
    ) async throws -> Response {
        try await web.submit {
            try await work()
            return web.redirect(Path.joining(access.trip.fields.slug).asking(said))
        } again: { _, problem in
            try overview(web, access, problem)
        }
    }

    /// Ending the link that there is asks first, and names it.
    private static func setTripLink(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let (ends, renews) = (form["do"] == "revoke", form["do"] == "renew")
        if ends || renews, form["confirm"] != "yes" {
            let overview = try web.services.joining.overview(access)
            if let token = overview.tripLink {
                let layout = try web.tripLayout("The trip’s link", access, section: "/joining")
                return web.html(
                    JoinForm.ending(layout, token: token, origin: web.origin, use: overview.tripLinkUse, renews: renews))
            }
        }
        let done = ends ? "link-off" : renews ? "replaced" : "link-on"
        // Ended is the link that the question named, and no other.
        let named = form["link"].isEmpty ? nil : form["link"]
        return try await change(web, access, [("done", done)]) {
            try await web.services.joining.setTripLink(isOpen: !ends, insteadOf: named, access)
        }
    }

    /// Of those who are ticked, whoever has a link that works: they are named first.
    private static func revoke(_ form: Form, _ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let ticked = Set(form.all("member").compactMap { ID($0) })
        let people = try web.services.joining.overview(access).people.filter { ticked.contains($0.row.id) && $0.state.hasLink }
        guard !people.isEmpty else {
            throw Refusal.conflict(ticked.isEmpty ? "Tick at least one person first." : "None of them has an open link.")
        }
        guard form["confirm"] == "yes" else {
            return web.html(BulkPage(layout: try web.tripLayout("Revoke links", access, section: "/joining"), ending: people))
        }
        for (row, _) in people {
            try await web.services.joining.revokeLink(of: web.services.roster.member(row.id, access), access)
        }
        return web.redirect(Path.joining(access.trip.fields.slug).asking("done", people.count == 1 ? "revoked" : "all-revoked"))
    }

    /// For whoever sends the links by a program of their own.
    private static func file(_ web: WebRequest, _ access: some TripProof, _ links: [(row: RosterRow, token: String)]) -> Response {
        let rows = links.map {
            [$0.row[.firstName], $0.row[.lastName], $0.row[.email], $0.row[.phone], web.origin + Path.join($0.token).text]
        }
        return web.download(
            "\u{FEFF}" + ([["first_name", "last_name", "email", "phone", "join_link"]] + rows).map(CSV.line).joined(),
            type: "text/csv; charset=utf-8", name: "\(access.trip.fields.slug)-join-links.csv")
    }

    /// Whom the form means: a row's own button is for that row alone, whoever is ticked.
    private static func choice(_ form: Form) throws -> JoinService.Choice {
        if let version = form["imported"].ordinal { return .imported(version: version) }
        if form["all"] == "new" { return .withoutLink }
        if form["all"] == "yes" { return .unjoined }
        let members = ID(form["only"]).map { [$0] } ?? form.all("member").compactMap { ID($0) }
        guard !members.isEmpty else { throw Refusal.conflict("Tick at least one person first.") }
        return .members(members)
    }

    /// The answer to the form is the page with the links: they are stored nowhere that could show them again.
    private static func links(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            if form["do"] == "revoke", form["only"].isEmpty { return try await revoke(form, web, access) }
            let links = try await web.services.joining.makeLinks(for: choice(form), access)
            if form["do"] == "csv" { return file(web, access, links) }
            return web.html(
                JoinLinksPage(
                    layout: try web.tripLayout("Personal links", access, section: "/joining", script: "joining"), links: links,
                    origin: web.origin, until: web.now + JoinService.linkLife))
        } again: { errors, problem in
            try overview(web, access, problem ?? errors.first?.said)
        }
    }
}
