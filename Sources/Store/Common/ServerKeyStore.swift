import Database
import Domain

/// The key of this server, by which every node knows again what another one handed out.
package struct ServerKeyStore: Sendable {
    private static let name = "server_key"
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    /// 32 bytes; nil before the first start.
    package func find() throws -> [UInt8]? {
        try database.read { connection in
            try connection.one("SELECT value FROM server_setting WHERE name = ?", [.text(ServerKeyStore.name)]) { $0.text(0) }
        }.flatMap(base64URLBytes)
    }

    /// - Parameter text: a new one as base64url; one that there is stays.
    package func keep(_ text: String) async throws {
        try await database.change(isUrgent: true) { connection in
            _ = try connection.run(
                "INSERT INTO server_setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
                [.text(ServerKeyStore.name), .text(text)])
        }
    }
}
