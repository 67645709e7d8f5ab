import Domain
import NIOHTTP1
import Services

/// What the edge asks before it reads a large body: it knows of sessions only this.
protocol EdgeVisitors: Sendable {
    func mayUpload(_ upload: EdgeUpload, _ request: HTTPRequestHead) -> Bool
}

/// Bodies that are larger than others.
enum EdgeUpload {
    /// Of admins.
    case mapData
    /// Of whoever is signed in; the route asks where they are.
    case photos

    var limit: Int { self == .mapData ? EdgeLimits.upload : EdgeLimits.photos }
}

extension Services: EdgeVisitors {
    func mayUpload(_ upload: EdgeUpload, _ request: HTTPRequestHead) -> Bool {
        guard let actor = signedIn(request) else { return false }
        return upload == .photos || actor.account.isAdmin
    }

    /// Who asks, if nothing stands between them and their pages.
    func signedIn(_ request: HTTPRequestHead) -> Actor? {
        guard let token = SessionCookie.token(in: request.headers["cookie"]), let found = try? accounts.sessions.find(token: token),
            !found.isPending, !found.actor.mustSetUpSecondFactor
        else { return nil }
        return found.actor
    }
}
