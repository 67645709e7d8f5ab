/// A piece of a value.
struct Token {
    enum Kind: Equatable {
        case number(Int, digits: Int)
        /// 0 is Monday.
        case weekday(Int)
        /// 1 is January.
        case month(Int)
        case word(Word)
        /// Between quotation marks, which `start` and `end` leave out.
        case comment
        case colon, dot, comma, semicolon, fallback, dash, plus, slash
        case openBracket, closeBracket, openParenthesis, closeParenthesis
        case unreadable
        case end
    }
    let kind: Kind
    /// In bytes of the value.
    let start: Int
    let end: Int
    /// Whether a blank stands before it.
    let isSpaced: Bool
}

/// Words of the language, and those that people write in their place.
enum Word {
    case publicHoliday, schoolHoliday, week, day, easter
    case dawn, sunrise, sunset, dusk
    case open, closed, unknown
    case hour, am, pm, to, and, late, daily, noon, midnight
}

/// The letters of a word as two machine words: compared and looked up without a string.
struct WordKey: Hashable {
    private(set) var high: UInt64 = 0
    private(set) var low: UInt64 = 0
    private(set) var count = 0

    init() {}
    init(_ word: String) { for byte in word.utf8 { append(byte) } }

    /// A word of more than sixteen letters is none of ours; what it begins with does not matter.
    mutating func append(_ byte: UInt8) {
        high = high << 8 | low >> 56
        low = low << 8 | UInt64(byte)
        count += 1
    }

    /// In small letters: every byte of a word is a letter.
    var lowercased: WordKey {
        var key = self
        key.high |= UInt64(0x2020_2020_2020_2020) & mask(count - 8)
        key.low |= UInt64(0x2020_2020_2020_2020) & mask(count)
        return key
    }

    /// Ones in the lowest bytes, that many.
    private func mask(_ bytes: Int) -> UInt64 { bytes >= 8 ? .max : bytes <= 0 ? 0 : 1 << UInt64(bytes * 8) - 1 }
}

/// What a word means.
struct Vocabulary: Sendable {
    struct Entry: Sendable {
        let kind: Token.Kind
        /// As the specification writes it.
        let proper: WordKey
    }
    private let entries: [WordKey: Entry]

    /// `lowercased` has only small letters.
    func entry(_ lowercased: WordKey) -> Entry? { entries[lowercased] }

    static let shared = Vocabulary()

    private init() {
        var entries: [WordKey: Entry] = [:]
        func add(_ kind: Token.Kind, _ proper: String, _ others: String...) {
            for word in [proper.lowercased()] + others { entries[WordKey(word)] = Entry(kind: kind, proper: WordKey(proper)) }
        }
        for (index, names) in Vocabulary.weekdays.enumerated() {
            for name in names { add(.weekday(index), names[0], name.lowercased()) }
        }
        for (index, names) in Vocabulary.months.enumerated() {
            for name in names { add(.month(index + 1), names[0], name.lowercased()) }
        }
        add(.word(.publicHoliday), "PH", "holiday", "holidays")
        add(.word(.schoolHoliday), "SH")
        add(.word(.week), "week", "weeks")
        add(.word(.day), "days")
        add(.word(.day), "day")
        add(.word(.easter), "easter")
        add(.word(.dawn), "dawn")
        add(.word(.sunrise), "sunrise")
        add(.word(.sunset), "sunset")
        add(.word(.dusk), "dusk")
        add(.word(.open), "open")
        add(.word(.closed), "off")
        add(.word(.closed), "closed", "close")
        add(.word(.unknown), "unknown")
        add(.word(.hour), "h", "hr", "hrs", "uhr", "hours", "hour")
        add(.word(.am), "am")
        add(.word(.pm), "pm")
        add(.word(.to), "to", "till", "til", "until", "bis")
        add(.word(.and), "and", "und")
        add(.word(.late), "late", "openend")
        add(.word(.daily), "daily", "everyday")
        add(.word(.noon), "noon")
        add(.word(.midnight), "midnight")
        self.entries = entries
    }

    private static let weekdays = [
        ["Mo", "Mon", "Monday"], ["Tu", "Tue", "Tues", "Tuesday"], ["We", "Wed", "Wednesday"], ["Th", "Thu", "Thur", "Thurs", "Thursday"],
        ["Fr", "Fri", "Friday"], ["Sa", "Sat", "Saturday"], ["Su", "Sun", "Sunday"],
    ]
    private static let months = [
        ["Jan", "January"], ["Feb", "February"], ["Mar", "March"], ["Apr", "April"], ["May"], ["Jun", "June"], ["Jul", "July"],
        ["Aug", "August"], ["Sep", "Sept", "September"], ["Oct", "October"], ["Nov", "November"], ["Dec", "December"],
    ]
}
