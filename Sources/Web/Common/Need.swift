import Domain
import Services

/// Who may use a route, as the access matrix test holds it. It follows from the route's need.
package enum Access: Sendable, Equatable {
    /// Everybody; the page itself shows nothing that is not public.
    case open
    /// Whoever holds the secret in the address.
    case secret
    /// Between the password and the code.
    case pending
    case signedIn
    case admin
    /// Whoever is on the list of the trip in the address.
    case member
    /// Whoever sees the trip in the address: its members, and admins.
    case trip
    /// Hosts, moderators and admins of the trip in the address.
    case staff
    /// The same, and the trip's medics: where everybody is, and who calls for help.
    case staffOrMedic
    /// Hosts and admins of the trip in the address.
    case host
    /// The same, and the trip's medics: medical notes.
    case hostOrMedic

    /// Only for whoever is signed in.
    var isForAccounts: Bool {
        switch self {
        case .open, .secret, .pending: false
        case .signedIn, .admin, .member, .trip, .staff, .staffOrMedic, .host, .hostOrMedic: true
        }
    }
}

/// What is known of a request before it is let in.
struct Requester: Sendable {
    let services: AppServices
    var actor: Actor?
    /// Signed in with the password, the code still missing.
    var pending: Actor?
    /// Of the trip in the address.
    var slug: String?
    /// Whether a page is made, whose stream goes on after the last event before it.
    var followsStream = true

    fileprivate func signedIn() throws(Refusal) -> Actor {
        guard let actor else { throw .signInNeeded }
        return actor
    }

    /// The trip in the address, as the actor may see it.
    fileprivate func trip() throws -> TripAccess {
        let actor = try signedIn()
        guard let slug else { throw Refusal.notFound }
        guard followsStream else { return try services.trips.open(slug: slug, for: actor) }
        // First the trip, then its last stream event, and only then the data of the page. Trips are kept in memory.
        let lastEventID = try services.live.lastEventID(of: services.trips.open(slug: slug, for: actor))
        return try services.trips.open(slug: slug, for: actor, lastEventID: lastEventID)
    }
}

/// What a route asks of whoever comes, and how it is proved. A handler receives the proof, and the services ask for it: a
/// handler that was declared with too little does not compile.
struct Need<Proof: Sendable>: Sendable {
    let access: Access
    let prove: @Sendable (Requester) throws -> Proof
}

extension WebRequest {
    var requester: Requester {
        Requester(services: services, actor: context.actor, pending: context.pending, slug: context.parameters.get("slug"))
    }

    /// For a page that shows what this request changed: the trip as it is now.
    func provedAgain<Proof>(_ need: Need<Proof>) throws -> Proof { try need.prove(requester) }
}

extension Need where Proof == Void {
    static var open: Need { Need(access: .open) { _ in } }
    static var secret: Need { Need(access: .secret) { _ in } }
}

/// Whoever gave the password, and not yet the code.
struct PendingSignIn: Sendable {
    let actor: Actor
    fileprivate init(_ actor: Actor) { self.actor = actor }
}

extension Need where Proof == PendingSignIn {
    static var pending: Need {
        Need(access: .pending) {
            guard let pending = $0.pending else { throw Refusal.signInNeeded }
            return PendingSignIn(pending)
        }
    }
}

extension Need where Proof == Actor {
    static var signedIn: Need { Need(access: .signedIn) { try $0.signedIn() } }
}

extension Need where Proof == AdminAccess {
    static var admin: Need { Need(access: .admin) { try $0.signedIn().requireAdmin() } }
}

extension Need where Proof == TripAccess {
    static var trip: Need { Need(access: .trip) { try $0.trip() } }
}

extension Need where Proof == MemberAccess {
    static var member: Need { Need(access: .member) { try $0.trip().requireMember() } }
}

extension Need where Proof == StaffAccess {
    static var staff: Need { Need(access: .staff) { try $0.trip().requireStaff() } }
}

extension Need where Proof == StaffOrMedicAccess {
    static var staffOrMedic: Need { Need(access: .staffOrMedic) { try $0.trip().requireStaffOrMedic() } }
}

extension Need where Proof == HostAccess {
    static var host: Need { Need(access: .host) { try $0.trip().requireHost() } }
}

extension Need where Proof == OpenHostAccess {
    /// A host, while the trip is not archived.
    static var openHost: Need { Need(access: .host) { try $0.trip().requireOpenHost() } }
}

extension Need where Proof == HostOrMedicAccess {
    static var hostOrMedic: Need { Need(access: .hostOrMedic) { try $0.trip().requireHostOrMedic() } }
}

extension StaffProof {
    /// What the page of a host offers besides, while the trip is open; nil for everybody else.
    var openHost: OpenHostAccess? { try? tripAccess.requireOpenHost() }
}
