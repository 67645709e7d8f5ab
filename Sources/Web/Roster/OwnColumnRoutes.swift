import Domain
import Hummingbird
import Pages
import Services

/// Own columns of the roster: which there are, in which order, and the way back for a deleted one.
struct OwnColumnRoutes {
    func add(to table: RouteTable) {
        table.get(Path.ownColumns, .openHost) { web, access in try web.html(OwnColumnRoutes.page(web, access, nil, Complaint())) }
        table.post(Path.ownColumns, .openHost, OwnColumnRoutes.create)
        table.get(Path.ownColumn, .openHost) { web, access in
            let column = try web.services.roster.ownColumn(web.id(), access)
            return try web.html(OwnColumnRoutes.formPage(web, access, column, Complaint()))
        }
        table.post(Path.ownColumn, .openHost, OwnColumnRoutes.update)
        table.post(Path.moveOwnColumn, .openHost) { web, access in
            let form = try await web.form()
            try await web.services.roster.moveColumn(web.id(), isUp: form["do"] == "up", access)
            return web.redirect(Path.ownColumns(access.trip.fields.slug))
        }
        table.post(Path.deleteOwnColumn, .openHost) { web, access in
            let id = try web.id()
            try await web.services.roster.deleteColumn(id, access)
            return web.redirect(Path.ownColumns(access.trip.fields.slug).asking("deleted", id.description))
        }
        table.post(Path.restoreOwnColumn, .openHost, OwnColumnRoutes.restore)
    }

    private static func page(
        _ web: WebRequest, _ access: OpenHostAccess, _ typed: OwnColumn?, _ complaint: Complaint
    ) throws -> OwnColumnsPage {
        let overview = try web.services.roster.ownColumnOverview(access)
        let gone = ID(web.query("deleted")).flatMap { id in overview.deleted.first { $0.id == id } }
        let flash = gone.map { OwnColumnsPage.deleted($0.name, $0.valueCount, $0.id, access.trip.fields.slug) }
        return OwnColumnsPage(
            layout: try web.tripLayout("Own columns", access, section: "/roster", flash: flash ?? Flash.problem(complaint.problem)),
            overview: overview, typed: typed, errors: complaint.errors)
    }

    private static func formPage(
        _ web: WebRequest, _ access: some TripProof, _ column: OwnColumn, _ complaint: Complaint
    ) throws -> FormPage {
        OwnColumnForm.page(
            layout: try web.layout("Edit column", access, section: "/roster"), slug: access.trip.fields.slug, column: column,
            complaint: complaint)
    }

    private static func read(_ form: Form, id: ID) -> OwnColumn {
        OwnColumn(
            id: id, name: form["name"], kind: OwnColumn.Kind(rawValue: form["kind"]) ?? .text, choices: [form["choices"]],
            isListed: form["listed"] == "on", isSeenBySelf: form["seen"] == "on", version: form.version)
    }

    private static func create(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let column = read(try await web.form(), id: web.services.system.newID())
        return try await web.submit {
            try await web.services.roster.addColumn(column, access)
            return web.redirect(Path.ownColumns(access.trip.fields.slug).asking("done", "column-added"))
        } again: {
            try page(web, access, column, Complaint($0, $1))
        }
    }

    private static func update(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let column = read(try await web.form(), id: try web.id())
        _ = try web.services.roster.ownColumn(column.id, access)
        return try await web.submit {
            try await web.services.roster.updateColumn(column, access)
            return web.redirect(Path.ownColumns(access.trip.fields.slug).asking("done", "column-saved"))
        } again: {
            try formPage(web, access, column, Complaint($0, $1))
        }
    }

    private static func restore(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let id = try web.id()
        return try await web.submit {
            try await web.services.roster.restoreColumn(id, access)
            return web.redirect(Path.ownColumns(access.trip.fields.slug).asking("done", "column"))
        } again: {
            try page(web, access, nil, Complaint($0, $1))
        }
    }
}
