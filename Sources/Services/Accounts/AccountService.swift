import Cryptography
import Domain
import Store
import Synchronization

/// Signing in and out, passwords, second factors, the first admin.
package final class AccountService: Sendable {
    package let accounts: AccountStore
    private let notices: AccountNotices
    package let sessions: SessionService
    let hasher: PasswordHasher
    private let limiter: SignInLimiter
    let surroundings: Surroundings
    /// Second factors that are being set up.
    private let begunFactors = Mutex<[ID: [UInt8]]>([:])
    private static let begunLimit = 10_000
    /// Hash of the one-time set-up token; nil once there is an account.
    private let setupToken: String?

    package init(
        accounts: AccountStore, notices: AccountNotices, failures: SignInFailures, sessions: SessionService, hasher: PasswordHasher,
        surroundings: Surroundings,
        setupToken: String?
    ) {
        self.accounts = accounts
        self.notices = notices
        self.sessions = sessions
        self.hasher = hasher
        limiter = SignInLimiter(store: failures, newID: surroundings.newID)
        self.surroundings = surroundings
        self.setupToken = setupToken
    }

    package struct SignedIn: Sendable {
        package let token: String
        package let needsCode: Bool
    }

    /// The same answer, after the same time, for an unknown address and a wrong password.
    package func signIn(email: String, password: String, client: Client) async throws -> SignedIn {
        let attempt = limiter.attempt(email: email, client: client, at: surroundings.now())
        try attempt.check()
        let found = try accounts.credentials(email: email)
        guard try await hasher.verify(password, against: found?.passwordHash, limit: attempt), let found else {
            throw Refusal.invalid([FieldError("password", "This address and password do not go together.")])
        }
        if hasher.needsRehash(found.passwordHash) {
            // A better hash can wait: a full disk keeps nobody out.
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
        let now = surroundings.now()
        let attempt = limiter.attempt(email: actor.account.email, client: client, at: now)
        try attempt.check()
        guard try await isRight(code, account: actor.account.id, at: now) else {
            attempt.fail()
            await attempt.keep()
            throw Refusal.invalid([FieldError("code", "This code is not right, or was used already. Wait for the next one.")])
        }
        await attempt.succeed()
        return try await sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client, way: "with a second factor")
    }

    private func isRight(_ text: String, account: ID, at now: Instant) async throws -> Bool {
        let code = text.filter { $0.isLetter || $0.isNumber }.uppercased()
        guard let secret = try accounts.credentials(id: account)?.totpSecret else { return false }
        if code.count == 6, let step = TOTP.step(of: code, secret: secret, at: now) {
            return try await accounts.useStep(step, account: account)
        }
        guard code.count == RecoveryCode.length else { return false }
        return try await accounts.useRecoveryCode(hash: RecoveryCode.hash(code, account: account), account: account, at: now)
    }

    // MARK: what the owner hears of

    package func notices(of actor: Actor) throws -> [AccountNotice] { try notices.list(account: actor.account.id, limit: 50) }

    package func seeNotices(upTo number: Int, _ actor: Actor) async throws {
        try await notices.see(upTo: number, session: actor.sessionID)
    }

    // MARK: second factor

    /// A fresh secret, not in force until a code of it was typed. In memory till then: opening the page changes nothing.
    package func beginSecondFactor(for actor: Actor) throws -> [UInt8] {
        guard !actor.account.hasSecondFactor else { throw Refusal.conflict("The second factor is set up already.") }
        let fresh = surroundings.randomBytes(20)
        return begunFactors.withLock { begun in
            if let secret = begun[actor.account.id] { return secret }
            if begun.count >= AccountService.begunLimit { begun.removeAll() }
            begun[actor.account.id] = fresh
            return fresh
        }
    }

    /// Puts the secret in force, ends the old session and returns the new token and ten recovery codes, shown once.
    package func confirmSecondFactor(
        code: String, for actor: Actor, client: Client
    ) async throws -> (token: String, recoveryCodes: [String]) {
        let now = surroundings.now()
        guard !actor.account.hasSecondFactor, let secret = begunFactors.withLock({ $0[actor.account.id] }) else {
            throw Refusal.conflict("Start the set-up again.")
        }
        guard let step = TOTP.step(of: code.filter(\.isNumber), secret: secret, at: now) else {
            throw Refusal.invalid([FieldError("code", "This code is not right. Check that the phone's clock is right.")])
        }
        let codes = (0..<10).map { _ in RecoveryCode.make(surroundings) }
        try await accounts.confirmSecondFactor(
            secret: secret, step: step, codeHashes: codes.map { RecoveryCode.hash($0, account: actor.account.id) },
            account: actor.account, session: actor.sessionID, by: Author(actor), at: now)
        begunFactors.withLock { $0[actor.account.id] = nil }
        let token = try await sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client)
        return (token, codes)
    }

    package func removeSecondFactor(password: String, for actor: Actor) async throws {
        guard !actor.account.isAdmin else { throw Refusal.forbidden("Admins must keep a second factor.") }
        try await requirePassword(password, of: actor, field: "password")
        try await accounts.removeSecondFactor(account: actor.account, session: actor.sessionID, by: Author(actor), at: surroundings.now())
    }

    package func unusedRecoveryCodes(of actor: Actor) throws -> Int {
        try accounts.unusedRecoveryCodes(account: actor.account.id)
    }

    // MARK: passwords

    package func changePassword(current: String, new: String, for actor: Actor, client: Client) async throws -> String {
        var check = Validation()
        if let complaint = PasswordRule.complaint(about: new, email: actor.account.email) { check.refuse("new", complaint) }
        try check.check()
        try await requirePassword(current, of: actor, field: "current")
        try await accounts.setPassword(
            hasher.hash(new), account: actor.account, keeping: actor.sessionID, by: Author(actor),
            at: surroundings.now())
        return try await sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client)
    }

    /// For a traveller who came in by a link: an address and a password to come back with.
    package func addPassword(email: String, password: String, for actor: Actor, client: Client) async throws -> String {
        guard actor.account.email.isEmpty else { throw Refusal.conflict("You have a password already.") }
        let email = tidyLine(email)
        var check = Validation()
        check.require(isEmailAddress(email), "email", "This is not an email address.")
        if let complaint = PasswordRule.complaint(about: password, email: email) { check.refuse("new", complaint) }
        try check.check()
        try await accounts.addPassword(
            hasher.hash(password), email: email, account: actor.account, session: actor.sessionID, by: Author(actor),
            at: surroundings.now())
        return try await sessions.open(
            account: actor.account.id, isPending: false, isPhone: true, replacing: actor.sessionID, client: client)
    }

    /// The password again, or a code of the second factor, before something that outlasts the session. Who came in by a link and
    /// has neither has nothing to give.
    package func requireOwner(_ proof: String, _ actor: Actor, field: String) async throws {
        guard !actor.account.email.isEmpty else { return }
        let digits = proof.filter(\.isNumber)
        guard actor.account.hasSecondFactor, digits.count == 6, proof.count < 10 else {
            return try await requirePassword(proof, of: actor, field: field)
        }
        let attempt = limiter.attempt(of: actor, at: surroundings.now())
        try attempt.check()
        guard try await isRight(digits, account: actor.account.id, at: surroundings.now()) else {
            attempt.fail()
            await attempt.keep()
            throw Refusal.invalid([FieldError(field, "This code is not right, or was used already. Wait for the next one.")])
        }
    }

    private func requirePassword(_ password: String, of actor: Actor, field: String) async throws {
        let attempt = limiter.attempt(of: actor, at: surroundings.now())
        try attempt.check()
        let found = try accounts.credentials(id: actor.account.id)
        guard try await hasher.verify(password, against: found?.passwordHash, limit: attempt) else {
            throw Refusal.invalid([FieldError(field, "This is not your password.")])
        }
    }

    // MARK: first admin and command line

    package func isSetupToken(_ token: String) throws -> Bool {
        guard let setupToken, try accounts.count() == 0 else { return false }
        return Digest.areEqual(Digest.sha256(Array(token.utf8)), Digest.sha256(Array(setupToken.utf8)))
    }

    package func setUp(token: String, form: NewAccount, client: Client) async throws -> String {
        guard try isSetupToken(token) else { throw Refusal.notFound }
        let account = try form.account(id: surroundings.newID(), isAdmin: true)
        try await accounts.addFirstAdmin(account, passwordHash: hasher.hash(form.password), at: surroundings.now())
        return try await sessions.open(
            account: account.id, isPending: false, replacing: nil, client: client, way: "with the first set-up link")
    }

    package func add(_ form: NewAccount, isAdmin: Bool) async throws -> Account {
        let account = try form.account(id: surroundings.newID(), isAdmin: isAdmin)
        try await accounts.add(
            account, passwordHash: hasher.hash(form.password), by: .commandLine, at: surroundings.now())
        return account
    }

    /// From the command line: a new password, every session ended, the lock of failed sign-ins lifted, the second factor gone too if
    /// asked.
    package func reset(email: String, password: String, removesSecondFactor: Bool) async throws {
        guard let found = try accounts.credentials(email: email) else { throw Refusal.notFound }
        if let complaint = PasswordRule.complaint(about: password, email: email) {
            throw Refusal.invalid([FieldError("password", complaint)])
        }
        let now = surroundings.now()
        try await accounts.setPassword(
            hasher.hash(password), account: found.account, keeping: nil, by: .commandLine, at: now)
        try await limiter.lift(found.account)
        if removesSecondFactor {
            try await accounts.removeSecondFactor(account: found.account, session: nil, by: .commandLine, at: now)
        }
    }

    /// The demo's admin: a second factor whose secret is printed.
    package func presetSecondFactor(secret: [UInt8], for account: Account) async throws {
        try await accounts.confirmSecondFactor(
            secret: secret, step: 0, codeHashes: [], account: account, session: nil, by: .commandLine, at: surroundings.now())
    }
}

