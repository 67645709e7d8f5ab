import HTTPTypes
import Synchronization

/// Which methods an address takes, by the routes' patterns: for 405, `Allow` and OPTIONS. Filled while routes are added.
final class RouteIndex: Sendable {
    /// Every method that the program takes; an address of a route takes some of them.
    static let all = "GET, HEAD, POST, OPTIONS"

    private struct Pattern {
        let segments: [Substring]
        let method: HTTPRequest.Method
    }
    /// By the number of segments; patterns with any number of them under -1.
    private let patterns = Mutex<[Int: [Pattern]]>([:])

    func add(_ path: String, _ method: HTTPRequest.Method) {
        let segments = path.split(separator: "/")
        patterns.withLock {
            $0[segments.last == "**" ? -1 : segments.count, default: []].append(Pattern(segments: segments, method: method))
        }
    }

    /// Whether some route takes the method there. True for an address that no route has: its answer is 404.
    func takes(_ path: String, _ method: HTTPRequest.Method) -> Bool {
        if path == "*" { return false }
        let methods = methods(path)
        return methods.isEmpty || methods.contains(method == .head ? .get : method)
    }

    /// As `Allow` says it; nil for an address that no route has.
    func allow(_ path: String) -> String? {
        if path == "*" { return RouteIndex.all }
        let methods = methods(path)
        guard !methods.isEmpty else { return nil }
        let names = [("GET", HTTPRequest.Method.get), ("HEAD", .get), ("POST", .post)].filter { methods.contains($0.1) }.map(\.0)
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }

    private func methods(_ path: String) -> [HTTPRequest.Method] {
        let segments = path.split(separator: "/")
        return patterns.withLock { patterns in
            let exact = (patterns[segments.count] ?? []).filter { RouteIndex.fits(segments, $0.segments) }
            let longer = (patterns[-1] ?? []).filter { pattern in
                let known = pattern.segments.dropLast()
                return segments.count > known.count && RouteIndex.fits(segments.prefix(known.count), known)
            }
            return (exact + longer).map(\.method)
        }
    }

    private static func fits(_ path: some Collection<Substring>, _ pattern: some Collection<Substring>) -> Bool {
        path.count == pattern.count && zip(path, pattern).allSatisfy { $1.hasPrefix(":") || $0 == $1 }
    }
}
