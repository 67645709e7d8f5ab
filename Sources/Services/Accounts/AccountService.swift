import Domain
import Store
import Synchronization

/// Signing in, second factors, and what owners of accounts hear of.
package final class AccountService: Sendable {
    package let accounts: AccountStore
    private let notices: AccountNotices
    package let sessions: SessionService
    let hasher: PasswordHasher
    let limiter: SignInLimiter
    let system: SystemInputs
    private let unsaved: UnsavedWork
    /// The newest used step of each account's codes that a full disk has not stored yet.
    private let unsavedSteps = Mutex<[ID: Int64]>([:])
    /// Hashes of used recovery codes that a full disk has not stored yet.
    private let unsavedCodes = Mutex<Set<[UInt8]>>([])
    let key: ServerKey

    package init(
        accounts: AccountStore, notices: AccountNotices, limiter: SignInLimiter, sessions: SessionService, hasher: PasswordHasher,
        unsaved: UnsavedWork, key: ServerKey, system: SystemInputs
    ) {
        self.unsaved = unsaved
        self.accounts = accounts
        self.notices = notices
        self.sessions = sessions
        self.hasher = hasher
        self.limiter = limiter
        self.system = system
        self.key = key
    }

    package struct SignedIn: Sendable {
        package let token: String
        package let needsCode: Bool
    }

    /// The same answer, after the same time, for an unknown address and a wrong password.
    package func signIn(email: String, password: String, client: Client) async throws -> SignedIn {
        let attempt = limiter.attempt(email: email, client: client, at: system.now())
        try attempt.check()
        let found = try accounts.credentials(email: email)
        guard try await hasher.verify(password, against: found?.passwordHash, limit: attempt), let found else {
            throw Refusal.invalid([FieldError("password", "Wrong email or password.")])
        }
        if hasher.needsRehash(found.passwordHash) {
            // A better hash can wait: a full disk must not keep anybody from signing in.
            try? await accounts.rehash(hasher.hash(password), account: found.account.id)
        }
        let needsCode = found.account.hasSecondFactor
        if !needsCode { await attempt.succeed() }
        let token = try await sessions.open(
            account: found.account.id, isPending: needsCode, replacing: nil, client: client, way: "with the password")
        return SignedIn(token: token, needsCode: needsCode)
    }

    /// The second step: a code of the authenticator app, or one of the recovery codes.
    package func submitCode(_ code: String, pending actor: Actor, client: Client) async throws -> String {
        let now = system.now()
        let attempt = limiter.attempt(email: actor.account.email, client: client, at: now)
        try attempt.check()
        guard try await isRight(code, account: actor.account.id, at: now) else {
            attempt.fail()
            await attempt.keep()
            throw Refusal.invalid([FieldError("code", "This code is wrong, or was already used. Wait for the next one.")])
        }
        await attempt.succeed()
        return try await sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client, way: "with a second factor")
    }

    func isRight(_ text: String, account: ID, at now: Instant) async throws -> Bool {
        let code = text.filter { $0.isLetter || $0.isNumber }.uppercased()
        guard let secret = try accounts.credentials(id: account)?.totpSecret else { return false }
        if code.count == 6, let step = TOTP.step(of: code, secret: secret, at: now) {
            return try await use(step, account: account)
        }
        guard code.count == RecoveryCode.length else { return false }
        return try await use(recoveryCode: RecoveryCode.hash(code, account: account), account: account, at: now)
    }

    /// Like a step, a recovery code works once, even while a full disk cannot store its use.
    private func use(recoveryCode hash: [UInt8], account: ID, at now: Instant) async throws -> Bool {
        do {
            let isFirst = try await accounts.useRecoveryCode(hash: hash, account: account, at: now)
            return isFirst && !unsavedCodes.withLock { $0.contains(hash) }
        } catch Refusal.unavailable {
            guard try accounts.isUnused(recoveryCode: hash, account: account), unsavedCodes.withLock({ $0.insert(hash).inserted }) else {
                return false
            }
            unsaved.keep("recovery code \(system.newID())") { [self] in
                _ = try await accounts.useRecoveryCode(hash: hash, account: account, at: now)
                _ = unsavedCodes.withLock { $0.remove(hash) }
            }
            return true
        }
    }

    /// Each step works once, even while a full disk cannot store its use: memory holds it then.
    private func use(_ step: Int64, account: ID) async throws -> Bool {
        guard unsavedSteps.withLock({ OneTimeCode.mayUse(step, after: $0[account] ?? -1) }) else { return false }
        do {
            return try await accounts.useStep(step, account: account)
        } catch Refusal.unavailable {
            guard let last = try accounts.lastStep(account: account), OneTimeCode.mayUse(step, after: last) else { return false }
            let isFirst = unsavedSteps.withLock { steps in
                guard OneTimeCode.mayUse(step, after: steps[account] ?? -1) else { return false }
                steps[account] = step
                return true
            }
            if isFirst { storeLater(step, account: account) }
            return isFirst
        }
    }

    private func storeLater(_ step: Int64, account: ID) {
        unsaved.keep("second factor of \(account)") { [self] in
            _ = try await accounts.useStep(step, account: account)
            unsavedSteps.withLock { if $0[account] == step { $0[account] = nil } }
        }
    }

    // MARK: what the owner hears of

    package func notices(of actor: Actor) throws -> [AccountNotice] { try notices.list(account: actor.account.id, limit: 50) }

    package func seeNotices(upTo number: Int, _ actor: Actor) async throws {
        try await notices.see(upTo: number, session: actor.sessionID)
    }

    // MARK: second factor

    /// A secret, which takes effect when one of its codes is typed. Until then nobody keeps it: it is the session's, which ends with it, so
    /// that opening the page changes nothing and the code may be typed on another node.
    package func beginSecondFactor(for actor: Actor) throws -> [UInt8] {
        guard !actor.account.hasSecondFactor else { throw Refusal.conflict("Your second factor is already set up.") }
        return try begunSecret(of: actor)
    }

    /// 20 bytes.
    private func begunSecret(of actor: Actor) throws -> [UInt8] {
        guard let session = try sessions.tokenHash(of: actor.sessionID) else { throw Refusal.signInNeeded }
        return Array(try key.code("second factor", of: actor.account.id.bytes + session).prefix(20))
    }

    /// Puts the secret in force, ends the old session and returns the new token and ten recovery codes, shown once.
    package func confirmSecondFactor(
        code: String, for actor: Actor, client: Client
    ) async throws -> (token: String, recoveryCodes: [String]) {
        let now = system.now()
        let secret = try beginSecondFactor(for: actor)
        guard let step = TOTP.step(of: code.filter(\.isNumber), secret: secret, at: now) else {
            throw Refusal.invalid([FieldError("code", "This code is wrong. Check that your phone’s clock is right.")])
        }
        let codes = (0..<10).map { _ in RecoveryCode.make(system) }
        try await accounts.confirmSecondFactor(
            secret: secret, step: step, codeHashes: codes.map { RecoveryCode.hash($0, account: actor.account.id) },
            account: actor.account, session: actor.sessionID, by: Author(actor), at: now)
        let token = try await sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client)
        return (token, codes)
    }

    package func removeSecondFactor(password: String, for actor: Actor) async throws {
        guard !actor.account.isAdmin else { throw Refusal.forbidden("Admins must keep a second factor.") }
        try await requirePassword(password, of: actor, field: "password")
        try await accounts.removeSecondFactor(account: actor.account, session: actor.sessionID, by: Author(actor), at: system.now())
    }

    package func unusedRecoveryCodes(of actor: Actor) throws -> Int {
        try accounts.unusedRecoveryCodes(account: actor.account.id)
    }
}
