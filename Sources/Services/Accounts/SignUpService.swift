import Domain
import Store

/// People make accounts by themselves, where an admin allows it. Such an account is on no trip: it can ask to be let into one,
/// and nothing else.
package struct SignUpService: Sendable {
    /// An account that was never let into a trip is deleted after this long without activity.
    package static let silence = Duration.days(30)
    private static let waitingLimit = 5000
    private let store: SignUpStore
    private let limiter: SignInLimiter
    private let hasher: PasswordHasher
    private let system: SystemInputs

    init(store: SignUpStore, accounts: AccountService) {
        self.store = store
        limiter = accounts.limiter
        hasher = accounts.hasher
        system = accounts.system
    }

    package func isOn() throws -> Bool { try store.isOn() }
    package func requireOn() throws { if try !store.isOn() { throw Refusal.notFound } }

    package func set(_ isOn: Bool, _ access: AdminAccess) async throws {
        try await store.set(isOn, by: access.actor.account, at: system.now())
    }

    /// Returns nothing, and does the same work, whether the address is free or not; the owner of a taken address is told.
    package func signUp(_ form: NewAccount, client: Client) async throws {
        try requireOn()
        let account = try form.account(id: system.newID(), isAdmin: false)
        try await count(.email(account.email), client)
        try await store.add(
            account, passwordHash: hasher.hash(form.password), limit: SignUpService.waitingLimit, at: system.now())
    }

    /// A new account for a Telegram identity that no account has; nil where people may not sign up.
    func account(for identity: Identity, client: Client) async throws -> Account? {
        guard try store.isOn() else { return nil }
        try await count(.identity(identity.subject), client)
        let name = String(tidyLine(identity.name).prefix(100))
        let account = Account(
            id: system.newID(), name: name.isEmpty ? "Somebody from Telegram" : name, email: "", isAdmin: false,
            hasSecondFactor: false)
        try await store.add(account, identity: identity, limit: SignUpService.waitingLimit, at: system.now())
        return account
    }

    /// Every sign-up counts, whatever its result, so the limit reveals nothing about an address either.
    private func count(_ who: SignInLimiter.Newcomer, _ client: Client) async throws {
        let attempt = limiter.signUp(who, client: client, at: system.now())
        try attempt.check()
        attempt.fail()
        await attempt.keep()
    }

    /// Deletes the accounts that signed up, were never let in and are silent. Returns how many.
    package func deleteSilent() async throws -> Int {
        let now = system.now()
        let start = now - SignUpService.silence
        // Every write empties caches, so none is made without need.
        guard try !store.silent(since: start).isEmpty else { return 0 }
        return try await store.deleteSilent(since: start, at: now)
    }
}
