import Foundation
import Web

/// How the numbers of open files are shared out: connections and files have the lower ones, streams' own descriptors what is left.
package struct Descriptors {
    /// Connections at once.
    let connections: Int
    /// The first number that is for neither connections nor files.
    let firstFree: Int

    /// - Parameter possible: as many as the system allows.
    init(connections wanted: Int, possible: Int) {
        // Besides connections: databases, maps, uploads, programs at work. Few are enough for a small house.
        let files = min(500, max(64, possible / 4))
        let room = max(1, possible - files)
        connections = min(wanted, max(1, room - ConnectionLedger.spare(of: room)))
        firstFree = connections + ConnectionLedger.spare(of: connections) + files
    }

    /// Takes as many as the system allows; a shell begins with 1,024. Returns how many those are.
    package static func raiseLimit() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 1024 }
        let now = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(kind, &limit) == 0 ? limit.rlim_max : now)
    }
}
