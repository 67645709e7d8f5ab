/// Text of an element or an attribute; what XML 1.0 cannot carry is left out.
package func xml(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        .replacing("\"", with: "&quot;")
        .filter { !$0.unicodeScalars.contains { ($0.value < 32 && $0 != "\n") || $0.value == 0xFFFE || $0.value == 0xFFFF } }
}

/// A JSON string literal, quotes included.
package func json(_ text: String) -> String {
    var text = text
    return text.withUTF8 { utf8 in
        var output: [UInt8] = [UInt8(ascii: "\"")]
        output.reserveCapacity(utf8.count + utf8.count / 4 + 2)
        var start = 0
        for index in utf8.indices {
            guard let (escape, length) = jsonEscape(utf8, index) else { continue }
            output.append(contentsOf: utf8[start..<index])
            output.append(contentsOf: escape.utf8)
            start = index + length
        }
        output.append(contentsOf: utf8[start...])
        output.append(UInt8(ascii: "\""))
        return String(decoding: output, as: UTF8.self)
    }
}

/// Also of "<" and of the line ends that only scripts know: the text may stand inside a page.
private func jsonEscape(_ utf8: UnsafeBufferPointer<UInt8>, _ index: Int) -> (text: String, length: Int)? {
    switch utf8[index] {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "<"): return ("\\u003c", 1)
    case 0..<32:
        let digits = String(utf8[index], radix: 16)
        return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, 1)
    case 0xE2 where index + 2 < utf8.count && utf8[index + 1] == 0x80 && (utf8[index + 2] == 0xA8 || utf8[index + 2] == 0xA9):
        return (utf8[index + 2] == 0xA8 ? "\\u2028" : "\\u2029", 3)
    default: return nil
    }
}
