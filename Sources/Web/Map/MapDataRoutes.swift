import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// What the map is made of: import with progress, raster servers.
struct MapDataRoutes {
    func add(to table: RouteTable) {
        table.get(Path.mapData, .admin) { web, access in try MapDataRoutes.show(web, access, [], nil, [:]) }
        table.post(Path.mapImport, .admin, MapDataRoutes.begin)
        table.post(Path.confirmMapImport, .admin) { web, access in
            try web.services.mapData.confirm(access)
            return web.redirect(Path.mapData())
        }
        table.post(Path.stopMapImport, .admin) { web, access in
            web.services.mapData.stop(access)
            return web.redirect(Path.mapData())
        }
        table.post(Path.setRasterServer, .admin, MapDataRoutes.setRasterServer)
    }

    private static func page(
        _ web: WebRequest, _ access: AdminAccess, _ errors: [FieldError], _ problem: String?, _ typed: [String: String]
    ) throws -> MapDataPage {
        MapDataPage(
            layout: try web.layout("Map data", section: Path.mapData.pattern, script: "map-data"),
            overview: try web.services.mapData.overview(access), typed: typed,
            complaint: Complaint(errors, problem), now: web.now)
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
            return web.redirect(Path.mapData())
        } again: { errors, problem in
            try page(web, access, errors, problem, [:])
        }
    }

    private static func setRasterServer(_ web: WebRequest, _ access: AdminAccess) async throws -> Response {
        let form = try await web.form()
        return try await web.submit {
            guard let style = MapStyle(rawValue: form["style"]) else {
                throw Refusal.invalid([FieldError("style", "Choose Street or Mountain.")])
            }
            let (url, attribution) = (form["\(style.rawValue)_url"], form["\(style.rawValue)_attribution"])
            try await web.services.mapData.setRasterServer(
                RasterServer(style: style, url: tidyLine(url), attribution: tidyLine(attribution)), access)
            return web.redirect(Path.mapData().asking("done", "tile-server"))
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
            throw Refusal.invalid([FieldError("files", "The upload could not be read. Try again.")])
        }
        var (upload, stream, field) = (MapUpload(folder: folder), MultipartStream(boundary: boundary), [UInt8]?.none)
        do {
            for try await part in web.request.body {
                try stream.feed(part.readableBytesView) { try upload.take($0, &field) }
            }
        } catch is MultipartProblem {
            throw Refusal.invalid([FieldError("files", "The upload could not be read. Try again.")])
        }
        guard stream.isComplete else { throw Refusal.invalid([FieldError("files", "The upload was cut short. Try again.")]) }
        return upload
    }

    private mutating func take(_ event: MultipartStream.Piece, _ field: inout [UInt8]?) throws {
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
