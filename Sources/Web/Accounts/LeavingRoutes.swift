import Domain
import Hummingbird
import Pages
import Services

/// Staff leave a trip, or go on as travellers.
struct LeavingRoutes {
    func add(to table: RouteTable) {
        table.get(Path.leaveTrip, .member) { web, access in try web.html(LeavingRoutes.page(web, access, nil, [], nil)) }
        table.post(Path.leaveTrip, .member) { web, access in
            let form = try await web.form()
            return try await web.submit {
                let stays = form["how"] == "stay"
                try await web.services.leaving.leave(staysAsTraveller: stays, isSure: form["sure"] == "on", access)
                let slug = access.trip.fields.slug
                return web.redirect(stays ? Path.my(slug).asking("done", "traveller") : Path.trips().asking("done", "left"))
            } again: {
                try LeavingRoutes.page(web, access, form, $0, $1)
            }
        }
    }

    private static func page(_ web: WebRequest, _ access: MemberAccess, _ form: Form?, _ errors: [FieldError], _ problem: String?) throws
        -> FormPage
    {
        LeavingForm.page(
            layout: try web.layout("Leave the trip", access), trip: access.trip, held: try web.services.leaving.holdings(access),
            how: form?["how"] ?? "leave", errors: errors, problem: problem)
    }
}
