/// Whether data can be kept in a server's database.
enum PostgresFitness {
    private static let oldest = 15

    /// Says in a sentence what is missing.
    static func check(_ connection: Connection) throws {
        try connection.run("BEGIN")
        let problem = try problem(connection)
        try connection.run("COMMIT")
        if let problem { throw UnfitServer(description: problem) }
    }

    private static func problem(_ connection: Connection) throws -> String? {
        let version = try connection.one("SELECT current_setting('server_version_num')::BIGINT") { $0.int(0) / 10_000 } ?? 0
        guard version >= oldest else { return "The server is PostgreSQL \(version), and Sotravel needs \(oldest) or newer." }
        let encoding = try connection.one("SELECT getdatabaseencoding()::TEXT") { $0.text(0) } ?? ""
        guard encoding == "UTF8" else {
            return "The database's encoding is \(encoding), and Sotravel needs UTF8: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0."
        }
        let isReplica = try connection.one("SELECT pg_is_in_recovery()") { $0.boolean(0) }
        guard isReplica == false else { return "The server is a replica, which nobody can write to. Give the primary's address." }
        let collation = try connection.one("SELECT count(*) FROM pg_collation WHERE collname = 'und-x-icu'") { $0.int(0) } ?? 0
        guard collation > 0 else { return "The server was built without ICU, which the search in conversations needs." }
        return try schemaProblem(connection)
    }

    private static func schemaProblem(_ connection: Connection) throws -> String? {
        let schema = try connection.one("SELECT current_schema()::TEXT, has_schema_privilege(current_schema(), 'CREATE')") {
            (name: $0.text(0), isOwn: $0.boolean(1))
        }
        guard let schema, !schema.name.isEmpty else { return "The database has no schema “public”. Make one: CREATE SCHEMA public." }
        guard !schema.isOwn else { return nil }
        return "The role may make no tables in the schema “\(schema.name)”. Make it the database's owner: ALTER DATABASE … OWNER TO …"
    }
}

/// A server or database that data cannot be kept in.
package struct UnfitServer: Error, CustomStringConvertible {
    package let description: String
}
