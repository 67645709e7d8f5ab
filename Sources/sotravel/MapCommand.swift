import ArgumentParser
import Atlas
import Database
import Domain
import Foundation
import Runtime
import Services
import Store
import Synchronization

struct MapCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "The map under the people.", subcommands: [MapImportCommand.self])
}

struct MapImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Make the map of OpenStreetMap extracts and elevation tiles, also while serving.",
        discussion: """
            Extracts: .osm.pbf, .osm, .osm.gz, .osm.bz2, one or several. Elevation: .hgt, .hgt.gz, or a .zip of several, named by their \
            corner (N46E009).

            With a database of PostgreSQL the map is stored there too, and every node that serves from it fetches the map.
            """)
    @OptionGroup var data: DataOption
    @Option(help: "What the map is called; the first file's name without it.") var name: String?
    @Flag(help: "Elevation alone may take the place of a map with streets.") var elevationOnly = false
    @Argument(help: "All files of the new map; it replaces the old one.") var files: [String]

    func run() async throws {
        let place = try data.place
        // Whatever is wrong with the database is said before an import of minutes.
        let database = try place.server.map { server in try DataPlace.plainly { try AppDatabase(postgresql: server.text) } }
        defer { try? database?.close() }
        try FileManager.default.createDirectory(
            atPath: data.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let first = ((files.first ?? "Map") as NSString).lastPathComponent
        let stop = StopSignal()
        let line = ProgressLine()
        let importer = AtlasImporter(name: name ?? String(first.prefix { $0 != "." }), at: Program.system.now()) { progress in
            if stop.isSet { throw ImportCancelled() }
            line.show(progress)
        }
        do {
            let summary = try make(importer, line)
            line.clear()
            print(MapSummaryText(summary).text)
            if let database { try await store(in: database, stop) }
        } catch is ImportCancelled {
            line.clear()
            throw Problem("Stopped. The map is as it was before.")
        }
    }

    /// A node that serves from this folder may be quicker.
    private func store(in database: AppDatabase, _ stop: StopSignal) async throws {
        let place = AtlasPlace(path: Program.atlasPath(data.folder))
        let files = MapFiles(
            place: place, store: MapFileStore(database), system: Program.system,
            onPart: { _ in if stop.isSet { throw ImportCancelled() } })
        do {
            try await files.storeImport()
        } catch {
            let reason = error is ImportCancelled ? "stopped" : (error as? DatabaseFailure)?.message ?? "\(error)"
            throw Problem("The map is in \(data.folder), but not in the database: \(reason). A node that starts there stores it.")
        }
        print("Stored in the database: every node fetches it.")
    }

    /// Asks on a terminal before a map with streets is lost; elsewhere only the flag says yes.
    private func make(_ importer: AtlasImporter, _ line: ProgressLine) throws -> ImportSummary {
        let path = Program.atlasPath(data.folder)
        do {
            return try importer.make(from: files, at: path, mayLoseMap: elevationOnly)
        } catch let loss as ElevationOnly {
            line.clear()
            guard isatty(STDIN_FILENO) == 1 else {
                throw Problem("\(loss.text) Give the extract along with them, or --elevation-only.")
            }
            print("\(loss.text) Replace it? Type yes: ", terminator: "")
            guard readLine() == "yes" else { throw Problem("The map is as it was before.") }
            return try importer.make(from: files, at: path, mayLoseMap: true)
        }
    }
}

/// Ctrl-C, noticed between two steps instead of ending the program at once.
final class StopSignal: Sendable {
    private static let wasAsked = Atomic(false)
    init() { signal(SIGINT) { _ in StopSignal.wasAsked.store(true, ordering: .relaxed) } }
    var isSet: Bool { StopSignal.wasAsked.load(ordering: .relaxed) }
}

extension ProgressLine {
    func show(_ progress: ImportProgress) {
        show {
            var text = "\(progress.phase.rawValue) \(progress.file)"
            if progress.total > 0 { text += " \(100 * progress.done / progress.total) %" }
            if progress.phase == .reading { text += String(format: ", %.1f MB/s", progress.rate / 1e6) }
            if let left = progress.secondsLeft { text += String(format: ", %.0f s left", left.rounded(.up)) }
            return text
        }
    }
}

/// The closing summary of an import.
struct MapSummaryText {
    let text: String

    init(_ summary: ImportSummary) {
        var lines = [
            "Imported \(summary.nodes) nodes, \(summary.ways) ways and \(summary.relations) relations in "
                + String(format: "%.1f s.", summary.seconds),
            "On the map: \(summary.features) things, among them \(summary.buildings) buildings, \(summary.restaurants) restaurants, "
                + "\(summary.peaks) peaks.",
            "Pistes: \(summary.pistes)"
                + MapSummaryText.list(PisteDifficulty.allCases.map { ($0.label, summary.pistesByDifficulty[$0] ?? 0) }),
            "Lifts: \(summary.liftsByType.values.reduce(0, +))"
                + MapSummaryText.list(LiftType.allCases.map { ($0.label, summary.liftsByType[$0] ?? 0) })
                + ", of \(summary.aerialways) aerialway elements with stations and pylons.",
            "Elevation: \(counted(summary.elevationTiles, "tile")), \(counted(summary.elevationVoids, "void")) "
                + "filled from their surroundings.",
        ]
        lines += summary.warnings.map { "Mind: \($0)" }
        let skipped = ImportSummary.Skipped.allCases.compactMap { kind in summary.skipped[kind].flatMap { $0 > 0 ? (kind, $0) : nil } }
        if !skipped.isEmpty { lines.append("Passed over:") }
        lines += skipped.map { "  \($0.1) \($0.0.rawValue)" }
        text = lines.joined(separator: "\n")
    }

    private static func list(_ counts: [(String, Int)]) -> String {
        let shown = counts.filter { $0.1 > 0 }.map { "\($0.0.lowercased()) \($0.1)" }
        return shown.isEmpty ? "" : " (" + shown.joined(separator: ", ") + ")"
    }
}
