/// A finite decimal number and nothing else. Up to 18 digits are exact in integers and divided once; longer
/// ones take the standard library's road.
package func parseDecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    var index = 0
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    var mantissa: Int64 = 0
    var digits = 0
    var decimals = 0
    var hasPoint = false
    while index < bytes.count {
        let byte = bytes[index]
        if byte >= 48, byte <= 57 {
            mantissa = mantissa &* 10 &+ Int64(byte - 48)
            digits += 1
            if hasPoint { decimals += 1 }
        } else if byte == UInt8(ascii: "."), !hasPoint, digits > 0 {
            hasPoint = true
        } else {
            return slowDecimal(bytes)
        }
        index += 1
    }
    guard digits > 0, digits <= 15 else { return slowDecimal(bytes) }
    let value = Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -value : value
}

private let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
]

/// Ten to that power; nil where it is no whole number of a double.
func decimalScale(_ decimals: Int) -> Double? { powersOfTen.indices.contains(decimals) ? powersOfTen[decimals] : nil }

private func slowDecimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    guard bytes.count <= 64, let first = bytes.first, first == UInt8(ascii: "-") || (48...57).contains(first),
        bytes.allSatisfy({ (48...57).contains($0) || "+-.eE".utf8.contains($0) })
    else { return nil }
    let value = Double(String(decoding: bytes, as: UTF8.self))
    return value?.isFinite == true ? value : nil
}

/// `2026-01-05T14:03:22[.123][Z|+01:00|+0100]` or with a space for the T; without a zone it is UTC.
package func parseTime(_ bytes: UnsafeBufferPointer<UInt8>) -> Instant? {
    guard bytes.count >= 19, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
        bytes[10] == UInt8(ascii: "T") || bytes[10] == 32, bytes[13] == UInt8(ascii: ":"),
        bytes[16] == UInt8(ascii: ":"), let year = digits(bytes, 0, 4), let month = digits(bytes, 5, 2),
        let dayOfMonth = digits(bytes, 8, 2), let hour = digits(bytes, 11, 2), let minute = digits(bytes, 14, 2),
        let second = digits(bytes, 17, 2), hour < 24, minute < 60, second <= 60,
        let day = Day(year: year, month: month, day: dayOfMonth)
    else { return nil }
    var index = 19
    var microseconds = 0
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
        index += 1
        var scale = 100_000
        while index < bytes.count, let digit = digits(bytes, index, 1) {
            microseconds += digit * scale
            scale /= 10
            index += 1
        }
    }
    guard let offset = zoneOffset(bytes, from: index) else { return nil }
    let local = Instant(day: day, secondsOfDay: hour * 3600 + minute * 60 + second - offset)
    return Instant(microseconds: local.microseconds + Int64(microseconds))
}

private func zoneOffset(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) -> Int? {
    if index == bytes.count || (bytes[index] == UInt8(ascii: "Z") && index + 1 == bytes.count) { return 0 }
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") || bytes[index] == 32 else { return nil }
    let minutesAt = index + 3 < bytes.count && bytes[index + 3] == UInt8(ascii: ":") ? index + 4 : index + 3
    guard let hours = digits(bytes, index + 1, 2), hours <= 14 else { return nil }
    let minutes = minutesAt >= bytes.count ? 0 : digits(bytes, minutesAt, 2)
    guard let minutes, minutes < 60, max(index + 3, minutesAt + (minutesAt < bytes.count ? 2 : 0)) >= bytes.count else {
        return nil
    }
    return (hours * 3600 + minutes * 60) * (bytes[index] == UInt8(ascii: "-") ? -1 : 1)
}

private func digits(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count else { return nil }
    var value = 0
    for index in start..<start + count {
        guard bytes[index] >= 48, bytes[index] <= 57 else { return nil }
        value = value * 10 + Int(bytes[index] - 48)
    }
    return value
}

extension String {
    /// `parseTime` over a Swift text.
    package var time: Instant? {
        var copy = self
        return copy.withUTF8(parseTime)
    }
    package var decimalValue: Double? {
        var copy = self
        return copy.withUTF8(parseDecimal)
    }
}
