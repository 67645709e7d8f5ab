import Foundation

/// One line as a person meant it: no control characters, single inner spaces, no outer ones.
package func tidyLine(_ text: String) -> String {
    if isTidy(text) { return text }
    let visible = text.unicodeScalars.map { isControl($0) ? " " : Character($0) }
    return String(visible).split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
}

/// Most lines are as they should be: letters of ASCII with single spaces between them.
private func isTidy(_ text: String) -> Bool {
    var last = UInt8(ascii: " ")
    for byte in text.utf8 {
        guard byte >= 32, byte < 127, byte != 32 || last != 32 else { return false }
        last = byte
    }
    return last != 32 || text.isEmpty
}

/// Several lines: line ends become LF, other control characters go, outer blank space goes.
package func tidyText(_ text: String) -> String {
    // Most texts are as they should be.
    if let first = text.utf8.first, let last = text.utf8.last, first > 32, last > 32,
        text.utf8.allSatisfy({ $0 == 10 || ($0 >= 32 && $0 < 127) })
    {
        return text
    }
    let unified = text.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\r", with: "\n")
    let kept = unified.unicodeScalars.filter { $0 == "\n" || $0 == "\t" || !isControl($0) }
    // Removed characters may have separated scalars that now form one sign, so signs are bounded again.
    return String(String.UnicodeScalarView(kept)).withBoundedSigns.trimmingCharacters(in: .whitespacesAndNewlines)
}

/// Controls, what XML cannot carry, and the bidirectional overrides that could make a name read as another (Unicode TR 36 §2).
private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
    default: false
    }
}

/// "1 minute", "2 minutes": how a number and its word are said everywhere.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    Texts.said(text: "\(grouped(number)) \(number == 1 ? one : many ?? one + "s")")
}

/// "5,000": how a number is written in sentences.
package func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index) % 3 == 0 { text += "," }
        text.append(digit)
    }
    return (number < 0 ? "−" : "") + text
}

/// The word of `counted` alone, where its number stands apart from it. What is not known is said like several.
package func countedWord(_ number: Int?, _ one: String, _ many: String? = nil) -> String {
    Texts.said(text: number == 1 ? one : many ?? one + "s")
}

/// The form that matching compares, also what is stored of it: no case, no accents.
package func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 128 }) { return text.lowercased() }
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    if plain.utf8.allSatisfy({ $0 < 128 }) { return plain.lowercased() }
    return plain.replacingOccurrences(of: "ß", with: "ss").replacingOccurrences(of: "ø", with: "o")
        .replacingOccurrences(of: "ł", with: "l").lowercased()
}

/// The form in which people are searched, the same as the scripts' (`fold.js`): no case, no accents, and plain letters for those that
/// Unicode does not take apart. Never stored, so that a letter can be added.
package func searchable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 128 }) { return text.lowercased() }
    let marks: ClosedRange<UInt32> = 0x300...0x36F
    let bare = text.decomposedStringWithCompatibilityMapping.unicodeScalars.filter { !marks.contains($0.value) }
    let plain = String(String.UnicodeScalarView(bare)).lowercased().unicodeScalars.map { plainLetters[$0] ?? String($0) }
    return plain.joined().precomposedStringWithCanonicalMapping
}

private let plainLetters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ŧ": "t", "ı": "i", "ς": "σ",
]

/// Enough of RFC 5321 to catch a typing error; the mailbox itself is never asked.
package func isEmailAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), text.utf8.count <= 254 else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty && $0.utf8.count <= 63 }
        && !text.contains { $0.isWhitespace || "<>(),;:\\\"[]".contains($0) }
}

extension StringProtocol {
    /// Whether it contains the bytes of `word`. Headers are checked on every request, where comparing by Unicode's rules took noticeable
    /// time.
    package func containsASCII(_ word: StaticString) -> Bool {
        var text = String(self)
        return text.withUTF8 { UnsafeRawBufferPointer($0).containsASCII(word) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the first bytes are these, case and all.
    package func starts(with text: StaticString) -> Bool { holds(text, at: 0) { $0 } }

    /// The same letters, whatever their case.
    /// - Parameter name: in lower case, of letters and hyphens.
    package func isName(_ name: StaticString) -> Bool { count == name.utf8CodeUnitCount && holds(name, at: 0) { $0 | 0x20 } }

    /// Whether these bytes stand anywhere in it, case and all.
    package func containsASCII(_ text: StaticString) -> Bool {
        let last = count - text.utf8CodeUnitCount
        return last >= 0 && (0...last).contains { holds(text, at: $0) { $0 } }
    }

    private func holds(_ text: StaticString, at start: Int, _ fold: (UInt8) -> UInt8) -> Bool {
        guard count - start >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where fold(self[start + index]) != text.utf8Start[index] { return false }
        return true
    }
}

/// Initials of the first and the last word, shown where there is no picture.
package func firstLetters(_ name: String) -> String {
    let words = name.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    return String([words.first?.first, words.count > 1 ? words.last?.first : nil].compactMap(\.self)).uppercased()
}
