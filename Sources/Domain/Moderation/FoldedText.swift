import Foundation

/// A text as phrases are compared with it: letters without case, accents and disguises, words parted by single spaces.
/// Made in one pass; what looks alike is one letter ("1", "l", "|" and "i"; "0" and "о" and "o").
package struct FoldedText: Sendable {
    /// UTF-8. Every byte is part of a word, but for the space.
    package let bytes: [UInt8]

    package init(_ text: String) {
        let isPlain = text.utf8.allSatisfy { $0 < 128 }
        let scalars = Array((isPlain ? text : text.decomposedStringWithCompatibilityMapping).unicodeScalars)
        var output: [UInt8] = []
        output.reserveCapacity(scalars.count)
        for (index, scalar) in scalars.enumerated() {
            let value = scalar.value
            if value < 128 {
                FoldedText.addASCII(UInt8(value), scalars, index, to: &output)
            } else if let plain = FoldedText.lookAlikes[value] {
                output.append(FoldedText.classes[Int(plain)])
            } else if !FoldedText.isNothing(scalar) {
                let isLetter = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                if isLetter { output += Array(scalar.properties.lowercaseMapping.utf8) } else { FoldedText.addSpace(to: &output) }
            }
        }
        if output.last == 32 { output.removeLast() }
        bytes = output
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

    private static func isDisguise(_ byte: UInt8) -> Bool { "@$!|+".utf8.contains(byte) }
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

    /// Letters of other scripts that look like a Latin one (Unicode TR 39, the usual ones), and letters with strokes.
    private static let lookAlikes: [UInt32: UInt8] = {
        let pairs: [(String, String)] = [
            ("аАαΑ", "a"), ("ВвΒβ", "b"), ("сСϲ", "c"), ("ԁđĐ", "d"), ("еЕεΕєЄ", "e"), ("ɡ", "g"), ("НнΗһҺ", "h"), ("іІїιΙ", "i"),
            ("јЈ", "j"), ("кКκΚ", "k"), ("ӏłŁ", "l"), ("мМΜ", "m"), ("Νո", "n"), ("оОοΟσøØ", "o"), ("рРρΡ", "p"), ("ѕЅ", "s"),
            ("тТτΤ", "t"),
            ("υս", "u"), ("ѵν", "v"), ("ԝωш", "w"), ("хХχΧ", "x"), ("уУΥγ", "y"), ("Ζ", "z"), ("ßẞ", "s"), ("€", "e"), ("£", "l"),
            ("¡", "i"),
        ]
        var table: [UInt32: UInt8] = [:]
        for (signs, letter) in pairs {
            for sign in signs.unicodeScalars { table[sign.value] = letter.utf8.first }
        }
        return table
    }()
}
