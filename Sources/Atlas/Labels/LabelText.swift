/// How wide text is, without a font at hand: the widths of the common sans-serif, and `textLength` in the picture makes every
/// browser keep to them.
enum LabelText {
    /// Thousandths of the font's size.
    private static func advance(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20, 0x2E, 0x2C, 0x3A, 0x3B, 0x2F: 278
        case 0x69, 0x6A, 0x6C, 0x27, 0x49: 240
        case 0x66, 0x74, 0x2D, 0x28, 0x29: 310
        case 0x72: 350
        case 0x6D, 0x4D: 850
        case 0x77, 0x57: 800
        case 0x63, 0x6B, 0x73, 0x76, 0x78, 0x79, 0x7A: 510
        case 0x41...0x5A, 0xC0...0xDE: 690
        case 0x0300...0x036F: 0
        case 0x1100...0x11FF, 0x2E80...0xFFEF, 0x1F000...0x3FFFF: 1000
        default: 565
        }
    }

    /// - Returns: pixels, for a size in pixels.
    static func width(_ text: String, size: Double) -> Double {
        Double(text.unicodeScalars.reduce(0) { $0 + advance($1) }) * size / 1000
    }

    /// Broken at spaces into lines of about the given width, at most three; what does not fit ends in an ellipsis.
    static func lines(_ text: String, size: Double, width limit: Double) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ").map(String.init) {
            if let last = lines.last, width(last + " " + word, size: size) <= limit {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word)
            }
        }
        if lines.count > 3 { lines = lines.prefix(2) + [lines[2] + "…"] }
        return lines.map { cut($0, size: size, width: limit * 1.6) }
    }

    private static func cut(_ text: String, size: Double, width limit: Double) -> String {
        guard width(text, size: size) > limit else { return text }
        var text = text
        while width(text + "…", size: size) > limit, text.count > 1 { text.removeLast() }
        return text + "…"
    }

    /// Spreads equal ranks evenly and always the same way.
    static func scatter(_ element: Int64) -> UInt64 {
        var value = UInt64(bitPattern: element) &* 0x9E37_79B9_7F4A_7C15
        value ^= value >> 29
        value = value &* 0xBF58_476D_1CE4_E5B9
        return value ^ (value >> 32)
    }
}
