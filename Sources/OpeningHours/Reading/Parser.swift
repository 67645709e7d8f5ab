/// The value is not of the language from here on.
struct Unreadable: Error {
    /// In bytes of the value.
    let offset: Int
}

/// Reads a value by recursive descent: one function for each symbol of the grammar, in files by what they read.
struct Parser {
    private let lexer: Lexer
    private var at = 0
    private(set) var notes: [HoursNote]
    private(set) var holidays: [Holiday] = []
    private(set) var isFirstRule = true

    init(_ text: String) {
        lexer = Lexer(text)
        notes = lexer.notes
    }

    // MARK: Tokens

    /// The token some places on; beyond the last there is only the end.
    func peek(_ distance: Int = 0) -> Token { lexer.tokens[min(at + distance, lexer.tokens.count - 1)] }
    var kind: Token.Kind { peek().kind }
    func isNext(_ kind: Token.Kind, _ distance: Int = 0) -> Bool { peek(distance).kind == kind }
    func isNext(_ word: Word, _ distance: Int = 0) -> Bool { peek(distance).kind == .word(word) }

    /// Whether that many tokens were read.
    func isPast(_ count: Int) -> Bool { at >= count }

    mutating func advance(_ count: Int = 1) { at = min(at + count, lexer.tokens.count - 1) }

    /// Takes a token if it is the next one.
    mutating func take(_ kind: Token.Kind) -> Bool {
        guard isNext(kind) else { return false }
        advance()
        return true
    }
    mutating func take(_ word: Word) -> Bool { take(.word(word)) }

    /// Takes a hyphen, or a word for it.
    mutating func takeDash() -> Bool {
        guard isNext(.dash) || isNext(.to) else { return false }
        if peek().isSpaced || peek(1).isSpaced { note(.spacing) }
        advance()
        return true
    }

    mutating func note(_ kind: HoursNote.Kind) { notes.append(HoursNote(kind, at: peek().start)) }
    func unreadable() -> Unreadable { Unreadable(offset: peek().start) }

    /// For readings that turn out to be something else.
    var position: (at: Int, notes: Int) {
        get { (at, notes.count) }
        set {
            at = newValue.at
            notes.removeLast(notes.count - newValue.notes)
        }
    }

    /// The place of a holiday in the list of all.
    mutating func place(of holiday: Holiday) -> Int {
        if let place = holidays.firstIndex(of: holiday) { return place }
        holidays.append(holiday)
        return holidays.count - 1
    }

    // MARK: Rules

    /// `<time_domain>`.
    mutating func timeDomain() throws(Unreadable) -> [Rule] {
        var rules: [Rule] = []
        var separator = RuleSeparator.normal
        skipSeparators()
        repeat {
            isFirstRule = rules.isEmpty
            rules.append(try ruleSequence(after: separator))
            separator = try anyRuleSeparator()
        } while !isNext(.end)
        notes.sort { $0.offset < $1.offset }
        return rules
    }

    /// `<any_rule_separator>`, or what people write in its place. Several are one.
    private mutating func anyRuleSeparator() throws(Unreadable) -> RuleSeparator {
        let separator: RuleSeparator
        switch kind {
        case .end: return .normal
        case .semicolon: separator = .normal
        case .comma: separator = .additional
        case .fallback: separator = .fallback
        case .colon, .slash:
            note(.separator)
            separator = .normal
        case .weekday, .month, .word(.publicHoliday), .word(.schoolHoliday):
            // `Mo-Fr 08:00-19:00 Sa 09:00-19:00`.
            note(.separator)
            return .normal
        default: throw unreadable()
        }
        advance()
        skipSeparators()
        return separator
    }

    private mutating func skipSeparators() {
        while isNext(.semicolon) || isNext(.comma) {
            note(.emptyRule)
            advance()
        }
        if isNext(.end), at > 0 { note(.emptyRule) }
    }

    /// `<rule_sequence>`.
    private mutating func ruleSequence(after separator: RuleSeparator) throws(Unreadable) -> Rule {
        let start = at
        var selectors = SelectorSequence()
        if isNext(.comment), isNext(.colon, 1) {
            selectors.comment = lexer.text(peek())
            advance(2)
        }
        try selectorSequence(&selectors)
        let modifier = ruleModifier()
        guard at > start else { throw unreadable() }
        return Rule(separator: separator, selectors: selectors, modifier: modifier)
    }

    /// `<rule_modifier>`, with its comment on either side.
    private mutating func ruleModifier() -> RuleModifier {
        var modifier = RuleModifier()
        if isNext(.comment) {
            modifier = RuleModifier(state: .unknown, comment: lexer.text(peek()))
            advance()
        }
        switch kind {
        case .word(.open): modifier.state = .open
        case .word(.closed): modifier.state = .closed
        case .word(.unknown): modifier.state = .unknown
        default: return modifier
        }
        if modifier.comment != nil { note(.order) }
        advance()
        if isNext(.comment) {
            modifier.comment = lexer.text(peek())
            advance()
        }
        return modifier
    }
}
