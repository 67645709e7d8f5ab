import Domain
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Pages
import Services

/// Finds out who asks; refuses what other sites make a browser send; turns refusals into pages.
struct RequestMiddleware: RouterMiddleware {
    typealias Context = Web.Context
    let services: AppServices
    let options: WebOptions
    let pages: PageCache
    let metrics: WebMetrics
    let index: RouteIndex

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var (request, context) = (request, context)
        let isTracker = request.uri.path.hasPrefix("/t/")
        if let response = methodResponse(request) {
            metrics.count(response.status.code)
            return response
        }
        do {
            // Before anything is read that may be kept, the reader's rights too.
            if let wrote = NodeCookie.node(in: request.headers[values: .cookie]), services.live.mustCatchUp(withNode: wrote) {
                // Off the event loop: it asks the database, and waits.
                try await withTaskExecutorPreference(globalConcurrentExecutor) { try await services.live.catchUp(withNode: wrote) }
            }
            // Phones have no session: only the page that sets one up is read in a browser, which may have one.
            if !isTracker || request.isReadInABrowser { try authenticate(request, &context) }
            // Neither a phone nor a mailbox (RFC 8058) is a browser: the secret in the address is all that there is.
            if !request.method.isSafe, !isTracker, !request.uri.path.hasPrefix("/notices/email/stop/") { try CrossSite.check(request) }
            if !request.method.isSafe { try await PageEnd.check(&request, context) }
            var response = try await next(request, context)
            if !request.method.isSafe, !isTracker, let node = services.live.node {
                response.headers[values: .setCookie].append(NodeCookie.field(node))
            }
            metrics.count(response.status.code)
            return response
        } catch {
            let wrong = (error as? any HTTPResponseError)?.status == .notFound ? wrongMethod(request) : nil
            let response = if let wrong { noPage(wrong, request, context) } else { await response(error, to: request, context) }
            metrics.count(response.status.code)
            return response
        }
    }

    /// The methods that an address takes, for OPTIONS and for methods that no route takes. The router itself finds every other wrong
    /// method.
    private func methodResponse(_ request: Request) -> Response? {
        guard request.method != .get, request.method != .post, request.method != .head else { return nil }
        return wrongMethod(request)
    }

    private func wrongMethod(_ request: Request) -> Response? {
        guard !index.takes(request.uri.path, request.method), let allow = index.allow(request.uri.path) else { return nil }
        return Response(status: request.method == .options ? .noContent : .methodNotAllowed, headers: [.allow: allow])
    }

    /// Whoever loads the address of a form in a browser, as by loading its answer anew, reads why there is nothing.
    private func noPage(_ wrong: Response, _ request: Request, _ context: Context) -> Response {
        guard request.method == .get, request.headers[.accept]?.containsASCII("text/html") == true else { return wrong }
        let web = WebRequest(request: request, context: context, services: services, options: options, pages: pages)
        var response = Refusals.page(405, "There is no page at this address", "A form sends to it. Open the page with the form again.", web)
        response.headers[.allow] = wrong.headers[.allow]
        return response
    }

    private func authenticate(_ request: Request, _ context: inout Context) throws {
        let token = SessionCookie.token(in: request.headers[values: .cookie])
        let record = try token.flatMap { try services.accounts.sessions.find(token: $0) }
        try PageEnd.check(HTTPField.Name(PageEnd.account).flatMap { request.headers[$0] }, record?.actor)
        guard let record else { return }
        if record.isPending { context.pending = record.actor } else { context.actor = record.actor }
    }

    private func response(_ error: any Error, to request: Request, _ context: Context) async -> Response {
        let web = WebRequest(request: request, context: context, services: services, options: options, pages: pages)
        if let end = error as? PageEnd { return end.response(to: web) }
        if error is SecondFactorNeeded { return .redirect(to: Path.secondFactor().text, type: .normal) }
        if Failures.isDatabaseAway(error) { return await Refusals.databaseIsAway(web) }
        if let refusal = Failures.refusal(error) ?? Refusals.from(error) { return Refusals.response(refusal, to: web) }
        // The text goes to the log under the request's id, never to the page.
        context.logger.error("request failed", metadata: ["error": "\(error)", "path": "\(LogPath.safe(request.uri.path))"])
        return Refusals.page(
            500, "Something went wrong", "This is not your fault. Everything that you saved before is safe.", web, requestID: context.id)
    }
}

extension HTTPRequest.Method {
    var isSafe: Bool { self == .get || self == .head || self == .options }
}

