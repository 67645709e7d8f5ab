import Domain
import Hummingbird
import Pages
import Services

/// Forgotten passwords: a link by mail, and the page that it leads to.
struct ForgottenRoutes {
    func add(to table: RouteTable) {
        table.get(Path.forgotten, .open) { web in try web.html(ForgottenRoutes.page(web, "", [], nil)) }
        table.post(Path.forgotten, .open, ForgottenRoutes.ask)
        table.get(Path.newPassword, .secret) { web in try web.html(ForgottenRoutes.newPage(web, [], nil)) }
        table.post(Path.newPassword, .secret, ForgottenRoutes.set)
    }

    private static func page(_ web: WebRequest, _ email: String, _ errors: [FieldError], _ problem: String?) throws -> FormPage {
        let isOn = web.services.letters.isOn
        let page = FormPage(
            layout: try web.layout("A new password"), heading: "A new password", action: isOn ? Path.forgotten() : Path.signIn(),
            fields: isOn
                ? [FormField("email", "Email", email, kind: .email, errors: errors, isRequired: true).filled(by: "username")] : [],
            submit: isOn ? "Send me a link" : "Sign in"
        )
        .with(
            intro: isOn
                ? "Type the address that you sign in with. If it is confirmed, a link to set a new password goes there."
                : "This server sends no email. Ask a host of your trip, or whoever invited you, for a link to set a new password."
        )
        .with(problem: problem)
        .asDoor()
        return isOn ? page.with(other: ("Sign in", Path.signIn())) : page
    }

    /// The same page for every address.
    private static func ask(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.letters.forgot(form["email"], client: web.client)
            let intro =
                "If somebody signs in with this address, and it is confirmed, a link is on its way there. It works once, within the hour. "
                + "If none arrives, ask a host of your trip, or whoever invited you."
            return try web.html(SignInRoutes.page(web, email: form["email"], next: "", intro: intro))
        } again: {
            try page(web, form["email"], $0, $1)
        }
    }

    private static func newPage(_ web: WebRequest, _ errors: [FieldError], _ problem: String?) throws -> FormPage {
        let token = try web.parameter("token")
        let account = try web.services.letters.passwordOwner(token)
        return FormPage(
            layout: try web.layout("A new password"), heading: "A new password", action: Path.newPassword(token),
            fields: [
                FormField(
                    "new", "New password", kind: .password, hint: "At least 12 characters: a few words are easy to remember.",
                    errors: errors, isRequired: true
                )
                .filled(by: "new-password")
            ], submit: "Set the password"
        )
        .with(intro: Texts.said("For the account of \(account.name). You will be signed out on all devices."))
        .with(problem: problem)
        .asDoor()
    }

    private static func set(_ web: WebRequest) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.letters.setPassword(form["new"], token: web.parameter("token"))
            return try web.html(SignInRoutes.page(web, email: "", next: "", intro: "The new password is set. Sign in with it."))
        } again: {
            try newPage(web, $0, $1)
        }
    }
}
