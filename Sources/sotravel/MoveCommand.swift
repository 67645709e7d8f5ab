import ArgumentParser
import Database
import Foundation
import Runtime

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Copy everything into another database, of SQLite or PostgreSQL. Sotravel must not be serving.",
        discussion: """
            What is copied is read back and compared row by row. The target must be empty. If the command is interrupted, nothing is there: \
            run it again. What was there before stays as it is, and nothing is served from the copy until the server's settings lead to it.

            From a file into PostgreSQL: sotravel move --data DIR --to postgresql:///sotravel
            From PostgreSQL into a file: sotravel move --database postgresql:///sotravel --to DIR
            """)
    @OptionGroup var data: DataOption
    @Option(help: "An empty database of PostgreSQL, postgresql://…, or a data folder, in which a file is made.") var to: String

    func run() async throws {
        let source = try data.place
        umask(0o077)
        let line = MoveLine()
        do {
            let summary =
                if PostgresAddress.begins(to) {
                    try move(from: source, to: try address(), line)
                } else {
                    try move(from: source, to: to, line)
                }
            line.clear()
            print("Moved \(summary.rows) rows of \(summary.tables.count { $0.rows > 0 }) tables, and found them all the same on the other side.")
            for table in summary.tables where table.rows > 0 { print("  \(table.name): \(table.rows)") }
        } catch let refusal as MoveRefusal {
            line.clear()
            throw Problem(refusal.description)
        } catch let failure as DatabaseFailure where failure.isDiskFull {
            line.clear()
            throw Problem("There is no room: \(failure.message). Nothing was moved.")
        } catch {
            line.clear()
            throw error
        }
        try tellWhatIsBeside(source)
    }

    /// What was typed may hold a password, and is not repeated.
    private func address() throws -> PostgresAddress {
        guard let address = PostgresAddress(to) else {
            throw ValidationError("“--to” is no address that PostgreSQL understands. In a password write % as %25, / as %2F, @ as %40, : as %3A.")
        }
        return address
    }

    private func move(from source: DataPlace, to address: PostgresAddress, _ line: MoveLine) throws -> Move.Summary {
        try run(from: source, to: .server(address.text), line)
    }

    private func move(from source: DataPlace, to folder: String, _ line: MoveLine) throws -> Move.Summary {
        guard !folder.contains("://") else { throw ValidationError("“--to” must begin with postgresql://, or be a folder.") }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = try FolderLock(folder: folder)
        defer { withExtendedLifetime(lock) {} }
        return try run(from: source, to: .file(Program.databasePath(folder)), line)
    }

    private func run(from source: DataPlace, to target: Move.Place, _ line: MoveLine) throws -> Move.Summary {
        if let server = source.server {
            return try DataPlace.plainly { try Move(from: .server(server.text), to: target, report: line.show).run() }
        }
        guard FileManager.default.fileExists(atPath: Program.databasePath(source.folder)) else {
            throw Problem("There is no data in \(source.folder).")
        }
        let lock = try FolderLock(folder: source.folder)
        defer { withExtendedLifetime(lock) {} }
        return try DataPlace.plainly { try Move(from: .file(Program.databasePath(source.folder)), to: target, report: line.show).run() }
    }

    /// The map is a file in the data folder whatever the database is.
    private func tellWhatIsBeside(_ source: DataPlace) throws {
        let files = FileManager.default
        guard !PostgresAddress.begins(to) else {
            print("Keep \(source.folder) as the data folder: map and settings stay there. Write the new address as “database” into the settings.")
            if source.server == nil {
                print("What is in \(Program.databasePath(source.folder)) is served no more then. Delete it when all is well: it has everybody's data.")
            }
            return
        }
        let (map, copy) = (Program.atlasPath(source.folder), Program.atlasPath(to))
        if files.fileExists(atPath: map), !files.fileExists(atPath: copy) {
            let incoming = copy + ".incoming"
            try? files.removeItem(atPath: incoming)
            do {
                try files.copyItem(atPath: map, toPath: incoming)
                try files.moveItem(atPath: incoming, toPath: copy)
                print("The map was copied too.")
            } catch {
                print("The map could not be copied: copy \(map) to \(copy).")
            }
        }
        print("Serve from \(to) with “database” empty in the settings.")
    }
}

/// One line on a terminal that is written over and over; nothing where the output is a file.
private final class MoveLine {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let clock = ContinuousClock()
    private var last: ContinuousClock.Instant?

    func show(_ progress: Move.Progress) {
        guard isTerminal, progress.rows == 0 || last.map({ clock.now - $0 > .milliseconds(200) }) ?? true else { return }
        last = clock.now
        let step =
            switch progress.step {
            case .reading: "Looking at"
            case .copying: "Copying"
            case .joining: "Checking what rows refer to"
            case .comparing: "Comparing"
            }
        let count = progress.total > 0 ? ", \(progress.rows) of \(progress.total)" : ""
        FileHandle.standardError.write(Data("\r\u{1B}[K\(step) \(progress.table)\(count)".utf8))
    }

    func clear() {
        if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
    }
}
