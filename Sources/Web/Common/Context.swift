import Domain
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Pages
import Services
import Synchronization

/// What travels with a request.
package struct Context: RequestContext {
    package var coreContext: CoreRequestContextStorage
    package let channel: any Channel
    var actor: Actor?
    /// Signed in with the password, the code still missing.
    var pending: Actor?
    let typed = TypedForm()

    package init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}

/// How the program answers: fixed at start.
package struct WebOptions: Sendable {
    /// Takes the client's address from `X-Forwarded-For` and https from `X-Forwarded-Proto`.
    package var isBehindProxy = false
    /// For `/metrics` from elsewhere than loopback.
    package var metricsToken: String?
    /// What links for phones begin with, for instance https://trip.example; nil takes the request's own host.
    package var publicURL: String?
    /// Has what only those need who build pages.
    package var isDevelopment = false
    /// Of the program; "" where it has none, as in tests.
    package var version = ""
    package init() {}
}

/// One request on its way through a handler.
struct WebRequest: Sendable {
    let request: Request
    let context: Context
    let services: AppServices
    let options: WebOptions
    let pages: PageCache

    var now: Instant { services.system.now() }
    var query: [(name: String, value: String)] { parseQuery(request.uri.query ?? "") }
    func query(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }

    func parameter(_ name: String) throws(Refusal) -> String {
        guard let value = context.parameters.get(name) else { throw .notFound }
        return value
    }
    func id(_ name: String = "id") throws(Refusal) -> ID {
        guard let id = ID(try parameter(name)) else { throw .notFound }
        return id
    }

    /// Throws `.signInNeeded` for nobody.
    func actor() throws(Refusal) -> Actor {
        guard let actor = context.actor else { throw .signInNeeded }
        return actor
    }

    /// - Parameter limit: bytes; by default 1 MiB for people who are signed in and 16 KiB for everybody else, who could
    ///   come by the thousand.
    func form(limit: Int? = nil, textLimit: Int = Form.textLimit) async throws -> Form {
        let limit = limit ?? (context.actor == nil ? 1 << 14 : 1 << 20)
        guard declaredLength <= limit else { throw Form.isTooLarge(for: limit) }
        let isLarge = limit > 1 << 20 && (declaredLength == 0 ? limit : declaredLength) > 1 << 20
        let body: ByteBuffer
        do {
            body = isLarge ? try await largeBody(upTo: limit) : try await smallBody(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Form.isTooLarge(for: limit)
        }
        let form = try Form(body: Array(body.readableBytesView), contentType: request.headers[.contentType] ?? "", textLimit: textLimit)
        // Pages for nobody in particular take what nobody sends who is signed in.
        if let reader = context.actor ?? context.pending { try PageEnd.check(form.account, reader) }
        context.typed.keep(form)
        return form
    }

    private func smallBody(upTo limit: Int) async throws -> ByteBuffer {
        var request = request
        return try await request.collectBody(upTo: limit)
    }

    private func largeBody(upTo limit: Int) async throws -> ByteBuffer {
        let account = context.actor?.account.id
        let number = try largeForms.withLock { forms throws(Refusal) in try forms.enter(account, at: .now) }
        defer { largeForms.withLock { $0.leave(number) } }
        var body = ByteBuffer()
        for try await var part in request.body {
            guard body.readableBytes + part.readableBytes <= limit else { throw Form.isTooLarge(for: limit) }
            try largeForms.withLock { [count = part.readableBytes] forms throws(Refusal) in try forms.grow(number, by: count, at: .now) }
            body.writeBuffer(&part)
        }
        return body
    }

    /// Bytes of the body, which nobody has read yet; 0 for one in chunks.
    var declaredLength: Int { request.headers[.contentLength]?.ordinal ?? 0 }

    /// A body that is no form. What says by its length that it is too much is not waited for.
    func body(upTo limit: Int) async throws -> ByteBuffer {
        guard declaredLength <= limit else { throw Refusal.tooLarge("This is too large to be sent here.") }
        var request = request
        return try await request.collectBody(upTo: limit)
    }

    /// The page that a form was on; `Referrer-Policy: same-origin` lets us know it.
    var previousPage: Link? {
        guard let from = request.headers[.referer], from.hasPrefix(origin + "/") else { return nil }
        return Path.local(String(from.dropFirst(origin.count)))
    }

    /// "https://trip.example", for links that leave the browser.
    var origin: String {
        if let url = options.publicURL { return url }
        let isSecure = options.isBehindProxy && header("x-forwarded-proto") == "https"
        return (isSecure ? "https://" : "http://") + (request.head.authority ?? "localhost")
    }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { request.headers[$0] } }

    var client: Client {
        Client(
            address: clientAddress, userAgent: request.headers[.userAgent] ?? "",
            device: DeviceCookie.token(in: request.headers[values: .cookie]))
    }

    private var clientAddress: String {
        if options.isBehindProxy, let forwarded = header("x-forwarded-for")?.split(separator: ",").last {
            return String(forwarded).trimmingSpaces
        }
        return context.channel.remoteAddress?.ipAddress ?? ""
    }
}

/// Of the whole program, as its memory is.
private let largeForms = Mutex(LargeForms())

extension String {
    var trimmingSpaces: String {
        let start = utf8.drop { $0 == 32 }
        let end = start.lastIndex { $0 != 32 }.map(start.index(after:)) ?? start.startIndex
        return String(Substring(start[..<end]))
    }
}
