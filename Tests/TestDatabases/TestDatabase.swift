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

    /// Between the server and whoever opens the database through it.
    package func proxy() throws -> PostgresProxy {
        let host = TestDatabase.server?.split(separator: " ").first { $0.hasPrefix("host=") }
        return try PostgresProxy(folder: "/tmp/\(name)", server: String(host?.dropFirst(5) ?? ""))
    }

    /// Only PostgreSQL's, as libpq takes it.
    package var address: String { "\(TestDatabase.server ?? "") dbname=\(name)" }

    /// Opens it, or opens it once more, as another node does.
    /// - Parameter runsWritesTwice: on PostgreSQL every write, as after a conflict: what does more than SQL shows.
    package func open(through proxy: PostgresProxy? = nil, runsWritesTwice: Bool = true) throws -> AppDatabase {
        guard let address = try serverAddress() else { return try AppDatabase(path: path) }
        return try AppDatabase(
            postgresql: address + (proxy.map { " host=\($0.folder)" } ?? ""), runsWritesTwice: runsWritesTwice)
    }

    /// Where PostgreSQL has it, with its schema; nil for SQLite.
    package func serverAddress() throws -> String? {
        guard let server = TestDatabase.server, !isFile else { return nil }
        try isMade.withLock { isMade in
            if !isMade { try TestDatabase.say("CREATE DATABASE \(name) TEMPLATE \(try TestDatabase.template.get())", to: server) }
            isMade = true
        }
        return address
    }

    /// Opens it, new as it is at first, with the schema that these migrations make.
    package func open(_ migrations: [Migration]) throws -> AppDatabase {
        guard let server = TestDatabase.server, !isFile else { return try AppDatabase(path: path, migrations: migrations) }
        try isMade.withLock { isMade in
            if !isMade { try TestDatabase.say("CREATE DATABASE \(name) \(TestDatabase.empty)", to: server) }
            isMade = true
        }
        return try AppDatabase(postgresql: address, migrations: migrations)
    }

    /// As a tool of PostgreSQL does, in a connection of its own that is gone afterwards.
    package func say(_ sql: String) throws { try TestDatabase.say(sql, to: address) }

    /// Closes it while its place is surely there.
    package func close(_ database: AppDatabase) { try? database.close() }

    /// A database with the schema, made once for all tests of a process.
    private static let template = Result {
        let name = "template_\(ProcessInfo.processInfo.processIdentifier)"
        guard let server else { throw ServerFailure(message: "no server") }
        try say("CREATE DATABASE \(name) \(empty)", to: server)
        try AppDatabase(postgresql: "\(server) dbname=\(name)").close()
        return name
    }

    private static let empty = "TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'"

    private static func say(_ sql: String, to server: String) throws {
        // Of two databases the last one counts.
        let connection = PQconnectdb("dbname=postgres \(server)")
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
