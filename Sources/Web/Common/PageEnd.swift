import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// Why a page is over for whoever sits before it. Its scripts and its forms say for which account it was drawn; since then somebody else
/// may have signed in in another tab, or nobody may be signed in. Then nothing is read, and nothing is written in another one's name.
enum PageEnd: String, Error {
    case signedOut = "out"
    case other
    /// Off the trip, or there is no such trip any more.
    case gone

    /// The header of what scripts ask for, and the field of forms that the browser sends by itself.
    static let account = "Sotravel-Account"
    private static let header = HTTPField.Name("Sotravel-Ended")

    /// - Parameter typed: the account that the page names; nil where it names none.
    static func check(_ typed: String?, _ reader: Actor?) throws(PageEnd) {
        guard let typed else { return }
        guard let reader else { throw .signedOut }
        guard reader.account.id.description == typed else { throw .other }
    }

    /// What a form that the browser sent says, whether or not its route reads it. `WebRequest.form` judges what is large or has files.
    static func check(_ request: inout Request, _ context: Context) async throws {
        guard let reader = context.actor ?? context.pending, let type = request.headers[.contentType], type.hasPrefix(plainForm),
            request.headers[.contentLength]?.whole(in: 1...most) != nil
        else { return }
        let body = Array(try await request.collectBody(upTo: most).readableBytesView)
        if named.find(in: body, from: 0) != nil { try check(Form(body: body, contentType: type).account, reader) }
    }

    private static let plainForm = "application/x-www-form-urlencoded"
    /// Bytes.
    private static let most = 1 << 16
    private static let named = BytePattern(Array((account + "=").utf8))

    private var message: Texts.Sentence {
        switch self {
        case .signedOut: "You are not signed in, or your session has ended."
        case .other: "You are signed in as somebody else now. Reload the page."
        case .gone: "You are no longer on this trip."
        }
    }

    /// Scripts hear in a header that their page is over. To a form that the browser sent the answer is a page.
    func response(to web: WebRequest) -> Response {
        if !web.request.method.isSafe, !web.wantsJSON, web.header(PageEnd.account) == nil {
            return Refusals.page(409, "Not possible now", message, web) { $0.next = nil }
        }
        let status = self == .gone ? 404 : 401
        var response = web.json(Refusals.problem(status, "Not possible now", message))
        response.status = .init(code: status)
        response.headers[.contentType] = Refusals.problemType
        if let header = PageEnd.header { response.headers[header] = rawValue }
        return response
    }
}
