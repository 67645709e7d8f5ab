import Atlas
import Database
import Domain
import Foundation
import Services
import Store
import Synchronization
import TestDatabases
import Testing

/// A node with a data folder of its own, on a database that it shares with others.
final class MapNode: Sendable {
    typealias OnPart = @Sendable (Int) throws -> Void
    let store: MapFileStore
    let database: AppDatabase
    private let file: TestDatabase
    private let folder: URL
    private let running: Mutex<MapFiles>
    private let onPart = Mutex<OnPart?>(nil)
    private let changed = Atomic(0)

    /// - Parameter name: of the folder, which stays for another node of that name.
    init(_ name: String, of file: TestDatabase) throws {
        self.file = file
        database = try file.open()
        store = MapFileStore(database)
        folder = file.folder.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        running = Mutex(MapFiles(place: AtlasPlace(path: ""), store: store, system: MapNode.system))
        restart()
    }

    deinit { file.close(database) }

    private static let system = SystemInputs(
        now: { Instant(seconds: 1_767_614_400) }, randomBytes: { count in (0..<count).map { _ in .random(in: 0 ... .max) } })

    /// As a process that ended and begins anew.
    func restart() {
        let files = MapFiles(
            place: AtlasPlace(path: path), store: store, system: MapNode.system,
            onPart: { [weak self] number in try self?.onPart.withLock { $0 }?(number) },
            onChange: { [weak self] in _ = self?.changed.add(1, ordering: .relaxed) })
        running.withLock { $0 = files }
    }

    var files: MapFiles { running.withLock { $0 } }
    var path: String { folder.appending(path: "map.atlas").path }
    /// How often another map has come into the folder.
    var changes: Int { changed.load(ordering: .relaxed) }
    /// Files of the folder.
    var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }
    var bytes: Data? { FileManager.default.contents(atPath: path) }
    /// Of the map that would be served.
    var name: String? { (try? AtlasFile(path: path))?.facts.name }

    /// Calls `body` before each part from now on.
    func beforeParts(_ body: OnPart?) { onPart.withLock { $0 = body } }

    /// An import, as the page or the command makes it.
    /// - Parameter minute: when it began.
    func makeMap(_ name: String, minute: Int) throws {
        let heights = file.folder.appending(path: "N46E009.hgt")
        if !FileManager.default.fileExists(atPath: heights.path) {
            var bytes = Data(capacity: 1201 * 1201 * 2)
            for index in 0..<1201 * 1201 { bytes.append(contentsOf: [UInt8(index / 7 % 8), UInt8(index % 251)]) }
            try bytes.write(to: heights)
        }
        let extract = folder.appending(path: "extract.osm")
        let village = "<node id=\"1\" lat=\"46.4\" lon=\"9.2\"><tag k=\"place\" v=\"village\"/><tag k=\"name\" v=\"\(name)\"/></node>"
        try Data("<?xml version=\"1.0\"?><osm version=\"0.6\">\(village)</osm>".utf8).write(to: extract)
        _ = try AtlasImporter(name: name, at: Instant(seconds: 1_767_000_000) + .minutes(minute)) { _ in }
            .make(from: [extract.path, heights.path], at: path)
        try FileManager.default.removeItem(at: extract)
    }

    /// Looks until nothing is left to do; what it did.
    @discardableResult
    func settle() async throws -> [MapFiles.Outcome] {
        var done: [MapFiles.Outcome] = []
        for _ in 0..<20 {
            let outcome = try await files.turn()
            if outcome == .settled { return done }
            done.append(outcome)
        }
        Issue.record("it never settled: \(done)")
        return done
    }

    func number(_ sql: String) throws -> Int { try database.read { try $0.one(sql) { $0.int(0) } ?? -1 } }
}
