import Foundation

/// The words and signs of a Swift source, each with its line, without comments and what texts and patterns say. Code inside a text,
/// `"\(code)"`, is kept.
struct SwiftCode {
    struct Token: Equatable {
        let text: String
        let line: Int

        var isName: Bool { text.first.map { $0.isLetter || $0 == "_" } ?? false }
    }

    private let source: [UInt8]
    private var at = 0
    private var line = 1
    private(set) var tokens: [Token] = []

    init(_ text: String) {
        source = Array(text.utf8)
        readCode(insideText: false)
    }

    // MARK: reading

    private func has(_ word: String, at start: Int) -> Bool {
        let bytes = word.utf8
        return start + bytes.count <= source.count && source[start..<start + bytes.count].elementsEqual(bytes)
    }

    private mutating func skip(_ count: Int) {
        let end = min(at + count, source.count)
        while at < end {
            if source[at] == UInt8(ascii: "\n") { line += 1 }
            at += 1
        }
    }

    private mutating func skip(until end: String) {
        while at < source.count, !has(end, at: at) { skip(1) }
    }

    /// Inside a text it ends with the bracket that closes the code.
    private mutating func readCode(insideText: Bool) {
        var open = 0
        while at < source.count {
            if skipComment() || skipText() || skipPattern() { continue }
            let token = nextToken()
            if let token { tokens.append(token) }
            guard insideText else { continue }
            open += token?.text == "(" ? 1 : token?.text == ")" ? -1 : 0
            if open == 0 { return }
        }
    }

    private mutating func skipComment() -> Bool {
        if has("//", at: at) {
            skip(until: "\n")
        } else if has("/*", at: at) {
            skip(until: "*/")
            skip(2)
        } else {
            return false
        }
        return true
    }

    private mutating func skipText() -> Bool {
        var hashes = 0
        while has("#", at: at + hashes) { hashes += 1 }
        guard has("\"", at: at + hashes) else { return false }
        let fence = String(repeating: "#", count: hashes)
        let quote = has("\"\"\"", at: at + hashes) ? "\"\"\"" : "\""
        skip(hashes + quote.count)
        while at < source.count, !has(quote + fence, at: at) {
            guard has("\\" + fence, at: at) else {
                skip(1)
                continue
            }
            skip(1 + hashes)
            if has("(", at: at) { readCode(insideText: true) } else { skip(1) }
        }
        skip(quote.count + hashes)
        return true
    }

    /// A pattern between slashes stands where a value begins; a division has blanks around it.
    private mutating func skipPattern() -> Bool {
        guard has("/", at: at), at > 0, " (,=:[".utf8.contains(source[at - 1]), !has(" ", at: at + 1) else { return false }
        var (end, isSet) = (at + 1, false)
        while end < source.count, source[end] != UInt8(ascii: "\n"), isSet || source[end] != UInt8(ascii: "/") {
            if source[end] == UInt8(ascii: "\\") { end += 1 }
            if has("[", at: end) { isSet = true } else if has("]", at: end) { isSet = false }
            end += 1
        }
        guard has("/", at: end) else { return false }
        skip(end + 1 - at)
        return true
    }

    private mutating func nextToken() -> Token? {
        let start = at
        while at < source.count, SwiftCode.isOfName(source[at]) { at += 1 }
        if at > start { return Token(text: String(decoding: source[start..<at], as: UTF8.self), line: line) }
        let sign = source[at]
        let arrow = has("->", at: at)
        let token = Token(text: arrow ? "->" : String(decoding: [sign], as: UTF8.self), line: line)
        skip(arrow ? 2 : 1)
        return " \n\t".utf8.contains(sign) ? nil : token
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// The index of the bracket that closes the one at `start`.
    func close(of start: Int) -> Int {
        let pairs = ["(": ")", "{": "}", "[": "]"]
        let (opening, closing) = (tokens[start].text, pairs[tokens[start].text])
        var depth = 0
        for index in start..<tokens.count {
            if tokens[index].text == opening { depth += 1 }
            if tokens[index].text == closing { depth -= 1 }
            if depth == 0 { return index }
        }
        return tokens.count - 1
    }
}
