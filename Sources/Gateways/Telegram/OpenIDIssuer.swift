import Domain
import Foundation

/// An OpenID Connect issuer as its discovery document describes it (OpenID Connect Discovery 1.0 §4).
package struct OpenIDIssuer: Sendable {
    package struct Endpoints: Sendable, Decodable {
        package let issuer: String
        package let authorization: String
        package let token: String
        package let keys: String
        enum CodingKeys: String, CodingKey {
            case issuer
            case authorization = "authorization_endpoint"
            case token = "token_endpoint"
            case keys = "jwks_uri"
        }
    }

    /// A public key as published; only what RSA keys have is read, everything else is skipped.
    package struct Key: Sendable {
        package let id: String
        package let modulus: [UInt8]
        package let exponent: [UInt8]
        package init(id: String, modulus: [UInt8], exponent: [UInt8]) {
            self.id = id
            self.modulus = modulus
            self.exponent = exponent
        }
    }

    private struct KeySet: Decodable {
        struct Entry: Decodable {
            let kty: String?
            let kid: String?
            let use: String?
            let alg: String?
            let n: String?
            let e: String?
        }
        let keys: [Entry]
    }

    private struct TokenResponse: Decodable {
        let token: String
        enum CodingKeys: String, CodingKey { case token = "id_token" }
    }

    package let issuer: String
    private let http: OutgoingHTTP

    package init(issuer: String, http: OutgoingHTTP = OutgoingHTTP()) {
        self.issuer = issuer
        self.http = http
    }

    /// The document must name exactly the issuer that was asked for, and addresses that are as safe.
    package func discover() async throws -> Endpoints {
        let bytes = try await http.get(issuer + "/.well-known/openid-configuration")
        let found = try JSONDecoder().decode(Endpoints.self, from: Data(bytes))
        guard found.issuer == issuer, [found.authorization, found.token, found.keys].allSatisfy(OpenIDIssuer.isSafe) else {
            throw OutgoingHTTP.Failure(description: "the issuer describes another one")
        }
        return found
    }

    /// TLS, but for an issuer on this machine.
    package static func isSafe(_ url: String) -> Bool {
        guard let parts = URLComponents(string: url), let host = parts.host else { return false }
        return parts.scheme == "https" || (parts.scheme == "http" && (host == "127.0.0.1" || host == "localhost"))
    }

    /// RSA keys for RS256. Keys of kinds that we do not know are skipped, not a reason to refuse the others.
    package func keys(_ endpoints: Endpoints) async throws -> [Key] {
        let set = try JSONDecoder().decode(KeySet.self, from: Data(try await http.get(endpoints.keys)))
        return set.keys.compactMap { entry in
            guard entry.kty == "RSA", entry.use ?? "sig" == "sig", entry.alg ?? "RS256" == "RS256", let id = entry.kid,
                let modulus = entry.n.flatMap(base64URLBytes), let exponent = entry.e.flatMap(base64URLBytes), modulus.count >= 256
            else { return nil }
            return Key(id: id, modulus: modulus, exponent: exponent)
        }
    }

    /// Trades a code for an ID token (RFC 6749 §4.1.3, RFC 7636 §4.5).
    package func exchange(
        code: String, verifier: String, redirect: String, clientID: String, secret: String, _ endpoints: Endpoints
    ) async throws -> String {
        let form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirect), ("code_verifier", verifier),
            ("client_id", clientID),
        ]
        let bytes = try await http.post(endpoints.token, form: form, user: clientID, password: secret)
        return try JSONDecoder().decode(TokenResponse.self, from: Data(bytes)).token
    }
}
