/// What a server says of itself to a push service (RFC 8292 §2), before it is signed.
package struct PushClaims: Sendable {
    /// Of the endpoint: `https://push.example`, with its port where that is not the usual one.
    package let origin: String
    /// Seconds since 1970, at most a day ahead.
    package let expires: Int
    /// `mailto:` or `https:`. Services refuse others.
    package let contact: String
    package init(origin: String, expires: Int, contact: String) {
        (self.origin, self.expires, self.contact) = (origin, expires, contact)
    }

    /// That the token is one, and how it is signed: ECDSA on P-256 with SHA-256.
    package static let head = JSON.object {
        $0.add("typ", "JWT")
        $0.add("alg", "ES256")
    }

    /// In the order of the standard's example.
    package var json: JSON {
        .object {
            $0.add("aud", origin)
            $0.add("exp", expires)
            $0.add("sub", contact)
        }
    }
}
