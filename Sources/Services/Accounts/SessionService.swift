import Cryptography
import Domain
import Store

/// Who a token stands for, and for how long.
package final class SessionService: Sendable {
    private let store: SessionStore
    private let cache: ReadCache<[UInt8], SessionRecord?>
    private let surroundings: Surroundings

    package init(store: SessionStore, cache: ReadCache<[UInt8], SessionRecord?>, surroundings: Surroundings) {
        self.store = store
        self.cache = cache
        self.surroundings = surroundings
    }

    static func hash(_ token: String) -> [UInt8] { Digest.sha256(Array(token.utf8)) }

    /// The session of a token, if it has not run out. Notes that it was used, once a minute.
    package func find(token: String) throws -> SessionRecord? {
        let hash = SessionService.hash(token)
        guard let record = try cache.value(for: hash, load: { try store.find(tokenHash: hash) }) else { return nil }
        let now = surroundings.now()
        let absolute = record.isPhone ? SessionLimits.phoneAbsolute : SessionLimits.absolute
        let limit = record.isPending ? SessionLimits.pending : absolute
        let idle = record.isPhone ? SessionLimits.phoneIdle : SessionLimits.idle
        guard now - record.createdAt < limit, now - record.lastSeenAt < idle else { return nil }
        if now - record.lastSeenAt > .seconds(60) {
            let id = record.actor.sessionID
            Task { try? await store.touch(id, at: now) }
        }
        return record
    }

    /// By which a browser is known again that brought no such cookie yet. Made of its session's token, so that whoever hands
    /// the one out need not carry the other; the token cannot be told from it.
    package static func deviceToken(session token: String) -> String { base64URL(Digest.sha256(Array("device \(token)".utf8))) }

    /// Opens a session with a new token in place of an old one: privilege changed.
    /// - Parameter way: how its owner came in, for them to read; nil where the same browser goes on.
    func open(
        account: ID, isPending: Bool, isPhone: Bool = false, replacing old: ID?, client: Client, way: String? = nil
    ) async throws -> String {
        let token = surroundings.newToken(bytes: 32)
        let device = client.device ?? SessionService.deviceToken(session: token)
        let session = SessionStore.New(
            id: surroundings.newID(), tokenHash: SessionService.hash(token), accountID: account, isPending: isPending,
            isPhone: isPhone, userAgent: String(client.userAgent.prefix(200)), address: client.address,
            device: client.isBrowser ? (SessionService.hash(device), surroundings.newID()) : nil, way: way)
        try await store.add(session, replacing: old, at: surroundings.now())
        return token
    }

    /// For load tests, which have the data folder at hand and so every right there is.
    package func openForLoad(account: ID) async throws -> String {
        try await open(
            account: account, isPending: false, replacing: nil,
            client: Client(address: "127.0.0.1", userAgent: "sotravel simulate", isBrowser: false))
    }

    package func list(_ actor: Actor) throws -> [SessionSummary] { try store.list(account: actor.account.id) }

    package func end(_ id: ID, by actor: Actor) async throws {
        guard try await store.end(id, account: actor.account.id) else { throw Refusal.notFound }
    }

    package func endAll(of actor: Actor) async throws { try await store.endAll(account: actor.account.id) }
}

/// Where a request came from.
package struct Client: Sendable {
    package let address: String
    package let userAgent: String
    /// The cookie by which a browser that signed in before is known again.
    package let device: String?
    package let isBrowser: Bool
    package init(address: String, userAgent: String, device: String? = nil, isBrowser: Bool = true) {
        self.address = address
        self.userAgent = userAgent
        self.device = device
        self.isBrowser = isBrowser
    }
}
