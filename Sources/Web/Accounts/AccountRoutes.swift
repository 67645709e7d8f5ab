import Domain
import Hummingbird
import Pages
import Services

/// One's own account: sessions, password, second factor.
struct AccountRoutes {
    func add(to table: RouteTable) {
        table.get(Path.account, .signedIn) { web, actor in try web.html(AccountRoutes.page(web, actor, [], nil)) }
        table.post(Path.changePassword, .signedIn, AccountRoutes.changePassword)
        table.get(Path.addPassword, .signedIn) { web, actor in
            if !actor.account.email.isEmpty { return web.redirect(Path.account()) }
            return try web.html(AccountRoutes.addPasswordPage(web, "", [], nil))
        }
        table.post(Path.addPassword, .signedIn, AccountRoutes.addPassword)
        AddressRoutes().add(to: table)
        table.post(Path.endSession, .signedIn) { web, actor in
            let (id, action) = (try web.id(), Path.endSession(try web.id()))
            guard id == actor.sessionID else {
                try await web.services.accounts.sessions.end(id, by: actor)
                return web.redirect(Path.account())
            }
            if let question = try await SignInRoutes.signOutQuestion(web, actor, action) { return question }
            try await web.services.accounts.sessions.end(id, by: actor)
            return SignInRoutes.signedOut(web)
        }
        table.post(Path.signOutEverywhere, .signedIn) { web, actor in
            if try await web.form()["but"] == "this" {
                try await web.services.accounts.sessions.endOthers(of: actor)
                return web.redirect(Path.account().asking("done", "others-out"))
            }
            if let question = try await SignInRoutes.signOutQuestion(web, actor, Path.signOutEverywhere()) { return question }
            try await web.services.accounts.sessions.endAll(of: actor)
            return SignInRoutes.signedOut(web)
        }
        table.post(Path.markNoticesSeen, .signedIn) { web, actor in
            guard let number = try await web.form()["to"].whole(in: 1...1 << 53) else {
                throw Refusal.invalid([FieldError("to", "Choose up to which one you have read.")])
            }
            try await web.services.accounts.seeNotices(upTo: number, actor)
            return web.redirect(web.previousPage ?? Path.account())
        }
        table.get(Path.secondFactor, .signedIn) { web, actor in try web.html(AccountRoutes.secondFactorPage(web, actor, [])) }
        table.post(Path.secondFactor, .signedIn, AccountRoutes.confirmSecondFactor)
        table.post(Path.removeSecondFactor, .signedIn, AccountRoutes.removeSecondFactor)
    }

    static func page(_ web: WebRequest, _ actor: Actor, _ errors: [FieldError], _ problem: String?) throws -> AccountPage {
        AccountPage(
            layout: try web.layout("Your account", flash: .problem(problem)), actor: actor,
            overview: try web.services.account(of: actor, at: web.now), errors: errors, now: web.now)
    }

    private static func changePassword(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let token = try await web.services.accounts.changePassword(
                current: form["current"], new: form["new"], for: actor, client: web.client)
            return SignInRoutes.signedIn(token, web, to: Path.account().asking("done", "password"))
        } again: {
            try page(web, actor, $0, $1)
        }
    }

    private static func addPasswordPage(_ web: WebRequest, _ email: String, _ errors: [FieldError], _ problem: String?) throws -> FormPage {
        FormPage(
            layout: try web.layout("Add a password"), heading: "Add a password", action: Path.addPassword(),
            fields: [
                FormField("email", "Email", email, kind: .email, errors: errors, isRequired: true).filled(by: "username"),
                FormField(
                    "new", "Password", kind: .password, hint: "At least 12 characters: a few words are easy to remember.", errors: errors,
                    isRequired: true
                )
                .filled(by: "new-password"),
            ], submit: "Add it"
        )
        .with(intro: "With an address and a password you come back on any phone, without a host.")
        .with(other: ("Not now", Path.home()))
        .with(problem: problem)
        .narrow
    }

    private static func addPassword(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let token = try await web.services.accounts.addPassword(
                email: form["email"], password: form["new"], for: actor, client: web.client)
            return SignInRoutes.signedIn(token, web, isPhone: true, to: Path.account().asking("done", "password"))
        } again: {
            try addPasswordPage(web, form["email"], $0, $1)
        }
    }

    private static func secondFactorPage(_ web: WebRequest, _ actor: Actor, _ errors: [FieldError]) throws -> SecondFactorPage {
        let secret = try web.services.accounts.beginSecondFactor(for: actor)
        return SecondFactorPage(
            layout: try web.layout("Second factor"), isForced: actor.mustSetUpSecondFactor, secret: Base32.encode(secret),
            link: TOTP.link(secret: secret, account: actor.account), errors: errors)
    }

    private static func confirmSecondFactor(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        do {
            let (token, codes) = try await web.services.accounts.confirmSecondFactor(
                code: form["code"], for: actor, client: web.client)
            var response = web.html(RecoveryCodesPage(layout: try web.layout("Recovery codes"), codes: codes))
            SessionCookie.set(token, web, on: &response)
            return response
        } catch Refusal.invalid(let errors) {
            return web.html(try secondFactorPage(web, actor, errors), status: .unprocessableContent)
        }
    }

    private static func removeSecondFactor(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.accounts.removeSecondFactor(password: form["password"], for: actor)
            return web.redirect(Path.account().asking("done", "factor"))
        } again: {
            try page(web, actor, $0, $1)
        }
    }
}
