import Cryptography
import Domain
import Foundation
import Gateways

/// An OpenID Connect ID token (OpenID Connect Core §3.1.3.7): RS256 and nothing else.
package enum IDToken {
    /// Clocks differ by this much.
    private static let skew = Duration.seconds(60)
    private static let oldest = Duration.minutes(10)

    package enum Fault: Error, Equatable {
        case malformed, algorithm, signature, issuer, audience, time, nonce, subject
        /// Perhaps the issuer has new keys.
        case unknownKey
    }

    package struct Expectation: Sendable {
        package let issuer: String
        package let clientID: String
        package let nonce: String
        package init(issuer: String, clientID: String, nonce: String) {
            self.issuer = issuer
            self.clientID = clientID
            self.nonce = nonce
        }
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let crit: [String]?
    }

    private struct Claims: Decodable {
        let iss: String
        let sub: String
        let aud: Audience
        let exp: Double
        let iat: Double
        let nonce: String?
        let id: Int64?
        let name: String?
        let preferred_username: String?
    }

    private enum Audience: Decodable {
        case one(String)
        case many([String])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let one = try? container.decode(String.self) { self = .one(one) } else { self = .many(try container.decode([String].self)) }
        }

        /// Ours and nobody else's.
        func isOnly(_ client: String) -> Bool {
            switch self {
            case .one(let name): name == client
            case .many(let names): names == [client]
            }
        }
    }

    package static func verify(
        _ token: String, keys: [OpenIDIssuer.Key], expecting expected: Expectation, at now: Instant
    ) throws(Fault) -> Identity {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, token.utf8.count < 16_384, let head = base64URLBytes(parts[0]), let body = base64URLBytes(parts[1]),
            let signature = base64URLBytes(parts[2]), let header = try? JSONDecoder().decode(Header.self, from: Data(head))
        else { throw .malformed }
        guard header.alg == "RS256", header.crit == nil else { throw .algorithm }
        guard let key = keys.first(where: { $0.id == header.kid }) else { throw .unknownKey }
        guard let rsa = RSAPublicKey(modulus: key.modulus, exponent: key.exponent),
            rsa.isValid(signature: signature, of: Array((parts[0] + "." + parts[1]).utf8))
        else { throw .signature }
        guard let claims = try? JSONDecoder().decode(Claims.self, from: Data(body)) else { throw .malformed }
        try check(claims, expected, now)
        return Identity(
            issuer: claims.iss, subject: claims.sub, telegramID: claims.id, name: claims.name ?? claims.preferred_username ?? "")
    }

    private static func check(_ claims: Claims, _ expected: Expectation, _ now: Instant) throws(Fault) {
        guard claims.iss == expected.issuer else { throw .issuer }
        guard claims.aud.isOnly(expected.clientID) else { throw .audience }
        guard (0..<1e11).contains(claims.exp), (0..<1e11).contains(claims.iat) else { throw .time }
        let (end, start) = (Instant(seconds: Int64(clamping: claims.exp)), Instant(seconds: Int64(clamping: claims.iat)))
        guard now < end + skew, start <= now + skew, now - start <= oldest else { throw .time }
        guard claims.nonce == expected.nonce else { throw .nonce }
        guard (1...255).contains(claims.sub.utf8.count) else { throw .subject }
    }
}
