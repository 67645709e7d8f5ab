/// The push services that messages may go to. Browsers say where theirs is, and whoever pretends to be one could name any address:
/// so only the services of known browsers are asked, and those that the server's owner adds.
package struct PushServices: Sendable, Equatable {
    private static let known: Set<String> = [
        "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com",
    ]
    private static let families = [".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"]
    private static let ownHosts: Set<String> = ["127.0.0.1", "localhost", "[::1]"]

    private struct Added: Sendable, Equatable {
        let host: String
        let port: Int?
    }
    private let added: [Added]

    /// Without any more than the known ones.
    package init() { added = [] }

    /// - Parameter text: hosts with blanks or commas between them, each with a port where it is not 443. One of this machine, with its
    ///   port, may do without TLS. Nil if one of them is no host.
    package init?(_ text: String) {
        var added: [Added] = []
        for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            guard !word.contains(where: { "/?#@".contains($0) }), let address = WebAddress("https://" + word) else { return nil }
            added.append(Added(host: address.host, port: address.port == 443 ? nil : address.port))
        }
        self.added = added
    }

    /// Whether an address may be asked at all.
    package func admits(_ endpoint: WebAddress) -> Bool {
        if isOwn(endpoint) { return true }
        guard endpoint.isSecure else { return false }
        if added.contains(where: { $0.host == endpoint.host && ($0.port ?? 443) == endpoint.port }) { return true }
        guard endpoint.port == 443 else { return false }
        return PushServices.known.contains(endpoint.host) || PushServices.families.contains(where: endpoint.host.hasSuffix)
    }

    /// Whether it is a service of this machine that the owner added by host and port.
    package func isOwn(_ endpoint: WebAddress) -> Bool {
        PushServices.ownHosts.contains(endpoint.host)
            && added.contains { $0.host == endpoint.host && $0.port == endpoint.port }
    }
}

/// Where the push services write to when something is wrong with what the server sends. Apple's refuses all but real addresses.
package enum PushContact {
    /// `mailto:` with an address, or an https address, of a host that others can reach; nil for anything else.
    package static func checked(_ text: String) -> String? {
        guard text.utf8.count <= 200, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && !"\"\\<>".utf8.contains($0) }) else { return nil }
        let lower = text.lowercased()
        if lower.hasPrefix("mailto:") {
            let parts = text.dropFirst(7).split(separator: "@", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts[0].isEmpty && isPublic(parts[1].lowercased()) ? text : nil
        }
        guard let address = WebAddress(text), address.isSecure, isPublic(address.host) else { return nil }
        return text
    }

    private static func isPublic(_ host: String) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.contains(where: \.isLetter) else { return false }
        let isPlain = labels.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } }
        return isPlain && !["localhost", "local", "invalid", "test", "internal", "lan"].contains(String(last))
    }
}
