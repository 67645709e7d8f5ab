import Foundation

/// A text as phrases are compared with it: letters without case, accents and disguises, words parted by single spaces.
/// Made in one pass; what looks alike is one letter ("1", "l", "|" and "i"; "0" and "о" and "o").
package struct FoldedText: Sendable {
    /// UTF-8. Every byte is part of a word, but for the space.
    package let bytes: [UInt8]

    /// - Parameter bytes: folded words.
    init(bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) {
        let scalars = Array(text.unicodeScalars)
        var output: [UInt8] = []
        output.reserveCapacity(scalars.count)
        for index in scalars.indices {
            let value = scalars[index].value
            if value < 128 {
                FoldedText.addASCII(UInt8(value), scalars, index, to: &output)
            } else if let plain = FoldedText.folds[value] {
                if plain.count == 1, plain[0] == 32 { FoldedText.addSpace(to: &output) } else { output.append(contentsOf: plain) }
            } else {
                FoldedText.add(scalars[index], to: &output)
            }
        }
        if output.last == 32 { output.removeLast() }
        bytes = output
    }

    /// A letter of another script, a mark, or something between words.
    private static func add(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        if isNothing(scalar) { return }
        let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        if isLetter { output += Array(scalar.properties.lowercaseMapping.utf8) } else { addSpace(to: &output) }
    }

    private static func addSpace(to output: inout [UInt8]) {
        if let last = output.last, last != 32 { output.append(32) }
    }

    private static func addASCII(_ byte: UInt8, _ scalars: [Unicode.Scalar], _ index: Int, to output: inout [UInt8]) {
        if byte == UInt8(ascii: "'") { return }
        let folded = classes[Int(byte)]
        guard folded != 32, isDisguise(byte) else {
            return folded == 32 ? addSpace(to: &output) : output.append(folded)
        }
        // A sign stands for a letter only where letters surround it: "$hit", "h!t", and not "hit!" or "3 $".
        let isLed = index > 0 && isLetter(scalars[index - 1])
        let isFollowed = index + 1 < scalars.count && isLetter(scalars[index + 1])
        let counts = byte == UInt8(ascii: "!") || byte == UInt8(ascii: "|") ? isLed && isFollowed : isFollowed
        counts ? output.append(folded) : addSpace(to: &output)
    }

    private static func isDisguise(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "$"), UInt8(ascii: "!"), UInt8(ascii: "|"), UInt8(ascii: "+"): true
        default: false
        }
    }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 128 ? classes[Int(scalar.value)] != 32 && !isDisguise(UInt8(scalar.value)) : scalar.properties.isAlphabetic
    }

    /// Combining marks, and what shows nothing.
    private static func isNothing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: scalar.value == 0x2019 || scalar.value == 0x02BC
        }
    }

    /// ASCII to the letter of its class; 32 parts words.
    private static let classes: [UInt8] = {
        var table = [UInt8](repeating: 32, count: 128)
        for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
            table[Int(letter)] = letter
            table[Int(letter) - 32] = letter
        }
        for digit in UInt8(ascii: "0")...UInt8(ascii: "9") { table[Int(digit)] = digit }
        for (from, to) in zip("01345789@$!|+lL".utf8, "oieastbgasiitii".utf8) { table[Int(from)] = to }
        return table
    }()

    /// What a sign beyond ASCII is folded to: look-alikes, accented and styled letters, and what shows nothing.
    private static let folds: [UInt32: [UInt8]] = {
        var table: [UInt32: [UInt8]] = [:]
        // Accents, full width, styled and circled letters (Unicode 15, compatibility decompositions).
        for range in [0xA0...0x24F, 0x1E00...0x1EFF, 0x2070...0x214F, 0x2460...0x24FF, 0xFB00...0xFB06, 0xFF01...0xFF5E, 0x1D400...0x1D7FF]
        {
            for scalar in range.compactMap({ Unicode.Scalar(UInt32($0)) }) {
                let parts = Array(String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars)
                guard parts != [scalar] else { continue }
                var output: [UInt8] = []
                for (index, part) in parts.enumerated() {
                    part.value < 128 ? addASCII(UInt8(part.value), parts, index, to: &output) : add(part, to: &output)
                }
                table[scalar.value] = output.isEmpty ? [32] : output
            }
        }
        for scalar in (UInt32(0x200B)...0x200F).compactMap(Unicode.Scalar.init) { table[scalar.value] = [] }
        for (value, letter) in lookAlikes { table[value] = [classes[Int(letter)]] }
        for (signs, letters) in [("æÆ", "ae"), ("œŒ", "oe"), ("þÞ", "th")] {
            for sign in signs.unicodeScalars { table[sign.value] = letters.utf8.map { classes[Int($0)] } }
        }
        return table
    }()

    /// Letters of other scripts that look like a Latin one (Unicode TR 39, the usual ones), and letters with strokes.
    private static let lookAlikes: [UInt32: UInt8] = {
        let pairs: [(String, String)] = [
            ("аАαΑ", "a"), ("ВвΒβ", "b"), ("сСϲ", "c"), ("ԁđĐ", "d"), ("еЕεΕєЄ", "e"), ("ɡ", "g"), ("НнΗһҺ", "h"), ("іІїιΙ", "i"),
            ("јЈ", "j"), ("кКκΚ", "k"), ("ӏłŁ", "l"), ("мМΜ", "m"), ("Νո", "n"), ("оОοΟσøØ", "o"), ("рРρΡ", "p"), ("ѕЅ", "s"),
            ("тТτΤ", "t"),
            ("υս", "u"), ("ѵν", "v"), ("ԝωш", "w"), ("хХχΧ", "x"), ("уУΥγ", "y"), ("Ζ", "z"), ("ßẞ", "s"), ("€", "e"), ("£", "l"),
        ]
        var table: [UInt32: UInt8] = [:]
        for (signs, letter) in pairs {
            for sign in signs.unicodeScalars { table[sign.value] = letter.utf8.first }
        }
        return table
    }()
}
