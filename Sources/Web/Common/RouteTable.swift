import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

package struct RouteEntry: Sendable {
    package let method: HTTPRequest.Method
    package let path: String
    package let access: Access
}

/// Registers routes together with what they need: it is proved here, before a form is read, and the handler gets the proof.
final class RouteTable {
    typealias Handler<Proof> = @Sendable (WebRequest, Proof) async throws -> Response
    typealias OpenHandler = @Sendable (WebRequest) async throws -> Response
    private(set) var entries: [RouteEntry] = []
    private let router: Router<Context>
    private let services: AppServices
    private let options: WebOptions
    private let pages: PageCache
    private let index: RouteIndex

    init(router: Router<Context>, services: AppServices, options: WebOptions, pages: PageCache, index: RouteIndex) {
        self.index = index
        self.router = router
        self.services = services
        self.options = options
        self.pages = pages
    }

    func get<each Part, Proof>(_ address: Address<repeat each Part>, _ need: Need<Proof>, _ handler: @escaping Handler<Proof>) {
        add(.get, address.pattern, need, handler)
    }
    func post<each Part, Proof>(_ address: Address<repeat each Part>, _ need: Need<Proof>, _ handler: @escaping Handler<Proof>) {
        add(.post, address.pattern, need, handler)
    }

    func get<each Part>(_ address: Address<repeat each Part>, _ need: Need<Void>, _ handler: @escaping OpenHandler) {
        add(.get, address.pattern, need) { request, _ in try await handler(request) }
    }
    func post<each Part>(_ address: Address<repeat each Part>, _ need: Need<Void>, _ handler: @escaping OpenHandler) {
        add(.post, address.pattern, need) { request, _ in try await handler(request) }
    }

    /// For handlers that take microseconds until their transaction waits for the writer: they stay on the connection's event loop, where a
    /// larger form would hold up everybody else.
    func postOnFastPath<each Part, Proof>(
        _ address: Address<repeat each Part>, _ need: Need<Proof>, _ handler: @escaping Handler<Proof>
    ) {
        add(.post, address.pattern, need, onLoopUpTo: 1 << 16, handler)
    }
    func postOnFastPath<each Part>(_ address: Address<repeat each Part>, _ need: Need<Void>, _ handler: @escaping OpenHandler) {
        add(.post, address.pattern, need, onLoopUpTo: 1 << 16) { request, _ in try await handler(request) }
    }

    /// - Parameter onLoopUpTo: bytes of a body with which the handler stays on the event loop; any other runs on the pool.
    private func add<Proof>(
        _ method: HTTPRequest.Method, _ path: String, _ need: Need<Proof>, onLoopUpTo limit: Int = 0, _ handler: @escaping Handler<Proof>
    ) {
        entries.append(RouteEntry(method: method, path: path, access: need.access))
        index.add(path, method)
        let (services, options, pages) = (services, options, pages)
        router.on(RouterPath(path), method: method) { request, context in
            let request = WebRequest(
                request: request, context: context, services: services, options: options, pages: pages)
            if limit > 0, (1...limit).contains(request.declaredLength) {
                return try await handler(request, RouteTable.admit(request, need))
            }
            return try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await handler(request, RouteTable.admit(request, need))
            }
        }
    }

    private static func admit<Proof>(_ request: WebRequest, _ need: Need<Proof>) throws -> Proof {
        if need.access.isForAccounts, request.context.actor?.mustSetUpSecondFactor == true {
            let path = request.request.uri.path
            if path != Path.secondFactor.pattern, path != Path.signOut.pattern { throw SecondFactorNeeded() }
        }
        return try need.prove(request.requester)
    }
}

struct SecondFactorNeeded: Error {}
