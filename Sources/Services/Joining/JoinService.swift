import Domain
import Store

/// Travellers come in: by a personal link that works once, or by the trip's link and a host's word.
package struct JoinService: Sendable {
    package static let linkLife = Duration.days(30)
    static let requestLimit = 200
    let store: JoinStore
    let roster: RosterService
    private let sessions: SessionService
    private let sharing: SharingService
    private let trips: @Sendable (ID) throws -> Trip?
    let system: SystemInputs

    init(
        store: JoinStore, roster: RosterService, sessions: SessionService, sharing: SharingService,
        trips: @escaping @Sendable (ID) throws -> Trip?, system: SystemInputs
    ) {
        self.store = store
        self.roster = roster
        self.sessions = sessions
        self.sharing = sharing
        self.trips = trips
        self.system = system
    }

    // MARK: for hosts

    package func overview(_ access: some HostProof) throws -> JoinOverview {
        let now = system.now()
        let states = try store.states(trip: access.trip.id, at: now)
        let rows: [RosterRow] = try roster.entries(RosterFilter(), access).map(\.row)
        let coming = rows.filter { $0.status != .cancelled && $0.status != .left }
        return JoinOverview(
            people: coming.compactMap { row in states[row.id].map { (row, $0) } }, tripLink: try store.tripLink(access.trip.id),
            tripLinkUse: try store.tripLinkUse(access.trip.id), requests: try store.openRequests(trip: access.trip.id),
            decided: try store.decidedRequests(trip: access.trip.id, since: now - JoinRequest.undoLife)
                .filter { $0.mayBeUndone(at: now) })
    }

    /// Fresh links, shown once; those that were made before and not used stop working.
    /// - Parameter members: travellers of the trip; empty for everybody who has not joined.
    package func makeLinks(for members: [ID], _ access: OpenHostAccess) async throws -> [(row: RosterRow, token: String)] {
        let people = try overview(access).people
        let chosen = people.filter { members.isEmpty ? $0.state != .joined : members.contains($0.row.id) }.map(\.row)
        guard !chosen.isEmpty else {
            let problem: Texts.Sentence =
                members.isEmpty ? "Everybody has already joined." : "Links are for travellers who have no other role."
            throw Refusal.invalid([FieldError("member", problem)])
        }
        let now = system.now()
        let made = chosen.map { (row: $0, token: system.newToken(bytes: 16)) }
        try await store.add(
            made.map { .init(id: system.newID(), memberID: $0.row.id, tokenHash: SessionService.hash($0.token)) },
            trip: access.trip.id, until: now + JoinService.linkLife, under: access.coHost?.id, by: access.author, at: now)
        return made
    }

    package func revokeLink(of member: Member, _ access: some HostProof) async throws {
        try await store.revoke(
            member.id, name: member.fields.fullName, trip: access.trip.id, by: access.author, at: system.now())
    }

    /// - Parameter old: the link that ends by it; nil where there is none.
    package func setTripLink(isOpen: Bool, insteadOf old: String? = nil, _ access: OpenHostAccess) async throws {
        try await store.setTripLink(
            isOpen ? system.newToken(bytes: 16) : nil, insteadOf: old, trip: access.trip, by: access.author, at: system.now())
    }

    /// - Parameter member: who on the list they are; nil for somebody new.
    package func accept(_ request: ID, as member: ID?, _ access: OpenHostAccess) async throws {
        if let member {
            return try await store.decide(request, trip: access.trip.id, as: .member(member), by: access.author, at: system.now())
        }
        let new = system.newID()
        try await store.decide(request, trip: access.trip.id, as: .new(new), by: access.author, at: system.now())
        sharing.startHidden(new, access.trip.id)
    }

    package func decline(_ request: ID, _ access: OpenHostAccess) async throws {
        try await store.decide(request, trip: access.trip.id, as: .decline, by: access.author, at: system.now())
    }

    package func undo(_ request: ID, _ access: OpenHostAccess) async throws {
        // The inbox may hold fixes of trackers that end here.
        try await sharing.fixes.merge()
        if let ended = try await store.undo(request, trip: access.trip.id, by: access.author, at: system.now()) {
            try await sharing.drop(ended.member, access.trip.id, tokens: ended.tokens)
        }
    }

    // MARK: for travellers

    /// Somebody looks at their link's page. A preview made by a messenger is none: it runs no script.
    package func noteOpening(token: String) async throws {
        try await store.noteOpening(tokenHash: SessionService.hash(token), at: system.now())
    }

    /// - Throws: not found for a link that is unknown, used, revoked or too old.
    package func open(token: String) throws -> JoinStore.Link {
        guard let link = try store.find(tokenHash: SessionService.hash(token), at: system.now()) else { throw Refusal.notFound }
        return link
    }

    /// The trip of a link that opens no more, if whoever is signed in is the member whom it was for.
    package func ownTrip(token: String, _ actor: Actor?) throws -> Trip? {
        guard let actor, let id = try store.trip(tokenHash: SessionService.hash(token), of: actor.account.id) else { return nil }
        return try trips(id)
    }

    /// With the trip that it leads to.
    package func invitation(token: String) throws -> (link: JoinStore.Link, trip: Trip) {
        let link = try open(token: token)
        guard let trip = try trips(link.tripID) else { throw Refusal.notFound }
        return (link, trip)
    }

    /// Uses the link up. Returns the token of the session and the trip.
    package func join(token: String, signedIn: Actor?, client: Client) async throws -> (session: String, trip: Trip) {
        let used = try await store.use(
            tokenHash: SessionService.hash(token), newAccount: system.newID(), signedIn: signedIn?.account.id, at: system.now())
        return try await signIn(used, replacing: signedIn?.sessionID, client)
    }

    private func signIn(_ used: (account: ID, trip: ID), replacing old: ID?, _ client: Client) async throws -> (session: String, trip: Trip)
    {
        guard let trip = try trips(used.trip) else { throw Refusal.notFound }
        let session = try await sessions.open(
            account: used.account, isPending: false, isPhone: true, replacing: old, client: client, way: "with a link from a host")
        return (session, trip)
    }

    package func trip(linkToken token: String) throws -> Trip {
        guard let id = try store.trip(linkToken: token), let trip = try trips(id) else { throw Refusal.notFound }
        return trip
    }

    /// Asks to be let in. Returns the secret by which the asker comes back, who has no account that says so.
    /// - Parameter actor: whose account is let in.
    package func ask(linkToken: String, fields: MemberFields, note: String, as actor: Actor? = nil) async throws -> String {
        let trip = try trip(linkToken: linkToken)
        var (fields, check) = (fields, Validation())
        check.merge(fields.tidy())
        let note = tidyLine(note)
        check.require(note.count <= 200, "note", "At most 200 characters.")
        try check.check()
        if let actor, actor.members[trip.id] != nil { throw Refusal.conflict("You are already on this trip.") }
        let (token, now) = (system.newToken(bytes: 16), system.now())
        let asker = actor.map { JoinRequest.Asker(account: $0.account.id, email: $0.account.email, isConfirmed: false, telegram: nil) }
        let request = JoinRequest(id: system.newID(), tripID: trip.id, fields: fields, note: note, askedAt: now, asker: asker)
        try await store.add(request, tokenHash: SessionService.hash(token), limits: JoinService.limits(at: now))
        return token
    }

    package func request(token: String) throws -> (request: JoinRequest, trip: Trip) {
        guard let request = try store.request(tokenHash: SessionService.hash(token)), let trip = try trips(request.tripID) else {
            throw Refusal.notFound
        }
        return (request, trip)
    }

    package func enter(requestToken token: String, client: Client) async throws -> (session: String, trip: Trip) {
        let used = try await store.useRequest(
            tokenHash: SessionService.hash(token), newAccount: system.newID(), at: system.now())
        return try await signIn(used, replacing: nil, client)
    }
}
