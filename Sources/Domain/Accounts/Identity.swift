/// Somebody as an issuer of identities knows them. Accounts are found by issuer and subject.
package struct Identity: Sendable, Equatable {
    package let issuer: String
    package let subject: String
    /// Telegram's own number, as its signed claims give it.
    package let telegramID: Int64?
    package let name: String
    package init(issuer: String, subject: String, telegramID: Int64?, name: String) {
        self.issuer = issuer
        self.subject = subject
        self.telegramID = telegramID
        self.name = name
    }
}

/// base64url without padding (RFC 4648 §5), strictly: nil for anything else.
package func base64URLBytes(_ text: String) -> [UInt8]? {
    var (output, buffer, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in text.utf8 {
        let value: UInt8
        switch byte {
        case 65...90: value = byte - 65
        case 97...122: value = byte - 71
        case 48...57: value = byte + 4
        case UInt8(ascii: "-"): value = 62
        case UInt8(ascii: "_"): value = 63
        default: return nil
        }
        buffer = buffer << 6 | UInt32(value)
        bits += 6
        if bits >= 8 {
            bits -= 8
            output.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            buffer &= (1 << UInt32(bits)) - 1
        }
    }
    // Left-over bits must be zero, or two texts would mean the same bytes.
    return bits < 6 && buffer == 0 ? output : nil
}
