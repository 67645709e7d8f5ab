import Cryptography
import Domain
import Gateways
import Logging
import Store

/// Signing in with Telegram, and linking it to an account. The redirect flow of OpenID Connect with PKCE is the main way.
package final class TelegramService: Sendable {
    package let options: TelegramOptions
    private let store: IdentityStore
    private let sessions: SessionService
    private let signUps: SignUpService
    private let issuer: KeptIssuer
    private let system: SystemInputs
    private let key: ServerKey

    init(
        options: TelegramOptions, store: IdentityStore, sessions: SessionService, signUps: SignUpService, key: ServerKey,
        system: SystemInputs
    ) {
        (self.signUps, self.key) = (signUps, key)
        self.options = options
        self.store = store
        self.sessions = sessions
        issuer = KeptIssuer(OpenIDIssuer(issuer: options.issuer), system: system)
        self.system = system
    }

    private func requireOn() throws(Refusal) { if !options.isOn { throw .notFound } }

    // MARK: the redirect flow

    package struct Departure: Sendable {
        package let url: String
        /// For a cookie of the browser that leaves.
        package let cookie: String
    }

    /// - Parameters:
    ///   - redirect: the address that Telegram sends the browser back to, exactly as registered.
    ///   - next: where to go on after that.
    ///   - isFromHere: whether a page of ours led there.
    ///   - owner: who links the identity to their account, and has just shown that they are its owner; nil for signing in.
    package func depart(
        redirect: String, next: String, isFromHere: Bool, linkingTo owner: Actor? = nil
    ) async throws -> Departure {
        try requireOn()
        let endpoints = try await issuer.endpoints()
        let flow = TelegramFlow(
            state: system.newToken(bytes: 24), redirect: redirect, next: next, owner: owner.map(TelegramFlow.Owner.init),
            isFromHere: isFromHere, startedAt: system.now())
        let challenge = base64URL(Digest.sha256(Array(try flow.verifier(key).utf8)))
        let query = [
            ("response_type", "code"), ("client_id", options.clientID), ("redirect_uri", redirect), ("scope", "openid profile"),
            ("state", flow.state), ("nonce", try flow.nonce(key)), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ].map { $0.0 + "=" + $0.1.addingPercentEncoding }.joined(separator: "&")
        return Departure(
            url: endpoints.authorization + (endpoints.authorization.contains("?") ? "&" : "?") + query,
            cookie: try flow.sealed(key))
    }

    package struct Arrival: Sendable {
        package let identity: Identity
        package let next: String
        /// Whether it was begun on the account page, to link the identity.
        package let isLink: Bool
    }

    private static let closed = Refusal.conflict("This sign-in with Telegram has expired. Start again.")

    /// Whether the returning browser left to sign in or to link, and whether a page of ours sent it. The state stays usable.
    /// - Throws: conflict for a browser that is not the one that left.
    package func begun(state: String, cookie: String?) throws -> (isLink: Bool, isFromHere: Bool) {
        try requireOn()
        guard let flow = try TelegramFlow.opened(cookie, state: state, key, at: system.now()), try !store.isUsed(proof: flow.proof) else {
            throw TelegramService.closed
        }
        return (flow.owner != nil, flow.isFromHere)
    }

    /// The browser is back. A state works once, in the browser that left with it, and links only to the account and out of the
    /// session that left.
    package func arrive(state: String, cookie: String?, code: String, actor: Actor?) async throws -> Arrival {
        try requireOn()
        let now = system.now()
        guard let flow = try TelegramFlow.opened(cookie, state: state, key, at: now), !code.isEmpty,
            flow.owner == nil || flow.owner == actor.map(TelegramFlow.Owner.init),
            try await store.use(proof: flow.proof, until: now + TelegramFlow.longest, at: now)
        else { throw TelegramService.closed }
        let endpoints = try await issuer.endpoints()
        let token = try await issuer.asking {
            try await $0.exchange(
                code: code, verifier: flow.verifier(key), redirect: flow.redirect, clientID: options.clientID, secret: options.clientSecret,
                endpoints)
        }
        let expected = IDToken.Expectation(issuer: options.issuer, clientID: options.clientID, nonce: try flow.nonce(key))
        return Arrival(identity: try await verified(token, expected), next: flow.next, isLink: flow.owner != nil)
    }

    private func verified(_ token: String, _ expected: IDToken.Expectation) async throws -> Identity {
        let now = system.now()
        do {
            return try IDToken.verify(token, keys: try await issuer.keys(isForced: false), expecting: expected, at: now)
        } catch IDToken.Fault.unknownKey {
            // The issuer has rotated its keys: once more with fresh ones.
            do {
                return try IDToken.verify(token, keys: try await issuer.keys(isForced: true), expecting: expected, at: now)
            } catch is IDToken.Fault { throw TelegramService.refusal }
        } catch is IDToken.Fault { throw TelegramService.refusal }
    }

    static let refusal = Refusal.forbidden("Telegram’s answer could not be verified. Start again, or sign in another way.")

    // MARK: the older ways

    private var botID: String { String(options.botToken.prefix { $0 != ":" }) }

    /// Whom the widget's fields name, for the page that asks; uses nothing up.
    package func name(widget fields: [(name: String, value: String)]) throws -> String {
        guard let proof = TelegramProof.widget(fields, botToken: try botToken(), at: system.now()) else {
            throw TelegramService.refusal
        }
        return proof.name
    }

    package func identity(widget fields: [(name: String, value: String)]) async throws -> Identity {
        try await identity(TelegramProof.widget(fields, botToken: try botToken(), at: system.now()))
    }

    package func identity(initData: String) async throws -> Identity {
        try await identity(TelegramProof.initData(initData, botToken: try botToken(), at: system.now()))
    }

    private func botToken() throws(Refusal) -> String {
        guard options.botToken.contains(":") else { throw .notFound }
        return options.botToken
    }

    private func identity(_ proof: TelegramProof.Verified?) async throws -> Identity {
        guard let proof else { throw TelegramService.refusal }
        guard try await store.use(proof: proof.hash, until: proof.signedAt + TelegramProof.life + .minutes(2), at: system.now())
        else {
            throw Refusal.conflict("This sign-in was already used. Start again.")
        }
        return Identity(issuer: "telegram-bot:" + botID, subject: String(proof.id), telegramID: proof.id, name: proof.name)
    }

    // MARK: accounts

    /// A session for the account that the identity is linked to; an admin's waits for the second factor. A stranger gets an
    /// account where people may sign up.
    package func signIn(_ identity: Identity, client: Client) async throws -> AccountService.SignedIn {
        var account = try store.account(of: identity)?.account
        if account == nil { account = try await signUps.account(for: identity, client: client) }
        guard let account else {
            throw Refusal.forbidden(
                "No account here is linked to this Telegram account. Open your invitation first, then link it in your account.")
        }
        let token = try await sessions.open(
            account: account.id, isPending: account.hasSecondFactor, isPhone: account.email.isEmpty, replacing: nil, client: client,
            way: "with Telegram")
        return .init(token: token, needsCode: account.hasSecondFactor)
    }

    package func link(_ identity: Identity, to actor: Actor) async throws {
        try await store.link(identity, to: actor.account, session: actor.sessionID, by: Author(actor), at: system.now())
    }

    package func unlink(_ actor: Actor) async throws {
        try await store.unlink(actor.account, session: actor.sessionID, by: Author(actor), at: system.now())
    }

    package func mayLink(_ actor: Actor) throws -> Bool { try options.isOn && linked(actor).isEmpty }

    package func linked(_ actor: Actor) throws -> [Identity] { try store.list(account: actor.account.id) }
}
