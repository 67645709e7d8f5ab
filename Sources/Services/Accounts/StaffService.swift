import Domain
import Store

/// Who runs a trip. Staff come in by a single-use link that is valid for seven days.
package struct StaffService: Sendable {
    package static let inviteLife = Duration.days(7)
    private let store: StaffStore
    private let accounts: AccountService
    private let system: SystemInputs

    package init(store: StaffStore, accounts: AccountService) {
        self.store = store
        self.accounts = accounts
        system = accounts.system
    }

    package typealias Person = StaffStore.Person
    package typealias Invite = StaffStore.Invite

    package func list(_ access: some HostProof) throws -> (people: [Person], invites: [Invite]) {
        return (
            try store.people(trip: access.trip.id), try store.invites(trip: access.trip.id, at: system.now())
        )
    }

    /// Returns the token of the link: it is shown once and never again.
    /// - Parameter address: where the link goes by mail, in which case it is shown to nobody; "" for one that is handed over.
    package func invite(role: Role, note: String, address: String = "", on access: OpenHostAccess) async throws -> String {
        guard role != .traveller else { throw Refusal.invalid([FieldError("role", "Choose host, moderator or medic.")]) }
        guard access.coHost == nil else { throw Refusal.forbidden("Co-hosts cannot invite staff. Ask a host.") }
        return try await addInvite(role: role.rawValue, trip: access.trip.id, note: note, address: address, by: access.actor)
    }

    package func withdraw(_ id: ID, on access: some HostProof) async throws {
        guard
            try await store.withdrawInvite(id, trip: access.trip.id, by: access.author, at: system.now())
        else { throw Refusal.notFound }
    }

    package func setRole(_ role: Role, of member: ID, on access: OpenHostAccess) async throws {
        guard access.coHost == nil || role == .traveller else {
            throw Refusal.forbidden("Co-hosts cannot give roles: a role would last longer than their own time. Ask a host.")
        }
        try await store.setRole(
            role, member: member, trip: access.trip.id, mayChangeHosts: access.coHost == nil, by: access.author, at: system.now())
    }

    // MARK: admins

    package func accounts(_ access: AdminAccess) throws -> (accounts: [AccountEntry], invites: [Invite]) {
        (try accounts.accounts.entries(), try store.invites(trip: nil, at: system.now()))
    }

    /// Signs somebody out everywhere, as after a phone was lost.
    package func endSessions(of account: ID, _ access: AdminAccess) async throws {
        guard try accounts.accounts.credentials(id: account) != nil else { throw Refusal.notFound }
        try await accounts.sessions.endAll(account: account)
    }

    package func inviteAdmin(note: String, address: String, _ access: AdminAccess) async throws -> String {
        try await addInvite(role: "admin", trip: nil, note: note, address: address, by: access.actor)
    }

    package func withdrawAdminInvite(_ id: ID, _ access: AdminAccess) async throws {
        guard try await store.withdrawInvite(id, trip: nil, by: access.author, at: system.now()) else {
            throw Refusal.notFound
        }
    }

    private func addInvite(role: String, trip: ID?, note: String, address: String, by actor: Actor) async throws -> String {
        let (note, address) = (tidyLine(note), tidyLine(address))
        var check = Validation()
        check.require(note.count <= 100, "note", "At most 100 characters.")
        check.require(address.isEmpty || isEmailAddress(address), "email", "This is not an email address.")
        try check.check()
        if !address.isEmpty { try await accounts.countInvite(of: actor) }
        let token = system.newToken(bytes: 32)
        let now = system.now()
        let invite = Invite(
            id: system.newID(), tripID: trip, tripName: "", role: role, note: note, createdBy: actor.account.name,
            expiresAt: now + StaffService.inviteLife, isUsed: false)
        try await store.addInvite(
            invite, tokenHash: SessionService.hash(token), mailedTo: address.isEmpty ? nil : address, by: Author(actor), at: now)
        return token
    }

    // MARK: the invited

    /// The invite of a link that is still good.
    package func find(token: String) throws -> Invite {
        guard let invite = try store.invite(tokenHash: SessionService.hash(token)), !invite.isUsed,
            invite.expiresAt > system.now()
        else { throw Refusal.notFound }
        return invite
    }

    /// With a new account; returns the token of its session.
    package func accept(token: String, form: NewAccount, client: Client) async throws -> String {
        let invite = try find(token: token)
        let account = try form.account(id: system.newID(), isAdmin: invite.role == "admin")
        if try accounts.accounts.credentials(email: account.email) != nil {
            throw Refusal.invalid([
                FieldError("email", "This address already has an account. Sign in first, then open the link again.")
            ])
        }
        try await store.accept(
            invite: invite, account: account, newPasswordHash: accounts.hasher.hash(form.password),
            memberID: system.newID(), at: system.now())
        return try await accounts.sessions.open(
            account: account.id, isPending: false, replacing: nil, client: client, way: "with a staff invite")
    }

    /// With the account that is signed in; the session's token is renewed: its rights grew.
    package func accept(token: String, by actor: Actor, client: Client) async throws -> String {
        try await store.accept(
            invite: find(token: token), account: actor.account, newPasswordHash: nil, memberID: system.newID(),
            at: system.now())
        return try await accounts.sessions.open(
            account: actor.account.id, isPending: false, replacing: actor.sessionID, client: client)
    }
}
