import ArgumentParser
import Database
import Foundation
import Runtime
import Store

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the place of the data. Sotravel must not be serving.",
        discussion: """
            All sessions and one-time links end. Sharing that is off, trackers that are revoked and members who are erased in the
            data of before stay so, if it can still be read. What is lost is printed.
            """)
    @OptionGroup var data: DataOption
    @Argument(help: "A file that `sotravel backup` wrote.") var file: String

    func run() async throws {
        let place = try data.place
        let kind = try BackupKind(of: file)
        guard let server = place.server else {
            guard kind != .postgresql else {
                throw Problem("\(file) is a backup of PostgreSQL, and the data is to be a file in \(place.folder). Give --database.")
            }
            return try await restore(into: place.folder)
        }
        guard kind != .sqlite else { throw Problem("\(file) is a backup of SQLite, and the data is to be in \(server).") }
        guard kind == .postgresql else { throw Problem("\(file) is no backup of Sotravel.") }
        umask(0o077)
        try await PostgresRestore(address: server, file: file).run()
    }

    private func restore(into folder: String) async throws {
        let complaints = try AppDatabase.complaints(path: file)
        guard complaints.isEmpty else { throw Problem("\(file) is not sound: " + complaints.prefix(5).joined(separator: "; ")) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        umask(0o077)
        let lock = try FolderLock(folder: folder)
        let target = Program.databasePath(folder)
        let (incoming, kept) = (target + ".incoming", target + ".before-restore")
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: incoming + suffix) }
        try FileManager.default.copyItem(atPath: file, toPath: incoming)
        let newest = try TrailSummary(path: incoming).newest
        let former = try? FormerData(path: target, after: newest)
        let database = try AppDatabase(path: incoming)
        let lines = try await RestoredData.prepare(database, newest: newest, former: former)
        try database.close()
        try StorageFiles.flush(incoming)
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: target + suffix) {
            try? FileManager.default.removeItem(atPath: kept + suffix)
            try FileManager.default.moveItem(atPath: target + suffix, toPath: kept + suffix)
        }
        try FileManager.default.moveItem(atPath: incoming, toPath: target)
        print("Restored \(file), whose newest change is \(RestoredData.text(newest)).")
        if FileManager.default.fileExists(atPath: kept) { print("What was there before is kept as \(kept).") }
        lines.forEach { print($0) }
        withExtendedLifetime(lock) {}
    }
}
