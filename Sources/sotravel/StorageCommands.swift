import ArgumentParser
import Database
import Foundation
import Runtime

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a consistent, verified copy of everything to FILE, also while serving.")
    @OptionGroup var data: DataOption
    @Argument(help: "The file to write; it must not exist yet.") var file: String

    func run() async throws {
        guard FileManager.default.fileExists(atPath: Program.databasePath(data.folder)) else {
            throw Problem("There is no data in \(data.folder).")
        }
        guard !FileManager.default.fileExists(atPath: file) else { throw Problem("\(file) exists already.") }
        umask(0o077)
        let partial = file + ".partial"
        try? FileManager.default.removeItem(atPath: partial)
        let database = try AppDatabase(path: Program.databasePath(data.folder))
        try database.backup(to: partial)
        try database.close()
        let complaints = try AppDatabase.complaints(path: partial)
        guard complaints.isEmpty else {
            throw Problem("The copy is not sound, it stays at \(partial): " + complaints.prefix(5).joined(separator: "; "))
        }
        try StorageFiles.flush(partial)
        try FileManager.default.moveItem(atPath: partial, toPath: file)
        print("Wrote \(file), \(try StorageFiles.size(file)) bytes, verified.")
    }
}

struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check", abstract: "Check that the data is sound.")
    @OptionGroup var data: DataOption

    func run() async throws {
        let path = Program.databasePath(data.folder)
        guard FileManager.default.fileExists(atPath: path) else { throw Problem("There is no data in \(data.folder).") }
        let complaints = try AppDatabase.complaints(path: path)
        guard complaints.isEmpty else {
            complaints.forEach { print($0) }
            throw ExitCode(1)
        }
        print("The data in \(data.folder) is sound.")
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
