import CLibPQ
import Database
import Foundation
import Synchronization

/// A folder for one test, and its database: a file of SQLite in it, or a database of its own on the server of PostgreSQL that
/// SOTRAVEL_TEST_POSTGRESQL names. Both are gone with this value.
package final class TestDatabase: Sendable {
    package let folder: URL
    private let name = "test_" + UUID().uuidString.filter { $0 != "-" }.lowercased()
    private let isMade = Mutex(false)
    private let isFile: Bool
    private static let server = ProcessInfo.processInfo.environment["SOTRAVEL_TEST_POSTGRESQL"]

    /// - Parameter isFile: SQLite, whatever else is there: the test looks into its file.
    package init(isFile: Bool = false) throws {
        self.isFile = isFile
        folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
        guard let server = TestDatabase.server, isMade.withLock({ $0 }) else { return }
        // Whoever has not closed it is thrown out.
        try? TestDatabase.say("DROP DATABASE \(name) WITH (FORCE)", to: server)
    }

    /// Whether tests run on a server.
    package static var isOnServer: Bool { server != nil }

    /// How often a test that lives on repetition runs: fewer times on PostgreSQL, where each statement is a round trip.
    package static func rounds<Number: FixedWidthInteger>(_ count: Number) -> Range<Number> { 0..<(server == nil ? count : count / 10) }

    /// The file; only SQLite's.
    package var path: String { folder.appending(path: "test.sqlite").path }

    /// Opens it, or opens it once more, as another node does.
    /// - Parameter runsWritesTwice: on PostgreSQL every write, as after a conflict: what does more than SQL shows.
    package func open(runsWritesTwice: Bool = true) throws -> AppDatabase {
        guard let server = TestDatabase.server, !isFile else { return try AppDatabase(path: path) }
        try isMade.withLock { isMade in
            if !isMade { try TestDatabase.say("CREATE DATABASE \(name) TEMPLATE \(try TestDatabase.template.get())", to: server) }
            isMade = true
        }
        return try AppDatabase(postgresql: "\(server) dbname=\(name)", runsWritesTwice: runsWritesTwice)
    }

    /// Closes it while its place is surely there.
    package func close(_ database: AppDatabase) { try? database.close() }

    /// A database with the schema, made once for all tests of a process.
    private static let template = Result {
        let name = "template_\(ProcessInfo.processInfo.processIdentifier)"
        guard let server else { throw ServerFailure(message: "no server") }
        try say("CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'", to: server)
        try AppDatabase(postgresql: "\(server) dbname=\(name)").close()
        return name
    }

    private static func say(_ sql: String, to server: String) throws {
        let connection = PQconnectdb("\(server) dbname=postgres")
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_COMMAND_OK else {
            throw ServerFailure(message: String(cString: PQerrorMessage(connection)))
        }
    }
}

private struct ServerFailure: Error {
    let message: String
}
