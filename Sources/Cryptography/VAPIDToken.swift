/// Says to a push service who sends (RFC 8292): a JSON Web Token, signed by the server's one key.
package struct VAPIDToken {
    /// Of the endpoint: `https://push.example`, with its port where that is not the usual one.
    package let origin: String
    /// Seconds since 1970, at most a day ahead.
    package let expires: Int64
    /// `mailto:` or `https:`. Services refuse others.
    package let contact: String
    package init(origin: String, expires: Int64, contact: String) {
        (self.origin, self.expires, self.contact) = (origin, expires, contact)
    }

    /// The value of the request's `Authorization`.
    package func header(_ key: P256Key) -> String {
        let claims = "{\"aud\":\(quoted(origin)),\"exp\":\(expires),\"sub\":\(quoted(contact))}"
        let signed = base64URL(Array("{\"typ\":\"JWT\",\"alg\":\"ES256\"}".utf8)) + "." + base64URL(Array(claims.utf8))
        return "vapid t=\(signed).\(base64URL(key.signature(of: Array(signed.utf8)))), k=\(base64URL(key.publicPoint))"
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.value < 32 ? "" : String($0) }.joined() + "\""
    }

    private func base64URL(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { out.append(letters[bits >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
