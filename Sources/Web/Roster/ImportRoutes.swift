import Domain
import Hummingbird
import Pages
import Services

/// Upload or paste, preview, confirm.
struct ImportRoutes {
    /// The file itself, and what multipart puts around it.
    private static let uploadLimit = ImportTable.byteLimit + 100_000

    func add(to table: RouteTable) {
        table.get("/trips/:slug/roster/import", .host) { web in
            try web.html(ImportRoutes.page(web, web.trip().requireOpenHost(), "", []))
        }
        table.post("/trips/:slug/roster/import", .host, ImportRoutes.begin)
        table.get("/trips/:slug/roster/import/:id", .host) { web in
            let access = try web.trip().requireOpenHost()
            return try await web.html(ImportRoutes.previewPage(web, access, columns: nil, clearsEmpty: false, problem: nil))
        }
        table.post("/trips/:slug/roster/import/:id", .host, ImportRoutes.proceed)
    }

    private static func page(_ web: WebRequest, _ access: TripAccess, _ text: String, _ errors: [FieldError]) throws -> ImportPage {
        ImportPage(
            frame: try web.frame("Import", access, section: "/roster"), slug: access.trip.fields.slug, text: text, errors: errors)
    }

    private static func begin(_ web: WebRequest) async throws -> Response {
        let access = try web.trip().requireOpenHost()
        let form: Form
        do {
            form = try await web.form(limit: uploadLimit)
        } catch Refusal.tooLarge {
            let error = FieldError("file", "The list has more than 5 MB. Split it, or leave columns out.")
            return web.html(try page(web, access, "", [error]), status: .contentTooLarge)
        }
        return try await web.submit {
            let bytes = form.file ?? Array(form["text"].utf8)
            guard !bytes.isEmpty else { throw Refusal.invalid([FieldError("file", "Choose a file or paste the list.")]) }
            let id = try await web.services.roster.beginImport(bytes, access)
            return web.redirect(Path.rosterFile(access.trip.fields.slug, "/import/\(id)"))
        } again: { errors, problem in
            try page(web, access, form["text"], errors + (problem.map { [FieldError("file", $0)] } ?? []))
        }
    }

    private static func previewPage(
        _ web: WebRequest, _ access: TripAccess, columns: [ImportColumn]?, clearsEmpty: Bool, problem: String?
    ) async throws -> ImportPreviewPage {
        let preview = try await web.services.roster.preview(web.id(), columns: columns, clearsEmpty: clearsEmpty, access)
        return ImportPreviewPage(
            frame: try web.frame("Import", access, section: "/roster"), trip: access.trip, id: preview.id, table: preview.table,
            columns: preview.columns, clearsEmpty: clearsEmpty, plan: preview.plan, problem: problem)
    }

    private static func proceed(_ web: WebRequest) async throws -> Response {
        let (access, form) = (try web.trip().requireOpenHost(), try await web.form())
        let values = form.values
        let count = (0..<ImportTable.columnLimit).prefix { values["column\($0)"] != nil }.count
        let columns = (0..<count).map { ImportColumn(key: values["column\($0)"] ?? "") }
        let clearsEmpty = form["clears_empty"] == "on"
        guard form["do"] == "save" else {
            return web.html(try await previewPage(web, access, columns: columns, clearsEmpty: clearsEmpty, problem: nil))
        }
        return try await web.submit {
            _ = try await web.services.roster.confirmImport(
                web.id(), columns: columns, clearsEmpty: clearsEmpty, rosterVersion: form["version"].ordinal ?? -1, access)
            return web.redirect(Path.roster(access.trip.fields.slug, [("done", "imported")]))
        } again: { errors, problem in
            try await previewPage(
                web, web.trip(), columns: columns, clearsEmpty: clearsEmpty,
                problem: problem ?? errors.map(\.message).joined(separator: " "))
        }
    }
}
