/// Where mail goes out: what `smtp-url` says.
package struct MailServer: Sendable, Equatable {
    /// As it is connected to, in lower case.
    package let host: String
    package let port: Int
    /// TLS from the first byte on (`smtps`), not after STARTTLS.
    package let isSecure: Bool
    /// "" where nobody signs in.
    package let user: String
    package let password: String

    private static let ownHosts: Set<String> = ["127.0.0.1", "localhost", "[::1]"]

    /// - Parameter text: `smtp://user:password@host:587` or `smtps://…`, name and password with `%` and two digits where they have
    ///   signs of an address. Without a port it is 587, or 465 of `smtps`. Nil for anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 1000, text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
            let cut = text.firstRange(of: "://")
        else { return nil }
        let scheme = text[..<cut.lowerBound].lowercased()
        guard scheme == "smtp" || scheme == "smtps" else { return nil }
        isSecure = scheme == "smtps"
        var rest = text[cut.upperBound...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let (user, password) = MailServer.login(&rest) else { return nil }
        (self.user, self.password) = (user, password)
        // A host is written as one of the web is.
        guard !rest.isEmpty, !rest.contains(where: { "/?#".contains($0) }), let address = WebAddress("https://" + rest) else { return nil }
        host = address.host
        let hasPort = rest.hasSuffix(":\(address.port)")
        port = hasPort ? address.port : isSecure ? 465 : 587
    }

    /// Takes name and password off the front. Nil for a name without a password.
    private static func login(_ rest: inout Substring) -> (String, String)? {
        guard let at = rest.lastIndex(of: "@") else { return ("", "") }
        let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        rest = rest[rest.index(after: at)...]
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        // A plus sign stands for itself here.
        return (percentDecoded(parts[0].replacing("+", with: "%2B")), percentDecoded(parts[1].replacing("+", with: "%2B")))
    }

    /// Of this machine, where nobody listens in between.
    package var isOwn: Bool { MailServer.ownHosts.contains(host) }

    /// What is connected to, without name and password.
    package var url: String { (isSecure ? "smtps://" : "smtp://") + host + ":\(port)" }
}

/// Who writes: what `mail-from` says.
package struct MailName: Sendable, Equatable {
    /// "" for the address alone.
    package let name: String
    package let address: String

    /// - Parameter text: `trip@trip.example` or `Trip team <trip@trip.example>`. Nil for anything else.
    package init?(_ text: String) {
        let line = tidyLine(text)
        if line.hasSuffix(">"), let cut = line.lastIndex(of: "<") {
            name = tidyLine(String(line[..<cut]).replacing("\"", with: ""))
            address = String(line[line.index(after: cut)...].dropLast())
        } else {
            (name, address) = ("", line)
        }
        guard isEmailAddress(address), address.utf8.allSatisfy({ $0 > 32 && $0 < 127 }), name.utf8.count <= 100 else { return nil }
    }

    /// What stands behind the `@`.
    package var domain: String { String(address[address.index(after: address.lastIndex(of: "@") ?? address.startIndex)...]) }
}
