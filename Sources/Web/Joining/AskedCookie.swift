import Domain
import HTTPTypes
import Hummingbird
import Pages
import Services

/// By which request this browser waits to be let in, where nobody is signed in: the trip's link, opened again, leads back to it.
enum AskedCookie {
    private static let name = "__Host-sotravel-asked"
    private static let prefix = Array((name + "=").utf8)
    private static let life = Duration.days(7)

    static func set(_ token: String, on response: inout Response) {
        let field = "\(name)=\(token); Path=/; Max-Age=\(life.components.seconds); Secure; HttpOnly; SameSite=Lax"
        response.headers[values: .setCookie] += [field]
    }

    /// The page of the request that waits, or may come in, on that trip.
    static func page(_ web: WebRequest, for trip: Trip) -> Link? {
        guard web.context.actor == nil, let token = SessionCookie.value(prefix, in: web.request.headers[values: .cookie]),
            let found = try? web.services.joining.request(token: token), found.trip.id == trip.id, !found.request.isUsed,
            found.request.decision == nil || found.request.isAccepted
        else { return nil }
        return Path.joinRequest(token)
    }
}
