import Domain
import Hummingbird
import Pages
import Services

/// Owners change their address.
struct AddressRoutes {
    func add(to table: RouteTable) {
        table.get(Path.changeAddress, .signedIn) { web, actor in
            if actor.account.email.isEmpty { return web.redirect(Path.addPassword()) }
            return try web.html(AddressRoutes.page(web, actor, "", [], nil))
        }
        table.post(Path.changeAddress, .signedIn, AddressRoutes.change)
        table.post(Path.keepAddress, .signedIn) { web, actor in
            try await web.services.addresses.keepOld(actor)
            return web.redirect(Path.account().asking("done", "address-kept"))
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
            return web.redirect(Path.account().asking("done", "wanted"))
        } again: {
            try page(web, actor, form["email"], $0, $1)
        }
    }
}
