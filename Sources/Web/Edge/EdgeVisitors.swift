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

extension AppServices: EdgeVisitors {
    func mayUpload(_ upload: EdgeUpload, _ request: HTTPRequestHead) -> Bool {
        switch upload {
        case .mapData: (try? Need.admin.prove(requester(request))) != nil
        case .photos: (try? Need.signedIn.prove(requester(request))) != nil
        }
    }
}
