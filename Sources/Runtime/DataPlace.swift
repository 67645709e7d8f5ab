import ArgumentParser
import Database
import Foundation
import Logging

/// `--data`, which every command takes.
package struct FolderOption: ParsableArguments {
    @Option(help: "The folder that holds everything (SOTRAVEL_DATA).")
    var data: String?
    package init() {}

    package var folder: String {
        data ?? ProcessInfo.processInfo.environment["SOTRAVEL_DATA"] ?? (Installation.isPackage ? Installation.data : "data")
    }
}

/// Where the data is, for every command that opens the database.
package struct DataOption: ParsableArguments {
    @OptionGroup var folderOption: FolderOption
    @Option(help: "A database of PostgreSQL, postgresql://…, instead of a file in the folder (SOTRAVEL_DATABASE).") var database: String?
    @Option(help: "A file with settings.") var config: String?
    package init() {}

    package var folder: String { folderOption.folder }
    var settings: Settings { get throws { try Settings(path: config, data: folder) } }
    /// Asked of flag, environment and settings, so that a command never looks into another database than the server's.
    package var place: DataPlace {
        get throws { try DataPlace(folder: folder, database: try settings.text("database", database, default: "") ?? "") }
    }
}

/// The data folder, and the server of the database where it is not a file in there.
package struct DataPlace: Sendable {
    package let folder: String
    /// Nil for SQLite.
    package let server: PostgresAddress?

    /// A folder with everything in it.
    package init(folder: String) { (self.folder, server) = (folder, nil) }

    /// What was typed may hold a password, and is not repeated.
    init(folder: String, database: String) throws {
        self.folder = folder
        guard !database.isEmpty else {
            server = nil
            return
        }
        guard PostgresAddress.begins(database) else {
            throw ValidationError("“database” must begin with postgresql://, or be empty for a file in the data folder.")
        }
        guard let server = PostgresAddress(database) else {
            throw ValidationError(
                "“database” is no address that PostgreSQL understands. In a password write % as %25, / as %2F, @ as %40, : as %3A.")
        }
        self.server = server
    }

    /// For a program that serves: its database's server may start a little later than it does.
    func waitForServer(_ logger: Logger) {
        guard let server else { return }
        AppDatabase.wait(forPostgresql: server.text, patience: .seconds(30)) {
            logger.warning("the database does not answer yet, it is waited for up to half a minute", metadata: ["database": "\(server)"])
        }
    }

    /// Opens the database, or makes it, and brings its schema up to date.
    func open(groupLimit: Int, reserve: Int) throws -> AppDatabase {
        guard let server else {
            return try AppDatabase(path: Program.databasePath(folder), groupLimit: groupLimit, reserve: reserve)
        }
        return try DataPlace.plainly { try AppDatabase(postgresql: server.text) }
    }

    /// What a server's database refuses, as a sentence for the terminal.
    package static func plainly<T>(_ work: () throws -> T) throws -> T {
        do {
            return try work()
        } catch let failure as DatabaseFailure {
            // libpq says a line for each host that it tried.
            let lines = failure.message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            let reason = lines.joined(separator: ". ")
            throw Problem("The database cannot be \(failure.isUnreachable ? "reached" : "used"): \(reason)")
        }
    }
}
