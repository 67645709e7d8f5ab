import Foundation

/// How the numbers of open files are shared out: connections and files have the lower ones, streams' own descriptors what is left.
enum Descriptors {
    /// Besides connections: databases, maps, uploads, programs at work.
    static let files = 500

    /// Takes as many as the system allows; a shell begins with 1,024. Returns how many those are.
    static func raiseLimit() -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 1024 }
        let now = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(kind, &limit) == 0 ? limit.rlim_max : now)
    }
}
