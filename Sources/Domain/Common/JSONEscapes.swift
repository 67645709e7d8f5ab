/// The text between the quotes of a JSON string, with its escapes resolved (RFC 8259 §7); broken escapes become U+FFFD.
func unescapedJSON(_ raw: UnsafeBufferPointer<UInt8>) -> String {
    guard raw.contains(UInt8(ascii: "\\")) else { return String(outside: raw) }
    var units: [UInt16] = []
    var plain: [UInt8] = []
    var index = 0
    func flush() {
        units += String(decoding: plain, as: UTF8.self).utf16
        plain = []
    }
    while index < raw.count {
        guard raw[index] == UInt8(ascii: "\\"), index + 1 < raw.count else {
            plain.append(raw[index])
            index += 1
            continue
        }
        flush()
        let escape = raw[index + 1]
        index += 2
        if escape == UInt8(ascii: "u"), index + 4 <= raw.count {
            let digits = raw[index..<index + 4].map(hexadecimalValue)
            units.append(digits.contains(nil) ? 0xFFFD : UInt16(digits.reduce(0) { $0 << 4 | ($1 ?? 0) }))
            index += 4
        } else {
            units.append(escapes[escape] ?? 0xFFFD)
        }
    }
    flush()
    return String(decoding: units, as: UTF16.self).withBoundedSigns
}

private let escapes: [UInt8: UInt16] = [
    UInt8(ascii: "\""): 34, UInt8(ascii: "\\"): 92, UInt8(ascii: "/"): 47, UInt8(ascii: "b"): 8,
    UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9,
]
