import Domain
import Store

/// Passwords, and the proof that somebody is the owner of an account.
extension AccountService {
    package func changePassword(current: String, new: String, for actor: Actor, client: Client) async throws -> String {
        var check = Validation()
        if let complaint = PasswordRule.complaint(about: new, email: actor.account.email) { check.refuse("new", complaint) }
        try check.check()
        try await requirePassword(current, of: actor, field: "current")
        try await accounts.setPassword(
            hasher.hash(new), account: actor.account, keeping: actor.sessionID, by: Author(actor),
            at: system.now())
        return try await sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client)
    }

    /// For a traveller who came in by a link: an address and a password to come back with.
    package func addPassword(email: String, password: String, for actor: Actor, client: Client) async throws -> String {
        guard actor.account.email.isEmpty else { throw Refusal.conflict("You already have a password.") }
        let email = tidyLine(email)
        var check = Validation()
        check.require(isEmailAddress(email), "email", "This is not an email address.")
        if let complaint = PasswordRule.complaint(about: password, email: email) { check.refuse("new", complaint) }
        try check.check()
        try await countAddress(of: actor)
        try await accounts.addPassword(
            hasher.hash(password), email: email, account: actor.account, session: actor.sessionID, by: Author(actor),
            at: system.now())
        return try await sessions.open(
            account: actor.account.id, isPending: false, isPhone: true, replacing: actor.sessionID, client: client)
    }

    /// Asks for the password again, or for a code of the second factor, before a change that outlasts the session. An account that has
    /// neither, as it came in by a link, is not asked.
    package func requireOwner(_ proof: String, _ actor: Actor, field: String) async throws {
        let account = actor.account
        guard !account.email.isEmpty else {
            if account.hasSecondFactor { try await requireCode(proof, actor, field: field) }
            return
        }
        let digits = proof.filter(\.isNumber)
        guard account.hasSecondFactor, digits.count == 6, proof.count < 10 else {
            return try await requirePassword(proof, of: actor, field: field)
        }
        try await requireCode(digits, actor, field: field)
    }

    /// Requires the password and, if a second factor is set up, a code of it: for changes to how somebody signs in.
    func requireBothFactors(password: String, code: String, _ actor: Actor) async throws {
        try await requirePassword(password, of: actor, field: "password")
        if actor.account.hasSecondFactor { try await requireCode(code, actor, field: "code") }
    }

    private func requireCode(_ code: String, _ actor: Actor, field: String) async throws {
        let attempt = limiter.attempt(of: actor, at: system.now())
        try attempt.check()
        guard try await isRight(code, account: actor.account.id, at: system.now()) else {
            attempt.fail()
            await attempt.keep()
            throw Refusal.invalid([FieldError(field, "This code is wrong, or was already used. Wait for the next one.")])
        }
    }

    /// Counts the addresses that an account tries to take. Every attempt counts: its result says something about other accounts.
    func countAddress(of actor: Actor) async throws {
        let attempt = limiter.address(of: actor, at: system.now())
        try attempt.check()
        attempt.fail()
        await attempt.keep()
    }

    /// Counts the invites that an account has mailed: nobody sends mail to strangers without an end.
    func countInvite(of actor: Actor) async throws {
        let attempt = limiter.invite(of: actor, at: system.now())
        try attempt.check()
        attempt.fail()
        await attempt.keep()
    }

    func requirePassword(_ password: String, of actor: Actor, field: String) async throws {
        let attempt = limiter.attempt(of: actor, at: system.now())
        try attempt.check()
        let found = try accounts.credentials(id: actor.account.id)
        guard try await hasher.verify(password, against: found?.passwordHash, limit: attempt) else {
            throw Refusal.invalid([FieldError(field, "This is not your password.")])
        }
    }
}
