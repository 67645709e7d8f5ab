import Cryptography
import Domain
import Store
import Synchronization

/// Codes that only this server makes, the same on each of its nodes and after a restart: what one node hands out, another one knows again,
/// and none has to keep it meanwhile.
package final class ServerKey: Sendable {
    private let store: ServerKeyStore
    private let unsaved: UnsavedWork
    private let system: SystemInputs
    private let known = Mutex<[UInt8]?>(nil)

    package init(store: ServerKeyStore, unsaved: UnsavedWork, system: SystemInputs) {
        (self.store, self.unsaved, self.system) = (store, unsaved, system)
    }

    /// Makes the key at the first start, or as soon as a full disk has room. It is stored with everything else, so that backups have it.
    package func prepare() async throws {
        guard try store.find() == nil else { return }
        let (store, fresh) = (store, system.newToken(bytes: 32))
        try await unsaved.store("server key") { try await store.keep(fresh) }
    }

    /// HMAC-SHA-256 of 32 bytes.
    /// - Parameter purpose: a code for one is none for another.
    func code(_ purpose: String, of bytes: [UInt8]) throws -> [UInt8] {
        Digest.hmacSHA256(Array(purpose.utf8) + [0] + bytes, key: try key())
    }

    private func key() throws -> [UInt8] {
        if let key = known.withLock({ $0 }) { return key }
        guard let key = try store.find(), key.count == 32 else {
            throw Refusal.unavailable("The server is starting. Try again in a moment.", retryAfter: 2)
        }
        known.withLock { $0 = key }
        return key
    }
}
