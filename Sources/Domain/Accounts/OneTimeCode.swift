/// RFC 6238 parameters that every authenticator app takes: SHA-1, 30 seconds, six digits.
package enum OneTimeCode {
    package static let period: Int64 = 30

    /// RFC 6238 §4.2: the number of whole periods since 1970, from which the code is made.
    package static func step(at instant: Instant) -> Int64 { floorDivide(instant.seconds, period) }

    /// A code counts once, and earlier codes no longer count. If the last used step is more than `drift` ahead of the new one, the clock
    /// was set back since: without this exception the owner could not sign in until that time comes again.
    package static let drift: Int64 = 4

    /// Whether a step may be used after another.
    package static func mayUse(_ step: Int64, after last: Int64) -> Bool {
        last < step || last.subtractingReportingOverflow(drift).partialValue > step
    }

    /// RFC 4226 §5.3: dynamic truncation of a 20-byte HMAC to six digits.
    package static func digits(hmac: [UInt8]) -> String {
        let offset = Int(hmac[hmac.count - 1] & 15)
        let value = hmac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return padded(Int(value % 1_000_000), 6)
    }
}

/// RFC 4648 §6 without padding: the form in which authenticator apps take a secret.
package enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// RFC 4648 §6 in capitals, without padding: so authenticator apps take a secret.
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                output.append(alphabet[Int(buffer >> UInt32(bits) & 31)])
            }
            buffer &= (1 << UInt32(bits)) - 1
        }
        if bits > 0 { output.append(alphabet[Int(buffer << UInt32(5 - bits) & 31)]) }
        return String(decoding: output, as: UTF8.self)
    }

    /// Accepts either case and spaces; nil for any other character. Drops trailing bits that do not fill a byte.
    package static func decode(_ text: String) -> [UInt8]? {
        var output: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for character in text.uppercased().utf8 where character != UInt8(ascii: " ") {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
                buffer &= (1 << UInt32(bits)) - 1
            }
        }
        return output
    }
}
