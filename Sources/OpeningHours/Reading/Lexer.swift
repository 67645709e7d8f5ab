/// Cuts a value into tokens. Nothing is refused here: what is no token becomes an unreadable one.
struct Lexer {
    private let bytes: [UInt8]
    private var at = 0
    private(set) var tokens: [Token] = []
    private(set) var notes: [HoursNote] = []

    init(_ text: String) {
        bytes = Array(text.utf8)
        tokens.reserveCapacity(bytes.count / 2 + 2)
        while true {
            let isSpaced = skipBlanks()
            guard at < bytes.count else { break }
            let start = at
            let kind = next()
            // A comment's token is what stands between its marks.
            let inner = kind == .comment ? comment : start..<at
            tokens.append(Token(kind: kind, start: inner.lowerBound, end: inner.upperBound, isSpaced: isSpaced))
        }
        tokens.append(Token(kind: .end, start: at, end: at, isSpaced: true))
    }

    /// What stood between the quotation marks that were read last.
    private var comment = 0..<0

    /// The text of a token.
    func text(_ token: Token) -> String { String(decoding: bytes[token.start..<token.end], as: UTF8.self) }

    private func byte(_ offset: Int) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

    private mutating func skipBlanks() -> Bool {
        let start = at
        while at < bytes.count {
            switch (bytes[at], byte(1), byte(2)) {
            case (32, _, _), (9...13, _, _): at += 1
            // No-break space, and those of U+2000 to U+200A and U+202F.
            case (0xC2, 0xA0, _): at += 2
            case (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xAF): at += 3
            default: return at > start
            }
        }
        return at > start
    }

    private mutating func next() -> Token.Kind {
        switch bytes[at] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): return word()
        case UInt8(ascii: "\""): return quoted(from: at + 1)
        case UInt8(ascii: "|") where byte(1) == UInt8(ascii: "|"):
            at += 2
            return .fallback
        case 0x80...: return beyondASCII()
        default:
            defer { at += 1 }
            return Lexer.signs[bytes[at]] ?? .unreadable
        }
    }

    private static let signs: [UInt8: Token.Kind] = [
        UInt8(ascii: ":"): .colon, UInt8(ascii: "."): .dot, UInt8(ascii: ","): .comma, UInt8(ascii: ";"): .semicolon,
        UInt8(ascii: "-"): .dash, UInt8(ascii: "+"): .plus, UInt8(ascii: "/"): .slash, UInt8(ascii: "["): .openBracket,
        UInt8(ascii: "]"): .closeBracket, UInt8(ascii: "("): .openParenthesis, UInt8(ascii: ")"): .closeParenthesis,
        UInt8(ascii: "&"): .word(.and),
    ]

    /// At most six digits are a number of ours: nothing computed with them overflows.
    private mutating func number() -> Token.Kind {
        let start = at
        var value = 0
        while at < bytes.count, case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
            if at - start < 6 { value = value * 10 + Int(digit) }
            at += 1
        }
        return at - start > 6 ? .unreadable : .number(value, digits: at - start)
    }

    private mutating func word() -> Token.Kind {
        let start = at
        var (written, small) = (WordKey(), WordKey())
        while at < bytes.count, case let letter = bytes[at] | 0x20, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) {
            written.append(bytes[at])
            small.append(letter)
            at += 1
        }
        // A word that goes on in letters of other languages is none of ours.
        guard byte(0) < 0x80 || isPunctuation, let entry = Vocabulary.shared.entry(small) else { return .unreadable }
        if written != entry.proper {
            let isCaseOnly = small.count == entry.proper.count && entry.proper.lowercased == small
            notes.append(HoursNote(isCaseOnly ? .letterCase : .wording, at: start))
        }
        return entry.kind
    }

    /// Whether the bytes from here are a dash, a quotation mark or a blank beyond ASCII.
    private var isPunctuation: Bool {
        (byte(0) == 0xE2 && (byte(1) == 0x80 || byte(1) == 0x88)) || (byte(0) == 0xC2 && byte(1) == 0xA0)
    }

    private mutating func beyondASCII() -> Token.Kind {
        let start = at
        switch (byte(0), byte(1), byte(2)) {
        // Hyphens, dashes and the minus sign.
        case (0xE2, 0x80, 0x90...0x95), (0xE2, 0x88, 0x92):
            notes.append(HoursNote(.dash, at: start))
            at += 3
            return .dash
        case (0xE2, 0x80, 0x9C...0x9F):
            notes.append(HoursNote(.quotationMarks, at: start))
            return quoted(from: at + 3)
        default:
            at += 1
            return .unreadable
        }
    }

    /// Up to the next mark of either kind. A comment without an end is unreadable.
    private mutating func quoted(from start: Int) -> Token.Kind {
        at = start
        while at < bytes.count {
            let isTypographic = byte(0) == 0xE2 && byte(1) == 0x80 && (0x9C...0x9F).contains(byte(2))
            if bytes[at] == UInt8(ascii: "\"") || isTypographic {
                comment = start..<at
                at += isTypographic ? 3 : 1
                return .comment
            }
            at += 1
        }
        return .unreadable
    }
}
