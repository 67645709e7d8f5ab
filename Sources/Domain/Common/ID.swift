/// A UUIDv7 (RFC 9562 §5.7): sorts by the time of its making. Made by the program, never by the database.
package struct ID: Hashable, Sendable, Comparable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// 48 bits of Unix milliseconds, then 74 random bits between the version and variant marks.
    package init(at instant: Instant, randomHigh: UInt64, randomLow: UInt64) {
        let milliseconds = UInt64(max(0, instant.microseconds / 1000))
        high = (milliseconds << 16) | 0x7000 | (randomHigh & 0x0FFF)
        low = 0x8000_0000_0000_0000 | (randomLow >> 2)
    }

    /// Reads the 36-character form in either case; anything else is nil.
    package init?(_ text: some StringProtocol) {
        let inPlace = text.utf8.withContiguousStorageIfAvailable { ID(letters: $0) }
        guard let id = inPlace ?? Array(text.utf8).withUnsafeBufferPointer({ ID(letters: $0) }) else { return nil }
        self = id
    }

    /// The same from its bytes, where they stand.
    package init?(letters: UnsafeBufferPointer<UInt8>) {
        guard letters.count == 36 else { return nil }
        var halves: (UInt64, UInt64) = (0, 0)
        for (index, byte) in letters.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let value = hexadecimalValue(byte) else { return nil }
            if index < 18 { halves.0 = halves.0 << 4 | value } else { halves.1 = halves.1 << 4 | value }
        }
        (high, low) = halves
    }

    /// 16 bytes, big-endian: the stored form.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    package var bytes: [UInt8] {
        (0..<16).map { index in
            let half = index < 8 ? high : low
            return UInt8(truncatingIfNeeded: half >> UInt64((7 - index % 8) * 8))
        }
    }

    package static func < (a: ID, b: ID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}

extension ID: CustomStringConvertible {
    static let textByteCount = 36

    /// The 36-character lower-case form.
    package var description: String {
        String(unsafeUninitializedCapacity: ID.textByteCount) { buffer in
            spell(into: buffer)
            return ID.textByteCount
        }
    }

    /// - Parameter buffer: of `textByteCount` bytes.
    func spell(into buffer: UnsafeMutableBufferPointer<UInt8>) {
        var position = 0
        for nibble in 0..<32 {
            if nibble == 8 || nibble == 12 || nibble == 16 || nibble == 20 {
                buffer[position] = UInt8(ascii: "-")
                position += 1
            }
            let half = nibble < 16 ? high : low
            buffer[position] = hexadecimalDigit(UInt8(truncatingIfNeeded: half >> UInt64((15 - nibble % 16) * 4)) & 15)
            position += 1
        }
    }
}

func hexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }

func hexadecimalValue(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 48...57: UInt64(byte - 48)
    case 65...70: UInt64(byte - 55)
    case 97...102: UInt64(byte - 87)
    default: nil
    }
}
