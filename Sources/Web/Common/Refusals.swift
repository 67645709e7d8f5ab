import Domain
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Pages
import Services

/// What services refuse, as pages and as problem documents.
enum Refusals {
    static let notNow: Texts.Sentence = "Not right now"
    static let problemType = "application/problem+json"

    /// RFC 9457.
    static func problem(_ status: Int, _ heading: Texts.Sentence, _ message: Texts.Sentence) -> JSON {
        .object { out in
            out.add("type", "about:blank")
            out.add("title", Texts.said(heading))
            out.add("status", status)
            out.add("detail", Texts.said(message))
        }
    }

    /// What frameworks throw, as refusals.
    static func from(_ error: any Error) -> Refusal? {
        // Half of a chunked body, for instance: the edge has told the client.
        if error is HTTPParserError { return .invalid([FieldError("request", "The request could not be read.")]) }
        if error is NIOTooManyBytesError { return .tooLarge("This is too large to be sent here.") }
        guard let error = error as? any HTTPResponseError else { return nil }
        switch error.status {
        case .notFound: return .notFound
        case .contentTooLarge: return .tooLarge("This is too large to be sent here.")
        case .badRequest: return .invalid([FieldError("request", "The request could not be read.")])
        default: return nil
        }
    }

    static func response(_ refusal: Refusal, to web: WebRequest) -> Response {
        switch refusal {
        case .signInNeeded: return signIn(web)
        case .notFound:
            if let dead = DeadLink.of(web.request.uri.path) {
                return page(404, dead.heading, dead.message, web) { page in
                    page.next = Texts.said(dead.next)
                    // The page before is the same link.
                    page.back = nil
                }
            }
            return page(404, "Page not found", "It may have been deleted, or you may not have access.", web)
        case .forbidden(let text):
            if let twin = TwinPages.link(web) { return web.redirect(twin) }
            return page(403, "Not allowed", text, web)
        case .invalid(let errors):
            return page(422, "Please check what you entered", "\(errors.said)", web)
        case .conflict(let text): return page(409, "Not possible now", text, web)
        case .tooLarge(let text): return page(413, "Too large", text, web)
        case .tooMany(let text, let seconds): return page(429, "Too many attempts", text, web, retryAfter: seconds)
        case .unavailable(let text, let seconds): return page(503, notNow, text, web, retryAfter: seconds)
        }
    }

    /// Pages lead to the sign-in and back; everything else hears 401, which also stops a stream for good.
    private static func signIn(_ web: WebRequest) -> Response {
        let accepts = web.request.headers[.accept] ?? ""
        guard web.request.method == .get, accepts.containsASCII("text/html") || accepts.isEmpty || accepts == "*/*" else {
            return page(401, "Sign in first", "You are not signed in, or your session has ended.", web)
        }
        if web.context.pending != nil { return web.redirect(Path.signInCode()) }
        let next = web.request.head.path ?? "/"
        return .redirect(to: Path.signIn().asking("next", next == "/" ? "" : next).text, type: .normal)
    }

    /// Apps that send positions read no pages. A person who opens the link in a browser does.
    private static func isForPhone(_ web: WebRequest) -> Bool {
        web.request.uri.path.hasPrefix("/t/") && !web.request.isReadInABrowser
    }

    static func page(
        _ status: Int, _ heading: Texts.Sentence, _ message: Texts.Sentence, _ web: WebRequest, requestID: String? = nil,
        retryAfter: Int? = nil, _ adapt: (inout ErrorPage) -> Void = { _ in }
    ) -> Response {
        var response: Response
        let accepts = web.request.headers[.accept] ?? ""
        if accepts.containsASCII("json") || isForPhone(web) {
            response = web.json(problem(status, heading, message))
            response.headers[.contentType] = problemType
        } else {
            // What went wrong must not go wrong again on the page that says so.
            var reader = LayoutReader()
            reader.actor = web.context.actor
            let title = Texts.said(heading)
            let layout = (try? web.layout(title)) ?? Layout(title: title, reader: reader)
            var page = ErrorPage(layout: layout, status: status, heading: heading, message: message, requestID: requestID)
            if [409, 413, 422].contains(status) || !web.request.method.isSafe { page.back = web.previousPage }
            if [429, 500, 503].contains(status), web.request.method.isSafe { page.again = web.request.head.path.flatMap(Path.local) }
            if status == 429, let retryAfter { page.next = ErrorPage.wait(retryAfter, after: message) }
            // The sentence itself says what to do.
            if message == CrossSite.foreign { page.next = nil }
            adapt(&page)
            response = web.html(page)
        }
        response.status = .init(code: status)
        if let retryAfter { response.headers[.retryAfter] = String(retryAfter) }
        return response
    }
}
