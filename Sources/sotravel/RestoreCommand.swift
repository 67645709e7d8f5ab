import ArgumentParser
import Database
import Domain
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

    /// The data that was there before; none if there was none or it cannot be read, which is a reason to restore.
    private struct Old {
        let withdrawals: Withdrawals
        let trail: TrailSummary
    }

    func run() async throws {
        let complaints = try AppDatabase.complaints(path: file)
        guard complaints.isEmpty else { throw Problem("\(file) is not sound: " + complaints.prefix(5).joined(separator: "; ")) }
        try FileManager.default.createDirectory(
            atPath: data.folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        umask(0o077)
        let lock = try FolderLock(folder: data.folder)
        let target = Program.databasePath(data.folder)
        let (incoming, kept) = (target + ".incoming", target + ".before-restore")
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: incoming + suffix) }
        try FileManager.default.copyItem(atPath: file, toPath: incoming)
        let newest = try TrailSummary(path: incoming).newest
        let old = try? Old(withdrawals: Withdrawals(path: target), trail: TrailSummary(path: target, after: newest))
        let lines = try await prepare(incoming, newest, old)
        try StorageFiles.flush(incoming)
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: target + suffix) {
            try? FileManager.default.removeItem(atPath: kept + suffix)
            try FileManager.default.moveItem(atPath: target + suffix, toPath: kept + suffix)
        }
        try FileManager.default.moveItem(atPath: incoming, toPath: target)
        print("Restored \(file), whose newest change is \(RestoreCommand.text(newest)).")
        if FileManager.default.fileExists(atPath: kept) { print("What was there before is kept as \(kept).") }
        lines.forEach { print($0) }
        withExtendedLifetime(lock) {}
    }

    private static func text(_ instant: Instant?) -> String { instant?.iso8601 ?? "unknown" }

    /// Makes the copy safe to serve from, and returns what is to be told.
    private func prepare(_ path: String, _ newest: Instant?, _ old: Old?) async throws -> [String] {
        let now = Program.system.now()
        let database = try AppDatabase(path: path)
        let store = RestoreStore(database)
        let sessions = try await store.endAccess(at: now)
        let kept = try await old?.withdrawals.apply(to: database, at: now)
        try await store.record(from: RestoreCommand.text(old?.trail.newest), to: RestoreCommand.text(newest), at: now)
        try database.close()
        return ["Everybody signs in again (sessions ended: \(sessions)); one-time links, invites and links to a new password are no more."]
            + told(kept, old?.trail)
    }

    private func told(_ kept: [String]?, _ trail: TrailSummary?) -> [String] {
        guard let kept, let trail else {
            return [
                "There was nothing here that could be read: what was switched off, revoked or erased since the backup is as in the backup.",
                "Ask everybody to look at their sharing, and hosts at the trackers, before the server is reached from outside.",
            ]
        }
        let lost = trail.lines.map { "  \($0.action): \($0.count), the last \($0.last.iso8601)" }
        return (kept.isEmpty ? [] : ["Taken over from what was there before:"] + kept.map { "  " + $0 })
            + (lost.isEmpty ? ["Nothing in the trail is newer than the backup."] : ["Lost, by what the trail of before says:"] + lost)
            + ["Messages, answers, positions, passwords and roles are as in the backup."]
    }
}
