import Foundation

/// Text as mail carries it: lines of ASCII, none longer than 76 letters.
package enum MailEncoding {
    /// RFC 2045 §6.7. Line ends become CRLF; the last line has none.
    package static func quotedPrintable(_ text: String) -> String {
        var output: [UInt8] = []
        for (number, line) in lines(text).enumerated() {
            if number > 0 { output += [13, 10] }
            append(line, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func lines(_ text: String) -> [ArraySlice<UInt8>] {
        let plain = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return Array(plain.utf8).split(separator: 10, omittingEmptySubsequences: false)
    }

    private static func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        var width = 0
        for index in line.indices {
            let (byte, isLast) = (line[index], index == line.endIndex - 1)
            // Blank space at the end of a line gets lost on the way.
            let isPlain = (byte > 32 && byte < 127 && byte != UInt8(ascii: "=")) || (byte == 32 && !isLast)
            let piece = isPlain ? [byte] : [UInt8(ascii: "="), digit(byte >> 4), digit(byte & 15)]
            if width + piece.count > (isLast ? 76 : 75) {
                output += [UInt8(ascii: "="), 13, 10]
                width = 0
            }
            output += piece
            width += piece.count
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 55 + value }

    /// RFC 2045 §6.8.
    package static func base64(_ text: String) -> String {
        Data(text.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
    }

    /// What a header says to people (RFC 2047): a short line of ASCII as it is, anything else in words of at most 75 letters. No sign that
    /// ends a line is left, so that nobody adds a header.
    package static func header(_ text: String) -> String {
        let line = tidyLine(text)
        if line.utf8.count <= 60, line.utf8.allSatisfy({ $0 >= 32 && $0 < 127 }), !line.contains("=?") { return line }
        var words: [[UInt8]] = [[]]
        for scalar in line.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > wordLength { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?" + Data($0).base64EncodedString() + "?=" }.joined(separator: "\r\n ")
    }

    /// Bytes in an encoded word, so that the first one fits beside its header's name in 76 letters.
    private static let wordLength = 39

    /// A name before an address: in quotes if it is plain, else encoded.
    package static func phrase(_ name: String) -> String {
        let line = tidyLine(name).replacing("\"", with: "").replacing("\\", with: "")
        let encoded = header(line)
        return encoded == line ? "\"\(line)\"" : encoded
    }
}
