import Domain
import Store

/// Email addresses: owners change them, and somebody who knows the owner confirms them, or a link that is mailed to the address does.
package struct AddressService: Sendable {
    private let store: AddressStore
    private let accounts: AccountService
    private let roster: RosterService
    private let system: SystemInputs

    init(store: AddressStore, accounts: AccountService, roster: RosterService) {
        self.store = store
        self.accounts = accounts
        self.roster = roster
        system = accounts.system
    }

    // MARK: the owner

    package func own(_ actor: Actor) throws -> AccountAddress {
        guard let address = try store.find(account: actor.account.id) else { throw Refusal.notFound }
        return address
    }

    /// The old address still signs in until somebody confirms the new one. So a typing error locks nobody out, a stolen session cannot take
    /// over the account, and asking for an address does not reveal whose it is.
    package func want(_ email: String, password: String, code: String, for actor: Actor) async throws {
        guard !actor.account.email.isEmpty else { throw Refusal.conflict("You sign in without an email. Add a password first.") }
        let email = tidyLine(email)
        var check = Validation()
        check.require(isEmailAddress(email), "email", "This is not an email address.")
        check.require(folded(email) != actor.account.email, "email", "This is already your address.")
        try check.check()
        try await accounts.countAddress(of: actor)
        try await accounts.requireBothFactors(password: password, code: code, actor)
        try await store.want(email, account: actor.account, session: actor.sessionID, at: system.now())
    }

    package func keepOld(_ actor: Actor) async throws { try await store.keep(account: actor.account, at: system.now()) }

    // MARK: who vouches

    /// The address of a member of the host's own trip; nil if the member has no address to sign in with.
    package func address(of member: Member, _ access: some HostProof) throws -> AccountAddress? {
        try store.owner(member: member.id, trip: access.trip.id).flatMap { $0.address.current.isEmpty ? nil : $0.address }
    }

    /// - Parameter email: as the page showed it; nil takes the confirmation back.
    package func setConfirmed(_ email: String?, of member: ID, _ access: some HostProof) async throws {
        let member = try roster.member(member, access)
        guard let owner = try store.owner(member: member.id, trip: access.trip.id) else {
            throw Refusal.conflict("This member has no account yet.")
        }
        try await set(
            email, owner.account, by: access.actor,
            .init(author: access.author, member: (member.id, member.fields.fullName, access.trip.id)))
    }

    package func setConfirmed(_ email: String?, account: ID, _ access: AdminAccess) async throws {
        try await set(email, account, by: access.actor, .init(author: access.author, member: nil))
    }

    private func set(_ email: String?, _ account: ID, by actor: Actor, _ witness: AddressStore.Witness) async throws {
        guard account != actor.account.id || actor.account.isAdmin else {
            throw Refusal.forbidden("You cannot confirm your own address. Ask another host or an admin.")
        }
        let now = system.now()
        if let email {
            try await store.confirm(email, account: account, by: witness, at: now)
        } else {
            try await store.undo(account: account, by: witness, at: now)
        }
    }
}
