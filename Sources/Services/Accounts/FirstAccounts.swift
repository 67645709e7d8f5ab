import Cryptography
import Domain

/// The first admin, and what the command line does.
extension AccountService {
    /// The end of the one-time set-up link, on every node the same; nil once there is an account.
    package func setupToken() throws -> String? {
        guard try accounts.count() == 0 else { return nil }
        return base64URL(Array(try key.code("first set-up", of: []).prefix(24)))
    }

    package func isSetupToken(_ token: String) throws -> Bool {
        guard let setupToken = try setupToken() else { return false }
        return Digest.areEqual(Digest.sha256(Array(token.utf8)), Digest.sha256(Array(setupToken.utf8)))
    }

    package func setUp(token: String, form: NewAccount, client: Client) async throws -> String {
        guard try isSetupToken(token) else { throw Refusal.notFound }
        let account = try form.account(id: system.newID(), isAdmin: true)
        try await accounts.addFirstAdmin(account, passwordHash: hasher.hash(form.password), at: system.now())
        return try await sessions.open(
            account: account.id, isPending: false, replacing: nil, client: client, way: "with the first set-up link")
    }

    package func add(_ form: NewAccount, isAdmin: Bool) async throws -> Account {
        let account = try form.account(id: system.newID(), isAdmin: isAdmin)
        try await accounts.add(
            account, passwordHash: hasher.hash(form.password), by: .commandLine, at: system.now())
        return account
    }

    /// From the command line: a new password, every session ended, the lock of failed sign-ins lifted, the second factor gone too if
    /// asked.
    package func reset(email: String, password: String, removesSecondFactor: Bool) async throws {
        guard let found = try accounts.credentials(email: email) else { throw Refusal.notFound }
        if let complaint = PasswordRule.complaint(about: password, email: email) {
            throw Refusal.invalid([FieldError("password", complaint)])
        }
        let now = system.now()
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
            secret: secret, step: 0, codeHashes: [], account: account, session: nil, by: .commandLine, at: system.now())
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
        check.require(!name.isEmpty && name.count <= 100, "name", "Type your name, at most 100 characters.")
        check.require(isEmailAddress(email), "email", "This is not an email address.")
        if let complaint = PasswordRule.complaint(about: password, email: email) { check.refuse("password", complaint) }
        try check.check()
        return Account(id: id, name: name, email: folded(email), isAdmin: isAdmin, hasSecondFactor: false)
    }
}
