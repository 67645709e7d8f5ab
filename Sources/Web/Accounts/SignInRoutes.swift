import Domain
import Hummingbird
import Pages
import Services

/// Signing in and out, the first admin, accepting a staff invite.
struct SignInRoutes {
    func add(to table: RouteTable) {
        table.get(Path.signIn, .open) { web in
            if web.context.actor != nil { return web.redirect(Path.home()) }
            let intro = web.query("done") == "signed-out" ? "You are signed out." : nil
            return try web.html(SignInRoutes.page(web, email: "", next: web.query("next"), intro: intro))
        }
        table.post(Path.signIn, .open, SignInRoutes.signIn)
        table.get(Path.signInCode, .pending) { web, _ in try web.html(SignInRoutes.codePage(web, next: web.query("next"))) }
        table.post(Path.signInCode, .pending, SignInRoutes.submitCode)
        ForgottenRoutes().add(to: table)
        table.post(Path.signOut, .open, SignInRoutes.signOut)
        table.get(Path.setup, .secret) { web in
            guard try web.services.accounts.isSetupToken(web.parameter("token")) else { throw Refusal.notFound }
            return try web.html(SignInRoutes.setupPage(web, Form(body: [], contentType: ""), [], nil))
        }
        table.post(Path.setup, .secret, SignInRoutes.setUp)
        table.get(Path.staffInvite, .secret) { web in
            try web.html(SignInRoutes.invitePage(web, Form(body: [], contentType: ""), [], nil))
        }
        table.post(Path.staffInvite, .secret, SignInRoutes.acceptInvite)
    }

