import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Who may use a route: declared with it, and held by the access matrix test.
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
}

package struct RouteEntry: Sendable {
    package let method: HTTPRequest.Method
    package let path: String
    package let access: Access
}

/// Registers routes together with the access that they expect.
final class RouteTable {
    typealias Handler = @Sendable (WebRequest) async throws -> Response
    private(set) var entries: [RouteEntry] = []
    private let router: Router<Context>
    private let services: Services
    private let options: WebOptions
    private let pages: PageCache
    private let index: RouteIndex

    init(router: Router<Context>, services: Services, options: WebOptions, pages: PageCache, index: RouteIndex) {
        self.index = index
        self.router = router
        self.services = services
        self.options = options
        self.pages = pages
    }

    func get(_ path: String, _ access: Access, _ handler: @escaping Handler) { add(.get, path, access, handler) }
    func post(_ path: String, _ access: Access, _ handler: @escaping Handler) { add(.post, path, access, handler) }

    /// For what takes microseconds until its transaction waits for the writer: it stays on the connection's event loop, where a
    /// form of some size would hold up everybody else.
    func postQuick(_ path: String, _ access: Access, _ handler: @escaping Handler) {
        add(.post, path, access, onLoopUpTo: 1 << 16, handler)
    }

    /// - Parameter onLoopUpTo: bytes of a body with which the handler stays on the event loop; any other runs on the pool.
    private func add(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, onLoopUpTo limit: Int = 0, _ handler: @escaping Handler
    ) {
        entries.append(RouteEntry(method: method, path: path, access: access))
        index.add(path, method)
        let (services, options, pages) = (services, options, pages)
        router.on(RouterPath(path), method: method) { request, context in
            let request = WebRequest(
                request: request, context: context, services: services, options: options, pages: pages)
            if limit > 0, (1...limit).contains(request.declaredLength) {
                try RouteTable.admit(request, access)
                return try await handler(request)
            }
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try RouteTable.admit(request, access)
                return try await handler(request)
            }
        }
    }

    /// The coarse half of access; trips and roles are decided by the services, which start from the actor.
    private static func admit(_ request: WebRequest, _ access: Access) throws {
        switch access {
        case .open, .secret: return
        case .pending: if request.context.pending == nil { throw Refusal.signInNeeded }
        case .signedIn, .admin, .member, .trip, .staff, .staffOrMedic, .host, .hostOrMedic:
            let actor = try request.actor()
            let path = request.request.uri.path
            if actor.mustSetUpSecondFactor, path != Path.secondFactor.text, path != Path.signOut.text {
                throw SecondFactorNeeded()
            }
            if access == .admin, !actor.account.isAdmin { throw Refusal.forbidden("Only admins may do this.") }
            if !request.request.method.isSafe { try admitToTrip(request, access) }
        }
    }

    /// Whoever may not is refused before the form is read.
    private static func admitToTrip(_ request: WebRequest, _ access: Access) throws {
        switch access {
        case .member: try request.trip().requireMember()
        case .staff: _ = try request.trip().requireStaff()
        case .staffOrMedic: try request.trip().requirePositions()
        case .host: _ = try request.trip().requireHost()
        case .hostOrMedic: try request.trip().requireMedical()
        case .open, .secret, .pending, .signedIn, .admin, .trip: return
        }
    }
}

struct SecondFactorNeeded: Error {}
