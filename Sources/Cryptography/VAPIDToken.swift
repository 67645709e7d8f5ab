/// Says to a push service who sends (RFC 8292): a JSON Web Token, signed by the server's one key.
package enum VAPIDToken {
    /// The value of the request's `Authorization`.
    /// - Parameters: what the token says of itself and of its sender, as JSON.
    package static func header(head: [UInt8], claims: [UInt8], key: P256Key) -> String {
        let signed = base64URL(head) + "." + base64URL(claims)
        return "vapid t=\(signed).\(base64URL(key.signature(of: Array(signed.utf8)))), k=\(base64URL(key.publicPoint))"
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
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
