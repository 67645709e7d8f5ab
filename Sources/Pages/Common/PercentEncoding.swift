/// "?name=value&…" of what has a value.
func queryText(_ query: [(String, String)]) -> String {
    if query.isEmpty { return "" }
    let pairs = query.filter { !$0.1.isEmpty }.map { percentEncoded($0.0) + "=" + percentEncoded($0.1) }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
}

func percentEncoded(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isUnreserved) else { return text }
    var result: [UInt8] = []
    for byte in text.utf8 {
        if isUnreserved(byte) {
            result.append(byte)
        } else {
            let digits = Array("0123456789ABCDEF".utf8)
            result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: result, as: UTF8.self)
}

/// RFC 3986 §2.3.
private func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: false
    }
}
