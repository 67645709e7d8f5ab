import Domain

/// Links to a new password that an admin hands over: for who has no mail, or no confirmed address.
extension LetterService {
    /// Whom a link can be made for: somebody else, who signs in with an address.
    package func passwordLinkAccount(_ id: ID, _ access: AdminAccess) throws -> Account {
        guard let account = try accounts.accounts.credentials(id: id)?.account else { throw Refusal.notFound }
        guard id != access.actor.account.id else { throw Refusal.conflict("Change your own password on your account page.") }
        guard !account.email.isEmpty else {
            throw Refusal.conflict("This account has no email address to sign in with. A host of the trip can make a new join link.")
        }
        return account
    }

    /// Changes nothing of the account until somebody uses the link. Returns its token, which is shown once and never again, and the
    /// account that it is for.
    /// - Parameter proof: the admin's own password, or a code of their second factor: a session alone opens nobody's account.
    package func makePasswordLink(for id: ID, proof: String, _ access: AdminAccess) async throws -> (token: String, account: Account) {
        let account = try passwordLinkAccount(id, access)
        try await accounts.requireOwner(proof, access.actor, field: "proof")
        let token = system.newToken(bytes: 32)
        try await store.addPasswordLink(
            for: account, tokenHash: SessionService.hash(token), by: access.author, at: system.now())
        return (token, account)
    }
}