    /// - Parameter intro: what just happened, for whoever comes from another form.
    static func page(
        _ web: WebRequest, email: String, next: String, intro: String? = nil, errors: [FieldError] = [], problem: String? = nil
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout("Sign in", script: "unsent-call"), heading: "Sign in", action: Path.signIn(),
            fields: [
                FormField("email", "Email", email, kind: .email, errors: errors, isRequired: true).filled(by: "username"),
                FormField("password", "Password", kind: .password, errors: errors, isRequired: true).filled(by: "current-password"),
            ], submit: "Sign in"
        )
        .with(intro: intro)
        .with(hidden: [("next", next)])
        .with(other: web.services.telegram.options.isOn ? ("Sign in with Telegram", Path.telegramSignIn().asking("next", next)) : nil)
        .with(other: try intro == nil && web.services.signUps.isOn() ? ("Make an account", Path.signUp().asking("next", next)) : nil)
        .with(problem: said(problem, next))
        .asDoor(helps: true, hasMail: web.services.letters.isOn)
    }

    /// Whoever is on the way to call for help may have no time to sign in.
    private static func said(_ problem: String?, _ next: String) -> String? {
        guard next.prefix(while: { $0 != "?" }).hasSuffix("/my/sos") else { return problem }
        let help =
            "If life is at risk, phone first: 112 is the emergency number in Europe. "
            + "A call for help that waits in this browser goes out when you have signed in."
        return [problem, help].compactMap(\.self).joined(separator: " ")
    }

    private static func codePage(
        _ web: WebRequest, next: String, errors: [FieldError] = [], problem: String? = nil
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout("Second factor"), heading: "Second factor", action: Path.signInCode(),
            fields: [FormField("code", "Code", errors: errors, isRequired: true).filled(by: "one-time-code")], submit: "Continue"
        )
        .with(intro: "Type the code of your authenticator app, or one of your recovery codes.")
        .with(hidden: [("next", next)])
        .with(other: ("Start again", Path.signIn()))
        .with(problem: problem)
        .asDoor()
    }

    private static func signIn(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let result = try await web.services.accounts.signIn(
                email: tidyLine(form["email"]), password: form["password"], client: web.client)
            let next = SignInRoutes.next(form["next"])
            var response = Response.redirect(
                to: result.needsCode ? Path.signInCode().asking("next", next.text).text : next.text, type: .normal)
            SessionCookie.set(result.token, web, on: &response)
            return response
        } again: {
            try page(web, email: form["email"], next: form["next"], errors: $0, problem: $1)
        }
    }

    private static func submitCode(_ web: WebRequest, _ pending: PendingSignIn) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let token = try await web.services.accounts.submitCode(form["code"], pending: pending.actor, client: web.client)
            return signedIn(token, web, to: next(form["next"]))
        } again: {
            try codePage(web, next: form["next"], errors: $0, problem: $1)
        }
    }

    private static func next(_ text: String) -> Link { Path.local(text) ?? Path.home() }

    static func signedIn(_ token: String, _ web: WebRequest, isPhone: Bool = false, to link: Link) -> Response {
        var response = web.redirect(link)
        SessionCookie.set(token, isPhone: isPhone, web, on: &response)
        return response
    }

    private static func signOut(_ web: WebRequest) async throws -> Response {
        if let actor = web.context.actor, let question = try await signOutQuestion(web, actor, Path.signOut()) { return question }
        if let actor = web.context.actor { try await web.services.sharing.stopAll(of: actor) }
        if let actor = web.context.actor ?? web.context.pending {
            try await web.services.accounts.sessions.end(of: actor)
            web.services.live.endStreams(of: actor)
        }
        return signedOut(web)
    }

    static func signedOut(_ web: WebRequest) -> Response {
        var response = web.redirect(Path.signIn().asking("done", "signed-out"))
        SessionCookie.clear(on: &response)
        return response
    }

    /// A link to join works once: whoever has nothing else stays outside.
    /// - Parameter action: what was asked for.
    /// - Returns: nil for whoever can sign in again, or has said that they are sure.
    static func signOutQuestion(_ web: WebRequest, _ actor: Actor, _ action: Link) async throws -> Response? {
        guard try await web.form()["sure"] != "yes", try !web.services.comesBack(actor) else { return nil }
        let page = FormPage(
            layout: try web.layout("Sign out"), heading: "Sign out without a password?", action: action, fields: [],
            submit: "Sign out anyway"
        )
        .with(intro: "You have no password. Once you are signed out, only a new link from a host lets you in again.")
        .with(hidden: [("sure", "yes")])
        .with(better: ("Add a password", Path.addPassword()))
        .with(other: ("Stay signed in", Path.account()))
        .narrow
        return web.html(page)
    }

    // MARK: becoming somebody

    static func accountFields(_ form: Form, _ errors: [FieldError]) -> [FormField] {
        [
            FormField("name", "Your name", form["name"], errors: errors, isRequired: true).filled(by: "name"),
            FormField("email", "Email", form["email"], kind: .email, errors: errors, isRequired: true).filled(by: "username"),
            FormField(
                "password", "Password", kind: .password, hint: "At least 12 characters: a few words are easy to remember.",
                errors: errors, isRequired: true
            )
            .filled(by: "new-password"),
        ]
    }

    static func newAccount(_ form: Form) -> NewAccount {
        NewAccount(name: form["name"], email: form["email"], password: form["password"])
    }

    private static func setupPage(_ web: WebRequest, _ form: Form, _ errors: [FieldError], _ problem: String?) throws -> FormPage {
        FormPage(
            layout: try web.layout("Welcome"), heading: "Welcome to Sotravel", action: Path.setup(try web.parameter("token")),
            fields: accountFields(form, errors), submit: "Make the account"
        )
        .with(intro: "Make the first account. It is an admin’s: next you set up a second factor.")
        .with(problem: problem)
        .asDoor()
    }

    private static func setUp(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let token = try await web.services.accounts.setUp(
                token: web.parameter("token"), form: newAccount(form), client: web.client)
            return signedIn(token, web, to: Path.secondFactor())
        } again: {
            try setupPage(web, form, $0, $1)
        }
    }

    private static func invitePage(_ web: WebRequest, _ form: Form, _ errors: [FieldError], _ problem: String?) throws -> FormPage {
        let token = try web.parameter("token")
        let invite = try web.services.staff.find(token: token)
        let (author, role) = (invite.createdBy, Texts.said(text: invite.role))
        let actor = web.context.actor
        let page = FormPage(
            layout: try web.layout("Invite"), heading: "You are invited", action: Path.staffInvite(token),
            fields: actor == nil ? accountFields(form, errors) : [], submit: actor == nil ? "Make my account" : "Accept"
        )
        .with(
            intro: Texts.said(
                invite.role == "admin"
                    ? "\(author) invites you as an admin of all trips." : "\(author) invites you as a \(role) of \(invite.tripName).")
                + " "
                + (actor.map { Texts.said("You are signed in as \($0.account.name).") }
                    ?? Texts.said("Have an account already? Sign in first."))
        )
        .with(
            other: actor == nil
                ? ("I have an account", Path.signIn().asking("next", Path.staffInvite(token).text)) : nil
        )
        .with(problem: problem)
        return actor == nil ? page.asDoor() : page.narrow
    }

    private static func acceptInvite(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let token = try web.parameter("token")
            let session =
                if let actor = web.context.actor {
                    try await web.services.staff.accept(token: token, by: actor, client: web.client)
                } else {
                    try await web.services.staff.accept(token: token, form: newAccount(form), client: web.client)
                }
            return signedIn(session, web, to: Path.home())
        } again: {
            try invitePage(web, form, $0, $1)
        }
    }
}
