import Domain
import Hummingbird
import Pages
import Services

/// People make accounts by themselves, where an admin allows it, and find the trip that they want to join.
struct SignUpRoutes {
    func add(to table: RouteTable) {
        table.get(Path.signUp, .open) { web in
            if web.context.actor != nil { return web.redirect(Path.home()) }
            guard try web.services.signUps.isOn() else { return SignUpRoutes.isOff(web) }
            return try web.html(SignUpRoutes.page(web, Form(body: [], contentType: ""), next: web.query("next"), [], nil))
        }
        table.post(Path.signUp, .open, SignUpRoutes.signUp)
        table.post(Path.setSignUp, .admin) { web, access in
            let form = try await web.form()
            let isOn = form["do"] == "on"
            try await web.services.signUps.set(isOn, access)
            return web.redirect(Path.accounts().asking("done", isOn ? "sign-up-on" : "sign-up-off"))
        }
        table.post(Path.findTrip, .signedIn, SignUpRoutes.findTrip)
        table.post(Path.withdrawRequest, .signedIn) { web, actor in
            try await web.services.joining.withdraw(web.id(), by: actor)
            return web.redirect(Path.trips().asking("done", "unasked"))
        }
    }

    /// Nothing is missing there: one comes in another way.
    private static func isOff(_ web: WebRequest) -> Response {
        Refusals.page(
            404, "Sign-up is off",
            "Nobody can make an account here by themselves. Ask a host of your trip for a link: it makes your account and lets you in.",
            web
        ) { $0.next = Texts.said("If you have an account, sign in with it.") }
    }

    private static func page(
        _ web: WebRequest, _ form: Form, next: String, _ errors: [FieldError], _ problem: String?
    ) throws -> FormPage {
        FormPage(
            layout: try web.layout("Make an account"), heading: "Make an account", action: Path.signUp(),
            fields: SignInRoutes.accountFields(form, errors), submit: "Make my account"
        )
        .with(intro: "With it you ask to join a trip; a host lets you in.")
        .with(hidden: [("next", next)])
        .with(other: ("I have one", Path.signIn().asking("next", next)))
        .with(other: web.services.telegram.options.isOn ? ("Sign up with Telegram", Path.telegramSignIn().asking("next", next)) : nil)
        .with(problem: problem)
        .narrow
    }

    /// The answer is the same page whether the address was free or not: whoever signs in next shows what they know.
    private static func signUp(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            let account = SignInRoutes.newAccount(form)
            try await web.services.signUps.signUp(account, client: web.client)
            let intro =
                "Thank you. If nobody had this address yet, the account is yours: sign in with it. If that does not work, there is one "
                + "already: use its password, or ask a host."
            return try web.html(SignInRoutes.page(web, email: account.email, next: form["next"], intro: intro))
        } again: {
            try page(web, form, next: form["next"], $0, $1)
        }
    }

    private static func findTrip(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            web.redirect(Path.joinTrip(try web.services.joining.linkToken(in: form["link"])))
        } again: { errors, _ in
            try TripRoutes.tripsPage(web, actor, link: form["link"], errors)
        }
    }
}
