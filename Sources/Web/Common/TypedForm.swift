import Domain
import HTTPTypes
import Hummingbird
import Pages
import Synchronization

/// The form of a request. Its own page cannot be made while the database is away, so the page that says so holds what was typed, and sends
/// it once more.
final class TypedForm: Sendable {
    private static let limit = 1 << 16
    /// Fields with passwords, codes and keys: they stand in no page.
    private static let secrets: Set<String> = ["password", "current", "new", "proof", "code", "key", "api_key"]
    private let form = Mutex<Form?>(nil)

    func keep(_ form: Form) { self.form.withLock { $0 = form } }

    /// What can be sent once more; nil for files and for passwords, and for what another site made the browser send.
    static func fields(of web: WebRequest) async -> ErrorPage.Typed? {
        guard !web.request.method.isSafe, let page = Path.local(web.request.head.path ?? ""),
            (try? CrossSite.check(web.request)) != nil
        else { return nil }
        let kept = web.context.typed.form.withLock { $0 }
        let read = kept == nil && web.declaredLength > 0 ? try? await web.form(limit: limit) : nil
        guard let form = kept ?? read, form.files.isEmpty, !form.fields.contains(where: { secrets.contains($0.name) }) else { return nil }
        let size = form.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        return size <= limit ? ErrorPage.Typed(page: page, fields: form.fields) : nil
    }
}

extension Refusals {
    /// A page comes again by itself when the database may be back; a form keeps what was typed.
    static func databaseIsAway(_ web: WebRequest) async -> Response {
        if let typed = await TypedForm.fields(of: web) {
            return page(
                503, notNow, "The database does not answer. What you typed is still here: please try again in a moment.", web,
                retryAfter: seconds
            ) { ($0.typed, $0.back) = (typed, nil) }
        }
        var response = page(
            503, notNow, "The database does not answer. Please try again in a moment.", web, retryAfter: seconds)
        if web.request.method == .get, response.headers[.contentType] == WebRequest.htmlType, let refresh = HTTPField.Name("Refresh") {
            response.headers[refresh] = "\(seconds)"
        }
        return response
    }

    private static let seconds = 2
}
