import Domain
import NIOCore
import NIOHTTP1
import Services
import Synchronization

/// Positions of the plain kind: phones send hardly anything else. What belongs to a phone stays on its event loop's fast path.
package final class FixFastPaths: Sendable {
    private let services: AppServices
    private let fastPaths = Mutex<[ObjectIdentifier: FixFastPath]>([:])

    init(services: AppServices) { self.services = services }

    /// The one of an event loop; to be called on it.
    func fastPath(on loop: any EventLoop) -> FixFastPath {
        fastPaths.withLock { fastPaths in
            if let fastPath = fastPaths[ObjectIdentifier(loop)] { return fastPath }
            let fastPath = FixFastPath(services.fixes, on: loop)
            fastPaths[ObjectIdentifier(loop)] = fastPath
            return fastPath
        }
    }
}
