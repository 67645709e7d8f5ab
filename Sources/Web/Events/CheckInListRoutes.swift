import Domain
import Hummingbird
import Pages
import Services

/// A list of an event is renamed, archived, or removed while nobody was ticked on it, and brought back.
struct CheckInListRoutes {
    func add(to table: RouteTable) {
        table.post(Path.renameCheckInList, .openHost) { web, access in
            let form = try await web.form()
            let (event, list) = (try web.id(), try web.id("list"))
            return try await web.submit {
                try await web.services.checkIn.rename(list, to: form["name"], of: event, access)
                return web.redirect(Path.checkIn(access.trip.fields.slug, event, list).asking("done", "renamed"))
            } again: {
                try CheckInRoutes.page(web, access, form["name"], $0, $1)
            }
        }
        table.post(Path.archiveCheckInList, .openHost) { web, access in
            let form = try await web.form()
            let (event, list) = (try web.id(), try web.id("list"))
            // Undone by the address alone, from the notice that says it.
            let isBack = form["archived"] == "no" || web.query("archived") == "no"
            try await web.services.checkIn.archive(list, !isBack, of: event, access)
            return web.redirect(Path.checkIn(access.trip.fields.slug, event, list).asking("done", "list-archived"))
        }
        table.post(Path.removeCheckInList, .openHost) { web, access in
            let (event, list) = (try web.id(), try web.id("list"))
            return try await web.submit {
                try await web.services.checkIn.remove(list, of: event, access)
                return web.redirect(
                    Path.event(access.trip.fields.slug, event).asking([("done", "list-removed"), ("list", "\(list)")]))
            } again: {
                try CheckInRoutes.page(web, access, nil, $0, $1)
            }
        }
        table.post(Path.restoreCheckInList, .openHost) { web, access in
            let (event, list) = (try web.id(), try web.id("list"))
            return try await web.submit {
                try await web.services.checkIn.restore(list, of: event, access)
                return web.redirect(Path.checkIn(access.trip.fields.slug, event, list).asking("done", "list-back"))
            } again: {
                try EventRoutes.page(web, access, EventView(), $0, $1)
            }
        }
    }
}
