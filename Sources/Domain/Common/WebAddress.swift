/// An address of the web with a plain host: what feeds are asked at, and what a feed may lead people to.
package struct WebAddress: Sendable, Equatable {
    package let text: String
    package let isSecure: Bool
    /// In lower case.
    package let host: String
    /// As it is written, or what the scheme means without one.
    package let port: Int
    /// What stands behind host and port, as it is written.
    private let rest: String

    /// Nil for every other scheme, for a name and password before the host, and for bytes that no address has.
    package init?(_ text: String) {
        guard text.utf8.count <= 2000, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"<>\"\\^`{|}".utf8.contains($0) }) else { return nil }
        let lower = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return nil }
        let authority = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { return nil }
        let name: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[...end]
        } else {
            name = authority.prefix { $0 != ":" }
        }
        guard let first = name.first, first.isLetter || first.isNumber || first == "[" else { return nil }
        let isSecure = scheme == "https://"
        guard let port = WebAddress.port(authority[name.endIndex...], isSecure) else { return nil }
        (self.text, self.isSecure, host, self.port) = (text, isSecure, String(name), port)
        rest = String(text.dropFirst(scheme.count + authority.count))
    }

    /// - Parameter text: what stands behind the host: ":8080", or nothing.
    private static func port(_ text: Substring, _ isSecure: Bool) -> Int? {
        text.isEmpty ? usualPort(isSecure) : text.first == ":" ? text.dropFirst().whole(in: 1...65_535) : nil
    }

    private static func usualPort(_ isSecure: Bool) -> Int { isSecure ? 443 : 80 }

    /// Whom the address belongs to: scheme, host and a port that does not go without saying (RFC 6454 §6.2).
    package var origin: String {
        (isSecure ? "https://" : "http://") + host + (port == WebAddress.usualPort(isSecure) ? "" : ":\(port)")
    }

    /// One spelling of the same address: scheme and host in lower case, no port that goes without saying, no fragment.
    package var plain: String {
        let path = rest.prefix { $0 != "#" }
        return origin + (path.hasPrefix("/") ? "" : "/") + path
    }

    /// Without the query, which may hold a key.
    package var withoutQuery: String { String(plain.prefix { $0 != "?" }) }

    /// Where the web is: what listens below 1024 besides speaks something else.
    package var hasUsualPort: Bool { port == 80 || port == 443 || port >= 1024 }

    /// Whether it may be told what the other one was told: the same server, or the same by its protected door.
    package func mayKnowSecrets(of other: WebAddress) -> Bool {
        guard host == other.host else { return false }
        return (isSecure == other.isSecure && port == other.port) || (isSecure && port == 443 && !other.isSecure && other.port == 80)
    }
}
