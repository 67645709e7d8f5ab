import Domain

/// The clocks and random bytes, handed in: tests stop the ones and fix the others.
package struct SystemInputs: Sendable {
    package let now: @Sendable () -> Instant
    /// Since some moment before: only counts on, however the time of day is set.
    package let uptime: @Sendable () -> Duration
    /// That many bytes that nobody can guess.
    package let randomBytes: @Sendable (Int) -> [UInt8]
    package init(
        now: @escaping @Sendable () -> Instant, uptime: @escaping @Sendable () -> Duration = SystemInputs.uptime,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.now = now
        self.uptime = uptime
        self.randomBytes = randomBytes
    }

    private static let start = ContinuousClock.now
    package static let uptime: @Sendable () -> Duration = { ContinuousClock.now - start }

    package func newID() -> ID {
        let random = randomBytes(16)
        func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return ID(at: now(), randomHigh: half(random[..<8]), randomLow: half(random[8...]))
    }

    /// URL-safe base64 without padding (RFC 4648 §5).
    package func newToken(bytes: Int) -> String { base64URL(randomBytes(bytes)) }
}

func base64URL(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
        let group = bytes[start..<min(start + 3, bytes.count)]
        let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32((3 - group.count) * 8)
        for index in 0...group.count { output.append(alphabet[Int(bits >> UInt32(18 - index * 6) & 63)]) }
    }
    return String(decoding: output, as: UTF8.self)
}
