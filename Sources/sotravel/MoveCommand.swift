import ArgumentParser
import Database
import Domain
import Foundation
import Runtime

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Copy everything into another database, of SQLite or PostgreSQL. Sotravel must not be serving.",
        discussion: """
            What is copied is read back and compared, value by value. The other database must be empty. If the command fails or is killed, \
            nothing is there: run it again. Here everything stays as it is, and the copy is served from when the server's settings say so.

            From a file into PostgreSQL: sotravel move --data DIR --to postgresql:///sotravel
            From PostgreSQL into a file: sotravel move --database postgresql:///sotravel --to DIR
            """)
    @OptionGroup var data: DataOption
    @Option(help: "An empty database of PostgreSQL, postgresql://…, or a data folder, in which the file is made.") var to: String

    func run() async throws {
        let source = try data.place
        guard source.server != nil || FileManager.default.fileExists(atPath: Program.databasePath(source.folder)) else {
            throw Problem("There is no data in \(source.folder).")
        }
        umask(0o077)
        if PostgresAddress.begins(to) {
            try move(from: source, to: try address())
        } else {
            try move(from: source, to: to)
        }
    }

    /// What was typed may hold a password, and is not repeated.
    private func address() throws -> PostgresAddress {
        guard let address = PostgresAddress(to) else {
            throw ValidationError(
                "“to” is no address that PostgreSQL understands. In a password write % as %25, / as %2F, @ as %40, : as %3A.")
        }
        return address
    }

    private func move(from source: DataPlace, to address: PostgresAddress) throws {
        guard source.server?.text != address.text else {
            throw Problem("The settings lead to that database already. For the file in \(source.folder) give --database \"\".")
        }
        try copy(from: source, to: .server(address.text))
        print("Serve from it: write its address as “database” into the settings.")
        print("Keep \(source.folder) as the data folder: the map is there.")
        guard source.server == nil else { return }
        print("\(Program.databasePath(source.folder)) stays as it is. Delete it when all is well: it has everybody's data.")
    }

    private func move(from source: DataPlace, to folder: String) throws {
        guard !folder.contains("://") else { throw ValidationError("“to” must begin with postgresql://, or be a folder.") }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let isSame = MoveCommand.resolved(folder) == MoveCommand.resolved(source.folder)
        guard source.server != nil || !isSame else { throw Problem("The data is in \(folder) already.") }
        let lock = try FolderLock(folder: folder)
        try copy(from: source, to: .file(Program.databasePath(folder))) {
            // First the map: whoever finds the database finds all.
            if !isSame { copyMap(from: source.folder, to: folder) }
        }
        print("Serve from \(folder), with no “database” in the settings.")
        withExtendedLifetime(lock) {}
    }

    /// - Parameter beside: called when all rows are there and compared, before anybody can open the copy.
    private func copy(from source: DataPlace, to target: Move.Place, beside: @escaping () -> Void = {}) throws {
        var lock: FolderLock?
        var origin = Move.Place.file(Program.databasePath(source.folder))
        if let server = source.server {
            origin = .server(server.text)
        } else {
            lock = try FolderLock(folder: source.folder)
        }
        let line = ProgressLine()
        let summary = try DataPlace.plainly {
            defer { line.clear() }
            return try Move(from: origin, to: target) { line.show($0) }.run {
                line.clear()
                beside()
            }
        }
        for table in summary.tables where table.rows > 0 { print("  \(table.name): \(table.rows)") }
        print("Moved \(counted(summary.rows, "row")). They were read back, and are the same.")
        withExtendedLifetime(lock) {}
    }

    /// Drawn tiles are drawn again.
    private func copyMap(from folder: String, to other: String) {
        let (files, map, copy) = (FileManager.default, Program.atlasPath(folder), Program.atlasPath(other))
        guard files.fileExists(atPath: map) else { return print("No map was copied: there is none in \(folder).") }
        guard !files.fileExists(atPath: copy) else { return print("\(other) has a map already, which stays.") }
        let incoming = copy + ".incoming"
        try? files.removeItem(atPath: incoming)
        do {
            try files.copyItem(atPath: map, toPath: incoming)
            try StorageFiles.flush(incoming)
            try files.moveItem(atPath: incoming, toPath: copy)
            print("The map was copied too.")
        } catch {
            try? files.removeItem(atPath: incoming)
            print("The map could not be copied: copy \(map) into \(other).")
        }
    }

    private static func resolved(_ folder: String) -> String { URL(filePath: folder).resolvingSymlinksInPath().standardizedFileURL.path }
}

extension ProgressLine {
    fileprivate func show(_ progress: Move.Progress) {
        show {
            let count = progress.total > 0 ? ": \(progress.rows) of \(counted(progress.total, "row"))" : ""
            return switch progress.step {
            case .reading: "Looking at \(progress.table)\(count)"
            case .copying: "Copying \(progress.table)\(count)"
            case .joining: "Checking what the rows refer to"
            case .comparing: "Comparing \(progress.table)\(count)"
            }
        }
    }
}
