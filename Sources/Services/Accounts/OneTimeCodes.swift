import Cryptography
import Domain

/// RFC 6238 on HMAC-SHA-1.
package enum TOTP {
    package static func code(secret: [UInt8], step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> Int64((7 - $0) * 8)) }
        return OneTimeCode.digits(hmac: Digest.hmacSHA1(counter, key: secret))
    }

    /// The step that the code belongs to, one before and one after now allowed.
    static func step(of code: String, secret: [UInt8], at now: Instant) -> Int64? {
        let current = OneTimeCode.step(at: now)
        return [current, current - 1, current + 1].first { self.code(secret: secret, step: $0) == code }
    }

    /// The link that authenticator apps read from the QR code.
    package static func link(secret: [UInt8], account: Account) -> String {
        let label = "Sotravel:" + account.email
        let escaped = label.addingPercentEncoding
        return "otpauth://totp/\(escaped)?secret=\(Base32.encode(secret))&issuer=Sotravel"
    }
}

/// Ten characters of 32: 50 bits, so a plain hash is enough.
enum RecoveryCode {
    static let length = 10

    static func make(_ system: SystemInputs) -> String {
        let text = Base32.encode(system.randomBytes(7)).prefix(length)
        return text.prefix(5) + "-" + text.suffix(5)
    }

    static func hash(_ code: String, account: ID) -> [UInt8] {
        let plain = code.filter { $0 != "-" }.uppercased()
        return Digest.sha256(account.bytes + Array(plain.utf8))
    }
}
