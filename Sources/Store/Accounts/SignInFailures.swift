import Database
import Domain

/// Failed sign-ins of the last minutes, so that a restart forgives none. Keys are hashes: what people type into the wrong field
/// is not kept.
package struct SignInFailures: Sendable {
    private let database: AppDatabase
    package init(_ database: AppDatabase) { self.database = database }

    package struct Failure: Sendable, Hashable {
        package let id: ID
        package let at: Instant
        package init(id: ID, at: Instant) {
            self.id = id
            self.at = at
        }
    }

    package func list(_ keyHash: [UInt8], after start: Instant, upTo end: Instant) throws -> [Failure] {
        try database.read {
            try $0.all(
                "SELECT id, at FROM sign_in_failure WHERE key_hash = ? AND at > ? AND at <= ? ORDER BY at DESC LIMIT 100",
                [.blob(keyHash), .at(start), .at(end)]
            ) { Failure(id: $0.id(0), at: $0.at(1)) }
        }
    }

    /// - Parameter old: older failures are deleted.
    package func add(_ failures: [(keyHash: [UInt8], failure: Failure)], prunedBefore old: Instant) async throws {
        try await database.append(concernsOthers: false) { connection in
            try connection.run("DELETE FROM sign_in_failure WHERE at < ?", [.at(old)])
            for (key, failure) in failures {
                try connection.run(
                    "INSERT INTO sign_in_failure (id, key_hash, at) VALUES (?, ?, ?)", [.id(failure.id), .blob(key), .at(failure.at)])
            }
        }
    }

    package func clear(_ keyHashes: [[UInt8]]) async throws {
        try await database.append(concernsOthers: false) { connection in
            for key in keyHashes { try connection.run("DELETE FROM sign_in_failure WHERE key_hash = ?", [.blob(key)]) }
        }
    }

    // MARK: browsers that were here before

    package func device(tokenHash: [UInt8], email: String) throws -> ID? {
        try database.read {
            try $0.one(
                "SELECT d.id FROM device d JOIN account a ON a.id = d.account_id WHERE d.token_hash = ? AND a.email = ?",
                [.blob(tokenHash), .text(folded(email))]
            ) { $0.id(0) }
        }
    }

    package func devices(of account: ID) throws -> [ID] {
        try database.read { try $0.all("SELECT id FROM device WHERE account_id = ?", [.id(account)]) { $0.id(0) } }
    }
}
