/// Values of feeds, which write them in more ways than phones do.
extension JSONReader {
    /// Degrees, to one part in 10¹⁵: coordinates come with more digits than that, and reading every one of them exactly is a third of
    /// reading a feed. Nil outside 360, and for everything else, which is consumed.
    package mutating func degrees() throws(Malformed) -> Double? {
        guard try peek() == .number else { return try number(in: -360...360) }
        let start = at
        var (mantissa, digits, decimals, hasPoint) = (Int64(0), 0, 0, false)
        if bytes[at] == UInt8(ascii: "-") { at += 1 }
        scan: while at < bytes.count {
            switch bytes[at] {
            case 48...57:
                if digits < 18 {
                    mantissa = mantissa &* 10 &+ Int64(bytes[at] &- 48)
                    digits += 1
                    if hasPoint { decimals += 1 }
                } else if !hasPoint {
                    break scan
                }
                at += 1
            case UInt8(ascii: ".") where !hasPoint && digits > 0:
                hasPoint = true
                at += 1
            default: break scan
            }
        }
        let isPlain = at == bytes.count || ![UInt8(ascii: "e"), UInt8(ascii: "E"), UInt8(ascii: ".")].contains(bytes[at])
        guard isPlain, digits > 0, let scale = decimalScale(decimals), at == bytes.count || !(48...57).contains(bytes[at]) else {
            at = start
            return try number(in: -360...360)
        }
        let value = Double(mantissa) / scale * (bytes[start] == UInt8(ascii: "-") ? -1 : 1)
        return abs(value) <= 360 ? value : nil
    }

    /// A time as `time` reads it, or seconds since 1970 (milliseconds from 10¹¹ on), as a number or as a text; nil for anything else, which
    /// is consumed.
    package mutating func moment() throws(Malformed) -> Instant? {
        guard try peek() == .string else { return Instant(sinceEpoch: try number(in: 0...1e14)) }
        let text = try quoted()
        return parseTime(text) ?? Instant(sinceEpoch: parseDecimal(text))
    }
}

extension Instant {
    /// Nil for no number, and for a year before 1970 or after 2199.
    fileprivate init?(sinceEpoch number: Double?) {
        guard let number, number >= 0 else { return nil }
        let scaled = number < 1e11 ? number * 1000 : number
        guard let milliseconds = Int64(scaled, in: 0...7_258_118_399_000) else { return nil }
        self.init(milliseconds: milliseconds)
    }
}
