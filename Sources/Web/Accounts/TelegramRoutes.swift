import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Signing in with Telegram: the redirect flow, and the older signed fields. Nothing here where it is not configured.
/// No GET signs in or links: addresses are opened by whoever gets somebody to tap them, so they only bring a page that asks.
struct TelegramRoutes {
    /// Holds the way that was begun between leaving and coming back; `Lax` so that it is there on the way back.
    private static let cookie = "__Host-sotravel-telegram"

    func add(to table: RouteTable) {
        table.get(Path.telegramSignIn, .open, TelegramRoutes.depart)
        table.get(Path.telegramCallback, .open, TelegramRoutes.askAfterArrival)
        table.post(Path.telegramCallback, .open, TelegramRoutes.arrive)
        table.get(Path.telegramWidget, .open, TelegramRoutes.askWidget)
        table.post(Path.telegramWidget, .open) { web in
            let fields = try await web.form().fields
            return try await TelegramRoutes.signIn(web, next: "") { try await web.services.telegram.identity(widget: fields) }
        }
        table.post(Path.signInFromTelegramApp, .open) { web in
            let form = try await web.form()
            return try await TelegramRoutes.signIn(web, next: "") {
                try await web.services.telegram.identity(initData: form["init_data"])
            }
        }
        table.post(Path.linkTelegram, .signedIn, TelegramRoutes.link)
        table.post(Path.unlinkTelegram, .signedIn) { web, actor in
            try await web.services.telegram.unlink(actor)
            return web.redirect(Path.account())
        }
    }

    // MARK: the redirect flow

    private static func depart(_ web: WebRequest) async throws -> Response {
        guard web.context.actor == nil else { return web.redirect(Path.home()) }
        let departure = try await web.services.telegram.depart(
            redirect: web.origin + Path.telegramCallback().text, next: Path.local(web.query("next"))?.text ?? "",
            isFromHere: web.header("sec-fetch-site") == "same-origin")
        var response = Response.redirect(to: departure.url, type: .found)
        keep(departure, on: &response)
        return response
    }

    private static func keep(_ departure: TelegramService.Departure, on response: inout Response) {
        response.headers[values: .setCookie] = ["\(cookie)=\(departure.cookie); Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax"]
    }

    /// From the account page, with the password or a code again, because the link to Telegram outlasts the session. The response is a page
    /// with a link: the content security policy forbids a form to redirect to another site.
    private static func link(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard try web.services.telegram.mayLink(actor) else { throw Refusal.notFound }
            try await web.services.accounts.requireOwner(form["proof"], actor, field: "proof")
            let departure = try await web.services.telegram.depart(
                redirect: web.origin + Path.telegramCallback().text, next: "", isFromHere: true, linkingTo: actor)
            guard let url = Path.external(https: departure.url) else { throw Refusal.notFound }
            var response = web.html(
                LeavePage(
                    layout: try web.layout("Link Telegram"), heading: "Link Telegram",
                    text: "Telegram asks whether you agree. After that you come back here.", label: "Continue to Telegram", link: url))
            keep(departure, on: &response)
            return response
        } again: {
            try AccountRoutes.page(web, actor, $0, $1)
        }
    }

    private static func kept(_ web: WebRequest) -> String? {
        SessionCookie.value(Array((cookie + "=").utf8), in: web.request.headers[values: .cookie])
    }

    /// Back from Telegram. If a page of ours began it, scripts send the form at once. Otherwise it takes a tap: an address that somebody
    /// was led to open must not sign them in, or up.
    private static func askAfterArrival(_ web: WebRequest) async throws -> Response {
        guard web.query("error").isEmpty else { throw Refusal.forbidden("Telegram says that you did not agree. Sign in another way.") }
        let (isLink, isFromHere) = try web.services.telegram.begun(state: web.query("state"), cookie: kept(web))
        return web.html(
            FormPage(
                layout: try web.layout("Telegram", script: isFromHere ? "go-on" : nil),
                heading: isLink ? "Link Telegram" : "Sign in with Telegram", action: Path.telegramCallback(), fields: [],
                submit: isLink ? "Link it" : "Sign in"
            )
            .with(
                intro: isLink
                    ? "Telegram knows you. From now on it signs you in to this account." : "Telegram knows you. One more step."
            )
            .with(hidden: [("state", web.query("state")), ("code", web.query("code"))])
            .narrow)
    }

    private static func arrive(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        let arrival = try await web.services.telegram.arrive(
            state: form["state"], cookie: kept(web), code: form["code"], actor: web.context.actor)
        var response: Response
        if arrival.isLink {
            try await web.services.telegram.link(arrival.identity, to: web.actor())
            response = web.redirect(Path.account().asking("done", "linked"))
        } else {
            response = try await signIn(web, next: arrival.next) { arrival.identity }
        }
        response.headers[values: .setCookie] += ["\(cookie)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax"]
        return response
    }

    // MARK: the older ways

    private static func askWidget(_ web: WebRequest) async throws -> Response {
        try requireNobody(web)
        let name = try web.services.telegram.name(widget: web.query)
        return web.html(
            FormPage(
                layout: try web.layout("Telegram"), heading: "Sign in with Telegram", action: Path.telegramWidget(), fields: [],
                submit: "Yes, sign me in"
            )
            .with(intro: Texts.said("Telegram names you as \(name.isEmpty ? "somebody without a name" : name). Is that you?"))
            .with(hidden: web.query.map { ($0.name, $0.value) })
            .with(other: ("No", Path.signIn()))
            .narrow)
    }

    /// Whoever is signed in stays who they are: a signed address from elsewhere must not put them into another account.
    private static func requireNobody(_ web: WebRequest) throws(Refusal) {
        guard let actor = web.context.actor else { return }
        throw .conflict(
            "You are signed in as \(actor.account.name). To sign in with Telegram from now on, link it on your account page.")
    }

    private static func signIn(_ web: WebRequest, next: String, _ identity: () async throws -> Identity) async throws -> Response {
        try requireNobody(web)
        let result = try await web.services.telegram.signIn(identity(), client: web.client)
        let target = Path.local(next) ?? Path.home()
        return SignInRoutes.signedIn(
            result.token, web, isPhone: !result.needsCode,
            to: result.needsCode ? Path.signInCode().asking("next", target.text) : target)
    }
}
