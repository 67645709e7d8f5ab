import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Signing in with Telegram: the redirect flow, and the older signed fields. Nothing here where it is not configured.
struct TelegramRoutes {
    /// Holds the state between leaving and coming back; `Lax` so that it is there on the way back.
    private static let cookie = "__Host-sotravel-telegram"

    func add(to table: RouteTable) {
        table.get("/sign-in/telegram", .open, TelegramRoutes.depart)
        table.get("/sign-in/telegram/callback", .open, TelegramRoutes.arrive)
        table.get("/sign-in/telegram/widget", .open) { web in
            try await TelegramRoutes.proceed(web, web.services.telegram.identity(widget: web.query), next: "")
        }
        table.post("/sign-in/telegram/app", .open) { web in
            let form = try await web.form()
            return try await TelegramRoutes.proceed(web, web.services.telegram.identity(initData: form["init_data"]), next: "")
        }
        table.post("/account/telegram/unlink", .signedIn) { web in
            try await web.services.telegram.unlink(web.actor())
            return web.redirect(Path.account)
        }
    }

    private static func depart(_ web: WebRequest) async throws -> Response {
        let departure = try await web.services.telegram.depart(
            redirect: web.origin + Path.telegramCallback.text, next: Path.local(web.query("next"))?.text ?? "")
        var response = Response.redirect(to: departure.url, type: .found)
        response.headers[values: .setCookie] = ["\(cookie)=\(departure.state); Path=/; Max-Age=600; Secure; HttpOnly; SameSite=Lax"]
        return response
    }

    private static func arrive(_ web: WebRequest) async throws -> Response {
        guard web.query("error").isEmpty else { throw Refusal.forbidden("Telegram says that you did not agree. Come in another way.") }
        let state = SessionCookie.value(Array((cookie + "=").utf8), in: web.request.headers[values: .cookie])
        let arrival = try await web.services.telegram.arrive(state: web.query("state"), cookie: state, code: web.query("code"))
        var response = try await proceed(web, arrival.identity, next: arrival.next)
        response.headers[values: .setCookie] += ["\(cookie)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax"]
        return response
    }

    /// Whoever is signed in links the identity; everybody else signs in with it.
    private static func proceed(_ web: WebRequest, _ identity: Identity, next: String) async throws -> Response {
        if let actor = web.context.actor {
            try await web.services.telegram.link(identity, to: actor)
            return web.redirect(Path.local("/account?done=linked") ?? Path.account)
        }
        let result = try await web.services.telegram.signIn(identity, client: web.client)
        let target = Path.local(next) ?? Path.home
        return SignInRoutes.signedIn(
            result.token, web, isPhone: !result.needsCode,
            to: result.needsCode ? Path.local("/sign-in/code?next=" + target.text.addingPercentEncoding) ?? Path.signInCode : target)
    }
}
