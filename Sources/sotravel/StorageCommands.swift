import ArgumentParser
import Database
import Foundation
import Runtime
import Store

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a consistent, verified copy of everything to FILE, also while serving.",
        discussion: "Of a database of PostgreSQL it is an archive of pg_dump, which must be installed.")
    @OptionGroup var data: DataOption
    @Argument(help: "The file to write; it must not exist yet.") var file: String

    func run() async throws {
        let place = try data.place
        guard !FileManager.default.fileExists(atPath: file) else { throw Problem("\(file) exists already.") }
        umask(0o077)
        let partial = file + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        if let server = place.server {
            try PostgresBackup(server).write(to: partial)
        } else {
            try copy(place.folder, to: partial)
        }
        try StorageFiles.flush(partial)
        try FileManager.default.moveItem(atPath: partial, toPath: file)
        print("Wrote \(file), \(try StorageFiles.size(file)) bytes, verified.")
    }

    private func copy(_ folder: String, to partial: String) throws {
        guard FileManager.default.fileExists(atPath: Program.databasePath(folder)) else { throw Problem("There is no data in \(folder).") }
        let database = try AppDatabase(path: Program.databasePath(folder))
        try database.backup(to: partial)
        try database.close()
        let complaints = try AppDatabase.complaints(path: partial)
        guard complaints.isEmpty else {
            throw Problem("The copy is not sound, it stays at \(partial): " + complaints.prefix(5).joined(separator: "; "))
        }
    }
}

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check", abstract: "Check that the data is sound.")
    @OptionGroup var data: DataOption

    func run() async throws {
        let place = try data.place
        let complaints = try complaints(place)
        guard complaints.isEmpty else {
            complaints.forEach { print($0) }
            throw ExitCode(1)
        }
        print("The data in \(place.server?.description ?? place.folder) is sound.")
    }

    private func complaints(_ place: DataPlace) throws -> [String] {
        if let server = place.server {
            return try DataPlace.plainly {
                try AppDatabase.complaints(postgresql: server.text) + MapFileCheck.complaints(postgresql: server.text)
            }
        }
        let path = Program.databasePath(place.folder)
        guard FileManager.default.fileExists(atPath: path) else { throw Problem("There is no data in \(place.folder).") }
        return try AppDatabase.complaints(path: path)
    }
}

enum StorageFiles {
    static func flush(_ path: String) throws {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw Problem("\(path) could not be flushed to the disk.") }
    }
    static func size(_ path: String) throws -> Int {
        (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    }
}
