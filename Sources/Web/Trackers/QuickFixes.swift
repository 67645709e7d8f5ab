import Domain
import NIOCore
import NIOHTTP1
import Services
import Synchronization

/// Positions of the plain kind: phones send hardly anything else. What belongs to a phone stays on its event loop's desk.
package final class QuickFixes: Sendable {
    private let services: AppServices
    private let desks = Mutex<[ObjectIdentifier: FixDesk]>([:])

    init(services: AppServices) { self.services = services }

    /// The one of an event loop; to be called on it.
    func desk(on loop: any EventLoop) -> FixDesk {
        desks.withLock { desks in
            if let desk = desks[ObjectIdentifier(loop)] { return desk }
            let desk = FixDesk(services.fixes, on: loop)
            desks[ObjectIdentifier(loop)] = desk
            return desk
        }
    }
}
