import Domain
import Foundation
import Testing

/// Map data that an admin brings.
@Suite struct MapImportFlowTests {
    private func upload(_ app: TestApp, _ files: [(String, String)], as user: TestUser = .admin, name: String = "") async throws
        -> TestApp.TestResponse
    {
        var body = "--B\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\n\(name)\r\n"
        for (file, text) in files {
            body +=
                "--B\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(file)\"\r\nContent-Type: "
                + "application/octet-stream\r\n\r\n\(text)\r\n"
        }
        return try await app.send(
            .post, "/map-data/import", as: user, body: body + "--B--\r\n", headers: ["Content-Type": "multipart/form-data; boundary=B"])
    }

    private func settled(_ app: TestApp) async throws -> TestApp.TestResponse {
        for _ in 0..<200 {
            let page = try await app.send(.get, "/map-data", as: .admin)
            if !page.body.contains("Import under way") { return page }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Refusal.notFound
    }

    @Test func anAdminImportsAMap() async throws {
        let app = try await TestApp.withTrips()
        #expect(try await app.send(.get, "/map-data", as: .admin).body.contains("There is no map yet."))
        let response = try await upload(app, [("../../dorf.osm", TestApp.mapExtract)], name: "Dorf & Berg")
        #expect(response.status == 303 && response.location == "/map-data")
        let page = try await settled(app)
        #expect(page.body.contains("Imported in") && page.body.contains("dorf.osm"))
        try await Task.sleep(for: .milliseconds(300))
        let later = try await app.send(.get, "/map-data", as: .admin)
        #expect(later.body.contains("Dorf &amp; Berg") && later.body.contains("<dt>Pistes</dt><dd>1</dd>"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path).filter { $0.contains("upload") }.isEmpty)
    }

    @Test func elevationAloneAsksBeforeTheMapIsLost() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        let flat = String(repeating: "\0\u{2}", count: 1201 * 1201)
        #expect(try await upload(app, [("N46E009.hgt", flat)]).status == 303)
        let page = try await settled(app)
        #expect(page.body.contains("elevation only") && page.body.contains("/map-data/import/confirm"))
        #expect(page.page.texts("h2").contains("Test"))
        // Keeping it drops the files: a later yes has nothing to do.
        #expect(try await app.send(.post, "/map-data/import/stop", as: .admin).status == 303)
        #expect(try await app.send(.post, "/map-data/import/confirm", as: .admin).status == 409)
        #expect(try FileManager.default.contentsOfDirectory(atPath: app.folder.path).filter { $0.contains("upload") }.isEmpty)
        #expect(try await upload(app, [("N46E009.hgt", flat)]).status == 303)
        _ = try await settled(app)
        #expect(try await app.send(.post, "/map-data/import/confirm", as: .admin).status == 303)
        #expect(try await settled(app).body.contains("Imported in"))
    }

    @Test func badUploadsSayWhyAndChangeNothing() async throws {
        let app = try await TestApp.withTrips()
        try app.fillMap()
        #expect(try await upload(app, [("a.osm", "<gpx/>")]).status == 303)
        let page = try await settled(app)
        #expect(page.body.contains("a.osm: this is GPX, not OpenStreetMap XML.") && page.page.texts("h2").contains("Test"))
        let none = try await upload(app, [])
        #expect(none.status == 422 && none.body.contains("Choose at least one file."))
        let twice = try await upload(app, [("a.osm", "x"), ("a.osm", "y")])
        #expect(twice.status == 422 && twice.body.contains("Two files have the same name"))
        let cut = try await app.send(
            .post, "/map-data/import", as: .admin,
            body: "--B\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a.osm\"\r\n\r\nhalf",
            headers: ["Content-Type": "multipart/form-data; boundary=B"])
        #expect(cut.status == 422 && cut.body.contains("cut short"))
        // After all that, a good one goes through.
        #expect(try await upload(app, [("b.osm", TestApp.mapExtract)]).status == 303)
        #expect(try await settled(app).body.contains("Imported in"))
    }
}
