import Cryptography
import Domain
import Store
import Synchronization

/// Who a token stands for, and for how long.
package final class SessionService: Sendable {
    private let store: SessionStore
    private let cache: ReadCache<[UInt8], SessionRecord?>
    private let unsaved: UnsavedWork
    /// Sessions that a full disk has not stored yet, by the hash of their tokens.
    private let kept = Mutex<[[UInt8]: SessionRecord]>([:])
    private let system: SystemInputs

    package init(
        store: SessionStore, cache: ReadCache<[UInt8], SessionRecord?>, unsaved: UnsavedWork, system: SystemInputs
    ) {
        self.unsaved = unsaved
        self.store = store
        self.cache = cache
        self.system = system
    }

    static func hash(_ token: String) -> [UInt8] { hash(Array(token.utf8)) }
    private static func hash(_ token: [UInt8]) -> [UInt8] { Digest.sha256(token) }

    /// The session of a token, if it has not run out. Notes that it was used, once a minute.
    package func find(token: String) throws -> SessionRecord? { try find(token: Array(token.utf8)) }

    /// - Parameter token: its letters.
    package func find(token: [UInt8]) throws -> SessionRecord? {
        let hash = SessionService.hash(token)
        guard let record = try cache.value(for: hash, load: { try store.find(tokenHash: hash) }) ?? keptRecord(hash) else { return nil }
        guard unsaved.count == 0 || !unsaved.holds(SessionService.endKey(record.actor.sessionID)) else { return nil }
        let now = system.now()
        let absolute = record.isPhone ? SessionLimits.phoneAbsolute : SessionLimits.absolute
        let limit = record.isPending ? SessionLimits.pending : absolute
        let idle = record.isPhone ? SessionLimits.phoneIdle : SessionLimits.idle
        guard now - record.createdAt < limit, now - record.lastSeenAt < idle else { return nil }
        if now - record.lastSeenAt > .seconds(60) {
            let id = record.actor.sessionID
            Task { try? await store.touch(id, at: now) }
        }
        return record.at(now)
    }

    /// The owner of an account who asks without a session: in a chat that is linked to it.
    func actor(account: ID) throws -> Actor? { try store.actor(account: account)?.at(system.now()) }

    /// The token that identifies a browser later if it has no device cookie yet. It is derived from the session's token, so code that sets
    /// one cookie need not carry the other; the session's token cannot be derived from it.
    package static func deviceToken(session token: String) -> String { base64URL(Digest.sha256(Array("device \(token)".utf8))) }

    /// Opens a session with a new token in place of an old one: privilege changed.
    /// - Parameter way: how its owner came in, for them to read; nil where the same browser goes on.
    func open(
        account: ID, isPending: Bool, isPhone: Bool = false, replacing old: ID?, client: Client, way: String? = nil
    ) async throws -> String {
        let token = system.newToken(bytes: 32)
        let device = client.device ?? SessionService.deviceToken(session: token)
        let session = SessionStore.New(
            id: system.newID(), tokenHash: SessionService.hash(token), accountID: account, isPending: isPending,
            isPhone: isPhone, userAgent: String(client.userAgent.prefix(200)), address: client.address,
            device: client.isBrowser ? (SessionService.hash(device), system.newID()) : nil, way: way)
        let (store, now) = (store, system.now())
        let isStored = try await unsaved.store(SessionService.key(session.id)) {
            try await store.add(session, replacing: old, at: now)
        }
        if !isStored, let record = try store.record(of: session, at: now) { keep(record, session.tokenHash) }
        return token
    }

    private static func key(_ session: ID) -> String { "session \(session)" }
    private static func endKey(_ session: ID) -> String { "end of session \(session)" }

    private func keep(_ record: SessionRecord, _ hash: [UInt8]) {
        kept.withLock { kept in
            kept = kept.filter { isKept($0.value.actor.sessionID) }
            kept[hash] = record
        }
    }

    private func keptRecord(_ hash: [UInt8]) -> SessionRecord? {
        guard unsaved.count > 0, let record = kept.withLock({ $0[hash] }) else { return nil }
        return isKept(record.actor.sessionID) ? record : nil
    }

    /// Of the session's token; nil for one that has ended.
    func tokenHash(of session: ID) throws -> [UInt8]? {
        try store.tokenHash(of: session) ?? kept.withLock { kept in kept.first { $0.value.actor.sessionID == session }?.key }
    }

    /// Whether the session is valid although it is not on disk.
    func isKept(_ session: ID) -> Bool { unsaved.holds(SessionService.key(session)) }

    /// Signs out, even while the disk is full.
    package func end(of actor: Actor) async throws {
        let (store, id, account) = (store, actor.sessionID, actor.account.id)
        unsaved.drop(SessionService.key(id))
        try await unsaved.store(SessionService.endKey(id)) { _ = try await store.end(id, account: account) }
    }

    /// For load tests, which have the data folder at hand and so every right there is.
    package func openForLoad(account: ID) async throws -> String {
        try await open(
            account: account, isPending: false, replacing: nil,
            client: Client(address: "127.0.0.1", userAgent: "sotravel-dev simulate", isBrowser: false))
    }

    package func list(_ actor: Actor) throws -> [SessionSummary] {
        try store.list(account: actor.account.id, at: system.now())
    }

    package func end(_ id: ID, by actor: Actor) async throws {
        guard try await store.end(id, account: actor.account.id) else { throw Refusal.notFound }
    }

    package func endAll(of actor: Actor) async throws { try await endAll(account: actor.account.id) }

    /// This device stays signed in.
    package func endOthers(of actor: Actor) async throws {
        let (own, account) = (actor.sessionID, actor.account.id)
        let others = kept.withLock { kept in kept.values.map(\.actor).filter { $0.account.id == account && $0.sessionID != own } }
        for session in others { unsaved.drop(SessionService.key(session.sessionID)) }
        try await store.endAll(account: account, but: own)
    }

    /// Of anybody: for an admin.
    func endAll(account: ID) async throws {
        let own = kept.withLock { kept in kept.values.map(\.actor).filter { $0.account.id == account } }
        for session in own { unsaved.drop(SessionService.key(session.sessionID)) }
        try await store.endAll(account: account)
    }
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