/// Secrets in addresses stay out of logs.
package enum LogPath {
    private static let secrets = [
        "/t/", "/r/", "/feeds/", "/setup/", "/staff-invites/", "/join/", "/join-trip/", "/join-request/",
        "/notices/deliveries/", "/notices/email/confirm/", "/notices/email/stop/", "/sign-in/forgotten/", "/well/", "/helper/",
    ]

    /// The path as a log may have it: its beginning, where a secret follows.
    package static func safe(_ path: String) -> String {
        for prefix in secrets where path.hasPrefix(prefix) { return prefix + "…" }
        return path
    }
}

/// Forged cross-site requests (docs/protocols.md): `Sec-Fetch-Site` decides; without it `Origin` must be this host.
/// A request with neither comes from no browser that could be tricked, and from none that we serve: refused too.
enum CrossSite {
    static let foreign: Texts.Sentence = "This came from another site. Open the page here and try again."

    static func check(_ request: Request) throws(Refusal) {
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        guard admits(site: site, origin: request.headers[.origin], host: request.head.authority) else {
            throw .forbidden(foreign)
        }
    }

    static func admits(_ headers: HTTPHeaders) -> Bool {
        admits(site: headers.first(name: "sec-fetch-site"), origin: headers.first(name: "origin"), host: headers.first(name: "host"))
    }

    private static func admits(site: String?, origin: String?, host: String?) -> Bool {
        if let site { return site == "same-origin" || site == "none" }
        guard let origin, let host else { return false }
        return origin == "https://" + host || origin == "http://" + host
    }
}

/// At which node a browser wrote last. The next request may come to another one, which then looks what was written elsewhere before it
/// answers from what it keeps; seconds later it has heard of it anyway.
enum NodeCookie {
    private static let name = "__Host-sotravel-wrote"
    private static let prefix = Array((name + "=").utf8)

    /// Nil without a session: nothing that is kept is for strangers.
    static func node(in cookies: [String]) -> String? {
        SessionCookie.token(in: cookies) == nil ? nil : SessionCookie.value(prefix, in: cookies)
    }
    static func field(_ node: String) -> String { "\(name)=\(node); Path=/; Max-Age=3; Secure; HttpOnly; SameSite=Lax" }
}

enum SessionCookie {
    /// `__Host-` binds it to this host, over TLS, for every path.
    static let name = "__Host-sotravel"
    private static let prefix = Array((name + "=").utf8)

    static func token(in cookies: [String]) -> String? { value(prefix, in: cookies) }
    static func token<Field: Collection<UInt8>>(in cookies: Field) -> Field.SubSequence? { value(prefix, in: cookies) }

    /// - Parameter prefix: a cookie's name and "=".
    static func value(_ prefix: [UInt8], in cookies: [String]) -> String? {
        for field in cookies {
            if let found = value(prefix, in: field.utf8) { return String(Substring(found)).trimmingSpaces }
        }
        return nil
    }

    private static func value<Field: Collection<UInt8>>(_ prefix: [UInt8], in field: Field) -> Field.SubSequence? {
        var rest = field[...]
        while true {
            let pair = rest.prefix { $0 != UInt8(ascii: ";") }
            let trimmed = pair.drop { $0 == 32 }
            if trimmed.starts(with: prefix) { return trimmed.dropFirst(prefix.count) }
            guard pair.endIndex != rest.endIndex else { return nil }
            rest = rest[rest.index(after: pair.endIndex)...]
        }
    }

    /// Hands the session out, and the cookie by which its browser is known again later.
    static func set(_ token: String, isPhone: Bool = false, _ web: WebRequest, on response: inout Response) {
        let age = (isPhone ? SessionLimits.phoneAbsolute : SessionLimits.absolute).components.seconds
        response.headers[values: .setCookie] = [
            "\(name)=\(token); Path=/; Max-Age=\(age); Secure; HttpOnly; SameSite=Lax",
            DeviceCookie.header(web.client.device ?? SessionService.deviceToken(session: token)),
        ]
    }

    static func clear(on response: inout Response) {
        response.headers[values: .setCookie] = ["\(name)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax"]
        if let name = HTTPField.Name("Clear-Site-Data") { response.headers[name] = "\"cache\", \"storage\"" }
    }
}

/// Tells a browser that signed in before from one that never did. It opens nothing by itself.
enum DeviceCookie {
    private static let name = "__Host-sotravel-device"
    private static let prefix = Array((name + "=").utf8)

    /// Only what this program hands out: 32 bytes as base64url.
    static func token(in cookies: [String]) -> String? {
        SessionCookie.value(prefix, in: cookies).flatMap { base64URLBytes($0)?.count == 32 ? $0 : nil }
    }

    static func header(_ token: String) -> String {
        "\(name)=\(token); Path=/; Max-Age=\(SessionLimits.device.components.seconds); Secure; HttpOnly; SameSite=Lax"
    }
}