/// What somebody types to get an account.
package struct NewAccount: Sendable {
    package var name: String
    package var email: String
    package var password: String
    package init(name: String, email: String, password: String) {
        self.name = tidyLine(name)
        self.email = tidyLine(email)
        self.password = password
    }

    func account(id: ID, isAdmin: Bool) throws(Refusal) -> Account {
        var check = Validation()
        check.require(!name.isEmpty && name.count <= 100, "name", "Your name, at most 100 characters.")
        check.require(isEmailAddress(email), "email", "This is not an email address.")
        if let complaint = PasswordRule.complaint(about: password, email: email) { check.refuse("password", complaint) }
        try check.check()
        return Account(id: id, name: name, email: folded(email), isAdmin: isAdmin, hasSecondFactor: false)
    }
}

/// RFC 6238 on HMAC-SHA-1.
package enum TOTP {
    package static func code(secret: [UInt8], step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> Int64((7 - $0) * 8)) }
        return OneTimeCode.digits(hmac: Digest.hmacSHA1(counter, key: secret))
    }

    /// The step that the code belongs to, one before and one after now allowed.
    static func step(of code: String, secret: [UInt8], at now: Instant) -> Int64? {
        let current = OneTimeCode.step(at: now)
        return [current, current - 1, current + 1].first { self.code(secret: secret, step: $0) == code }
    }

    /// The link that authenticator apps read from the QR code.
    package static func link(secret: [UInt8], account: Account) -> String {
        let label = "Sotravel:" + account.email
        let escaped = label.addingPercentEncoding
        return "otpauth://totp/\(escaped)?secret=\(Base32.encode(secret))&issuer=Sotravel"
    }
}

extension String {
    /// Every byte but RFC 3986's unreserved ones, as %XX.
    package var addingPercentEncoding: String {
        var result = ""
        for byte in utf8 {
            let scalar = Unicode.Scalar(byte)
            if byte < 128, scalar.properties.isAlphabetic || (48...57).contains(byte) || "-._~".unicodeScalars.contains(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}

/// Ten characters of 32: 50 bits, so a plain hash is enough.
enum RecoveryCode {
    static let length = 10

    static func make(_ surroundings: Surroundings) -> String {
        let text = Base32.encode(surroundings.randomBytes(7)).prefix(length)
        return text.prefix(5) + "-" + text.suffix(5)
    }

    static func hash(_ code: String, account: ID) -> [UInt8] {
        let plain = code.filter { $0 != "-" }.uppercased()
        return Digest.sha256(account.bytes + Array(plain.utf8))
    }
}
