import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// What the map is made of: import with progress, raster servers.
struct MapDataRoutes {
    func add(to table: RouteTable) {
        table.get("/map-data", .admin) { web, access in try MapDataRoutes.show(web, access, [], nil, [:]) }
        table.post("/map-data/import", .admin, MapDataRoutes.begin)
        table.post("/map-data/import/confirm", .admin) { web, access in
            try web.services.mapData.confirm(access)
            return web.redirect(Path.mapData)
        }
        table.post("/map-data/import/stop", .admin) { web, access in
            web.services.mapData.stop(access)
            return web.redirect(Path.mapData)
        }
        table.post("/map-data/raster-servers", .admin, MapDataRoutes.setRasterServer)
    }

    private static func page(
        _ web: WebRequest, _ access: AdminAccess, _ errors: [FieldError], _ problem: String?, _ typed: [String: String]
    ) throws -> MapDataPage {
        let overview = try web.services.mapData.overview(access)
        return MapDataPage(
            frame: try web.frame("Map data", script: "mapdata"), facts: overview.facts.map(lines), problem: overview.problem ?? problem,
            job: overview.job.map { jobLine($0, web.now) }, rasterServers: overview.rasterServers, typed: typed, errors: errors)
    }

    private static func show(
        _ web: WebRequest, _ access: AdminAccess, _ errors: [FieldError], _ problem: String?, _ typed: [String: String]
    ) throws -> Response {
        let page = try page(web, access, errors, problem, typed)
        var response = web.html(page)
        // While something happens the page looks again by itself, with scripts or without.
        if page.isRunning, let name = HTTPField.Name("Refresh") { response.headers[name] = "1" }
        return response
    }

    // MARK: what is served, and what happens

    private static func lines(_ facts: AtlasFacts) -> MapDataPage.Facts {
        let summary = facts.summary
        let skipped = ImportSummary.Skipped.allCases.compactMap { kind in
            summary.skipped[kind].flatMap { $0 > 0 ? MapDataPage.Line(label: kind.rawValue, figure: grouped($0)) : nil }
        }
        let lifts = summary.liftsByType.values.reduce(0, +)
        return MapDataPage.Facts(
            name: facts.name, importedAt: facts.createdAt,
            lines: [
                ("Elements read", summary.nodes + summary.ways + summary.relations), ("Things on the map", summary.features),
                ("Buildings", summary.buildings), ("Restaurants", summary.restaurants), ("Peaks", summary.peaks),
                ("Pistes", summary.pistes),
                ("Lifts", lifts), ("Elevation tiles", summary.elevationTiles),
                ("Voids filled from their surroundings", summary.elevationVoids),
            ].map { MapDataPage.Line(label: $0.0, figure: grouped($0.1)) }, skipped: skipped,
            warnings: summary.warnings)
    }

    private static func grouped(_ number: Int) -> String { String(metres(Double(number)).dropLast(2)) }

    private static func jobLine(_ job: MapDataService.Job, _ now: Instant) -> MapDataPage.Job {
        let files = job.files.joined(separator: ", ")
        switch job.state {
        case .running(let progress):
            return .init(files: files, by: job.startedBy, isRunning: true, text: text(progress), share: share(progress), isBad: false)
        case .done(let summary):
            return .init(
                files: files, by: job.startedBy, isRunning: false, text: "Imported in \(decimal(summary.seconds, 1)) s.", share: nil,
                isBad: false)
        case .asking(let question):
            return .init(
                files: files, by: job.startedBy, isRunning: false, text: question, share: nil, isBad: false, isAsking: true)
        case .failed(let reason): return .init(files: files, by: job.startedBy, isRunning: false, text: reason, share: nil, isBad: true)
        case .stopped:
            return .init(
                files: files, by: job.startedBy, isRunning: false, text: "Stopped. The map is as it was.", share: nil, isBad: false)
        }
    }

    private static func share(_ progress: ImportProgress?) -> Int? {
        guard let progress, progress.total > 0 else { return nil }
        return min(100, 100 * progress.done / progress.total)
    }

    private static func text(_ progress: ImportProgress?) -> String {
        guard let progress else { return "Starting" }
        var text = progress.phase.rawValue + (progress.file.isEmpty ? "" : " \(progress.file)")
        if progress.phase == .reading { text += ", \(decimal(progress.rate / 1e6, 1)) MB/s" }
        if let left = progress.secondsLeft { text += ", about \(decimal(left.rounded(.up), 0)) s left" }
        return text
    }

    // MARK: upload

    private static func begin(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        return try await web.submit {
            let folder = try web.services.mapData.beginUpload(access)
            let upload: MapUpload
            do {
                upload = try await MapUpload.receive(web, into: folder)
            } catch {
                web.services.mapData.cancelUpload()
                throw error
            }
            try web.services.mapData.start(files: upload.folder.files, name: upload.name, access)
            return web.redirect(Path.mapData)
        } again: { errors, problem in
            try page(web, access, errors, problem, [:])
        }
    }

    private static func setRasterServer(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard let style = MapStyle(rawValue: form["style"]) else { throw Refusal.invalid([FieldError("style", "Street or Mountain.")]) }
            let (url, attribution) = (form["\(style.rawValue)_url"], form["\(style.rawValue)_attribution"])
            try await web.services.mapData.setRasterServer(
                RasterServer(style: style, url: tidyLine(url), attribution: tidyLine(attribution)), access)
            return web.redirect(Path.mapDataDone)
        } again: { errors, problem in
            try page(web, access, errors, problem, form.values)
        }
    }
}

/// An upload on its way into its folder.
private struct MapUpload {
    var folder: UploadFolder
    var name = ""

    static func receive(_ web: WebRequest, into folder: UploadFolder) async throws -> MapUpload {
        guard let boundary = Form.boundary(in: web.request.headers[.contentType] ?? "") else {
            throw Refusal.invalid([FieldError("files", "The upload could not be read.")])
        }
        var (upload, stream, field) = (MapUpload(folder: folder), MultipartStream(boundary: boundary), [UInt8]?.none)
        do {
            for try await part in web.request.body {
                try stream.feed(part.readableBytesView) { try upload.take($0, &field) }
            }
        } catch is MultipartProblem {
            throw Refusal.invalid([FieldError("files", "The upload could not be read.")])
        }
        guard stream.isComplete else { throw Refusal.invalid([FieldError("files", "The upload was cut short. Try again.")]) }
        return upload
    }

    private mutating func take(_ event: MultipartStream.Event, _ field: inout [UInt8]?) throws {
        switch event {
        case .part("files", let fileName?) where !fileName.isEmpty: try folder.open(fileName)
        case .part("name", nil): field = []
        case .part: break
        case .data(let bytes):
            try folder.write(bytes)
            if let count = field?.count, count < 400 { field?.append(contentsOf: bytes) }
        case .end:
            folder.close()
            if let text = field { name = tidyLine(String(outside: text.prefix(200))) }
            field = nil
        }
    }
}
