import Domain
import Hummingbird
import Pages
import Services

/// Upload or paste, preview, confirm, fetch what was refused.
struct ImportRoutes {
    /// The file itself, and what multipart puts around it.
    private static let uploadLimit = ImportTable.byteLimit + 100_000

    func add(to table: RouteTable) {
        table.get(Path.importRoster, .openHost) { web, access in
            try web.html(ImportRoutes.page(web, access, "", []))
        }
        table.post(Path.importRoster, .openHost, ImportRoutes.begin)
        table.get(Path.rosterImport, .openHost, ImportRoutes.show)
        table.get(Path.importedRoster, .openHost, ImportRoutes.result)
        table.get(Path.refusedRows, .openHost, ImportRoutes.refused)
        table.post(Path.rosterImport, .openHost, ImportRoutes.proceed)
    }

    private static func page(_ web: WebRequest, _ access: some TripProof, _ text: String, _ errors: [FieldError]) throws -> ImportPage {
        ImportPage(
            layout: try web.layout("Import", access, section: "/roster", script: "import"), slug: access.trip.fields.slug, text: text,
            errors: errors)
    }

    private static func begin(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form: Form
        do {
            form = try await web.form(limit: uploadLimit, textLimit: uploadLimit)
        } catch Refusal.tooLarge {
            let error = FieldError("file", "The list has more than 5 MB. Split it, or leave columns out.")
            return web.html(try page(web, access, "", [error]), status: .contentTooLarge)
        }
        return try await web.submit {
            let bytes = form.file ?? Array(form["text"].utf8)
            guard !bytes.isEmpty else { throw Refusal.invalid([FieldError("file", "Choose a file or paste the list.")]) }
            let id = try await web.services.roster.beginImport(bytes, access)
            return web.redirect(Path.rosterImport(access.trip.fields.slug, id))
        } again: { errors, problem in
            try page(web, access, form["text"], errors + (problem.map { [FieldError("file", "\($0)")] } ?? []))
        }
    }

    private static func show(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        if let saved = try await web.services.roster.savedImport(web.id(), access) {
            let refused = ImportSavedPage.Refused(slug: access.trip.fields.slug, id: try web.id(), rows: saved.refused)
            return web.html(
                ImportSavedPage(
                    layout: try web.tripLayout("Import", access, section: "/roster"), count: saved.savedCount, refused: refused))
        }
        return web.html(try await previewPage(web, access, nil, problem: nil))
    }

    /// What was saved, who of them can be invited now, and what was refused.
    private static func result(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        guard let version = try web.parameter("version").ordinal else { throw Refusal.notFound }
        let result = try web.services.roster.imported(in: version, access)
        var refused: ImportSavedPage.Refused?
        if let id = ID(web.query("refused")), let saved = try await web.services.roster.savedImport(id, access) {
            refused = .init(slug: access.trip.fields.slug, id: id, rows: saved.refused)
        }
        return web.html(
            ImportSavedPage(
                layout: try web.tripLayout("Import", access, section: "/roster"), result: result,
                invitees: try web.services.joining.invitees(ofImport: version, access).map(\.row), refused: refused))
    }

    private static func previewPage(
        _ web: WebRequest, _ access: OpenHostAccess, _ reading: ImportReading?, problem: String?
    ) async throws -> ImportPreviewPage {
        let preview = try await web.services.roster.preview(web.id(), reading, access)
        return ImportPreviewPage(
            layout: try web.layout("Import", access, section: "/roster"), trip: access.trip, preview: preview,
            lanes: try web.services.lanes.sets(access).flatMap(\.lanes), problem: problem)
    }

    private static func refused(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let text = try await web.services.roster.refusedRows(web.id(), access)
        return web.download(text, type: "text/csv; charset=utf-8", name: "\(access.trip.fields.slug)-refused.csv")
    }

    /// Applies the mapping, or saves what the page showed: columns that were chosen since are shown first.
    private static func proceed(_ web: WebRequest, _ access: OpenHostAccess) async throws -> Response {
        let form = try await web.form()
        let (id, roster) = (try web.id(), web.services.roster)
        let reading = reading(form, try roster.ownColumns(access))
        let isShown = form["do"] != "save" || form["shown"].isEmpty || form["shown"] == reading.text
        guard form["do"] == "save", isShown else {
            try await roster.read(id, as: reading, access)
            guard !reading.isOfThePage else {
                return web.html(
                    try await previewPage(web, access, reading, problem: isShown ? nil : FlashMessage.text("columns")))
            }
            return web.redirect(Path.rosterImport(access.trip.fields.slug, id).asking("done", isShown ? "" : "columns"))
        }
        return try await web.submit {
            let (version, refused) = try await roster.confirmImport(
                id, reading, rosterVersion: form["version"].ordinal ?? -1, access)
            let rest = refused == 0 ? [] : [("refused", id.description)]
            return web.redirect(Path.importedRoster(access.trip.fields.slug, version).asking(rest))
        } again: { errors, problem in
            try await previewPage(
                web, web.provedAgain(.openHost), reading, problem: problem ?? errors.said)
        }
    }

    private static func reading(_ form: Form, _ own: [OwnColumn]) -> ImportReading {
        let values = form.values
        let count = (0..<ImportTable.columnLimit).prefix { values["column\($0)"] != nil }.count
        let columns = (0..<count).map { ImportColumn(key: values["column\($0)"] ?? "", own: own) }
        let rule = ImportRule(
            clearsEmpty: form["clears_empty"] == "on", replacesGroups: form[ImportGroups.field] == ImportGroups.replace)
        return ImportReading(columns: columns.isEmpty ? nil : columns, rule: rule, persons: persons(values))
    }

    /// Whom the host takes lines for that have namesakes on the trip.
    private static func persons(_ values: [String: String]) -> [Int: ID?] {
        var persons: [Int: ID?] = [:]
        for (name, value) in values where name.hasPrefix(ImportNamesakes.prefix) {
            guard let line = name.dropFirst(ImportNamesakes.prefix.count).whole(in: 1...ImportTable.byteLimit) else { continue }
            if value == ImportNamesakes.other { persons[line] = .some(nil) } else if let id = ID(value) { persons[line] = .some(id) }
        }
        return persons
    }
}
