import Domain
import Foundation
import Store
import Testing
import Web

/// What somebody takes along of themselves: every photo of theirs, as it is kept, one file after the other.
@Suite struct OwnDataTests {
    private static let size = 100_000

    /// Bytes that no packing makes smaller.
    private func photo(_ app: TestApp, _ mark: String) -> NewPhoto {
        let large = Array(mark.utf8) + app.clock.bytes(OwnDataTests.size)
        return NewPhoto(id: app.services.system.newID(), face: [1], small: [2], large: large, width: 960, height: 720)
    }

    private func send(_ app: TestApp, _ photos: [NewPhoto], by member: ID) async throws {
        let draft = MessageStore.Draft(
            conversation: app.id("trip alpha"), trip: app.id("trip alpha"), member: member, clientID: app.services.system.newID(),
            text: "look", replyTo: nil,
            state: .visible, photos: photos)
        _ = try await app.store.messages.send(draft, at: app.clock.now)
    }

    /// What another program reads in the archive: sizes by name. It also checks every sum.
    private func listed(_ zip: [UInt8], in folder: URL) throws -> [String: Int] {
        let file = folder.appending(path: "own.zip")
        try Data(zip).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "python3", "-c",
            """
            import sys, zipfile
            zip = zipfile.ZipFile(sys.argv[1])
            assert zip.testzip() is None
            for entry in zip.infolist(): print(entry.file_size, entry.filename, sep="\\t")
            """, file.path,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = text.split(separator: "\n").map { $0.split(separator: "\t") }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[1]), Int($0[0]) ?? 0) })
    }

    @Test func everyPhotoOfOnesOwnIsInTheZip() async throws {
        let app = try await TestApp.withTrips()
        let (own, trip) = (app.id("member traveller"), app.id("trip alpha"))
        try await app.store.photos.setFace(photo(app, "FACE"), of: own, name: "x", trip: trip, by: .commandLine, at: app.clock.now)
        try await send(app, [photo(app, "FIRST"), photo(app, "SECOND")], by: own)
        for _ in 0..<4 { try await send(app, (0..<5).map { photo(app, "MORE\($0)") }, by: own) }
        try await send(app, [photo(app, "OTHERS")], by: app.id("member"))

        let response = try await app.send(.get, "/trips/alpha/my/data.zip", as: .traveller)
        #expect(response.status == 200 && response.headers[.contentType] == "application/zip")
        let files = try listed(response.bytes, in: app.folder)
        #expect(files["photos/profile.webp"] == OwnDataTests.size + 4)
        #expect(files["photos/2026-01-05 1503 chat 2.webp"] == OwnDataTests.size + 5)
        #expect(files["photos/2026-01-05 1503 chat 3.webp"] == OwnDataTests.size + 6)
        #expect(files.keys.count { $0.hasPrefix("photos/") } == 23 && files["profile.json"] != nil && files["track.gpx"] != nil)
        // Each message names its own.
        let messages = try #require(try await app.ownData(app.member(.traveller)).first { $0.name == "messages.csv" }).text
        #expect(messages.contains("\"photos/2026-01-05 1503 chat 2.webp; photos/2026-01-05 1503 chat 3.webp\""))
        #expect(messages.contains("\"photos\"") && !messages.contains("profile.webp") && messages.contains("chat 23.webp"))
        #expect(messages.split(separator: "\r\n").contains { $0.contains("Who is up early?") && $0.hasSuffix("\"\"") })
        // Stored as it is kept, and nobody else's.
        let text = response.body
        #expect(text.contains("FIRST") && text.contains("FACE") && !text.contains("OTHERS"))
        // One photo at a time, however many there are.
        #expect(response.largestPart < 2 * OwnDataTests.size && response.bytes.count > 20 * OwnDataTests.size)
    }
}
