import Domain
import Hummingbird
import Pages
import Services

/// Owners change their address.
struct AddressRoutes {
    func add(to table: RouteTable) {
        table.get("/account/address", .signedIn) { web, actor in
            if actor.account.email.isEmpty { return web.redirect(Path.addPassword) }
            return try web.html(AddressRoutes.page(web, actor, "", [], nil))
        }
        table.post("/account/address", .signedIn, AddressRoutes.change)
        table.post("/account/address/keep", .signedIn) { web, actor in
            try await web.services.addresses.keepOld(actor)
            return web.redirect(Path.local("/account?done=saved") ?? Path.account)
        }
    }

    private static func page(_ web: WebRequest, _ actor: Actor, _ email: String, _ errors: [FieldError], _ problem: String?) throws
        -> FormPage
    {
        AddressForm.page(
            try web.layout("Change your address"), actor.account, email: email, errors: errors, problem: problem)
    }

    private static func change(_ web: WebRequest, _ actor: Actor) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            try await web.services.addresses.want(form["email"], password: form["password"], code: form["code"], for: actor)
            return web.redirect(Path.local("/account?done=wanted") ?? Path.account)
        } again: {
            try page(web, actor, form["email"], $0, $1)
        }
    }
}
