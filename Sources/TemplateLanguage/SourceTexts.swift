/// Finds sentences among the literals of Swift and JavaScript: texts that begin like a sentence or have a blank between words, and are not
/// code. An interpolated value becomes a place, named after the first name in it; the words of `counted` have two forms.
struct SourceTexts {
    enum Language { case swift, script }

    private let text: [Character]
    private let language: Language
    private var at = 0
    /// Literals with their places, in the order in which they end.
    private var literals: [(text: String, isCode: Bool)] = []

    static func find(in text: String, file: String, _ language: Language) -> [Sentence] {
        var reader = SourceTexts(text: Array(text), language: language)
        reader.readCode(until: nil)
        let sentences = reader.literals.filter { !$0.isCode && isSentence($0.text) }.map { Sentence($0.text, file: file, line: nil) }
        return sentences + counted(text).map { Sentence($0, plural: $1, file: file, line: nil) }
    }

    /// The word alone of `countedWord`, with its number of `counted`.
    private static func counted(_ text: String) -> [(String, String)] {
        text.matches(of: /\bcounted(Word)?\((?:[^()"]|\([^()]*\))*, "([^"\\]+)"(?:, "([^"\\]+)")?\)/).map { found in
            let (one, number) = (String(found.output.2), found.output.1 == nil ? "{{count}} " : "")
            return (number + one, number + (found.output.3.map(String.init) ?? one + "s"))
        }
    }

    /// By its looks: words with a blank between them, or a word with a capital letter, and none of the signs of code.
    static func isSentence(_ text: String) -> Bool {
        let said = text.replacing(/\{\{[^{}]*\}\}/, with: "0")
        let code: [Character] = ["=", "<", ">", "{", "}", "\\", "_", "|", "[", "]", "$", "#", ";", "*"]
        guard !said.contains(where: code.contains), said.contains(where: \.isLetter) else { return false }
        let words = said.split(separator: " ").filter { $0.contains(where: \.isLetter) }
        // A format of a drawing, an address, a unit.
        guard words.contains(where: { $0.count { $0.isLetter } > 1 }), !said.contains("://"), !said.hasPrefix("/") else { return false }
        let isPhrase = words.count > 1 && words.contains { $0.count > 2 && $0.allSatisfy { $0.isLowercase || ",.:".contains($0) } }
        let isLabel =
            said.first?.isUppercase == true && said.allSatisfy { $0.isLetter || " .,:’–…?!".contains($0) }
            && words.contains { $0.dropFirst().contains(where: \.isLowercase) && !$0.dropFirst().contains(where: \.isUppercase) }
        return isPhrase || isLabel
    }

    // MARK: reading

    private func sees(_ word: String) -> Bool {
        at + word.count <= text.count && zip(text[at...], word).allSatisfy { $0 == $1 }
    }

    private mutating func skip(to end: String) {
        while at < text.count, !sees(end) { at += 1 }
        at += end.count
    }

    /// - Parameter end: the bracket that ends an interpolation; nil for a whole file.
    /// - Returns: what was read.
    @discardableResult private mutating func readCode(until end: Character?) -> String {
        let start = at
        var depth = 0
        while at < text.count {
            let character = text[at]
            if character == end, depth == 0 { break }
            if sees("//") {
                skip(to: "\n")
            } else if sees("/*") {
                skip(to: "*/")
            } else if sees("\"\"\"") {
                at += 3
                skip(to: "\"\"\"")
            } else if language == .swift, sees("#\"") {
                skip(to: "\"#")
            } else if character == "\"" || language == .script && (character == "`" || character == "'") {
                readLiteral(character)
            } else {
                if "({".contains(character) { depth += 1 } else if ")}".contains(character) { depth -= 1 }
                at += 1
            }
        }
        return String(text[start..<min(at, text.count)])
    }

    private mutating func readLiteral(_ quote: Character) {
        let isCode = isArgumentOfCode
        at += 1
        var literal = ""
        while at < text.count, text[at] != quote {
            if language == .swift, sees("\\(") {
                at += 2
                literal += context(readCode(until: ")"))
                at += 1
            } else if quote == "`", sees("${") {
                at += 2
                literal += context(readCode(until: "}"))
                at += 1
            } else if text[at] == "\\", at + 1 < text.count {
                literal += text[at + 1] == "n" ? "\n" : String(text[at + 1])
                at += 2
            } else {
                literal.append(text[at])
                at += 1
            }
        }
        at += 1
        literals.append((literal, isCode))
    }

    /// Signs in a line that its literal is not shown on a page: it is for the log, the manual, another program, or in a script the browser.
    private static let codes: [Language: [String]] = [
        .swift: ["logger.", "sql:", "fatalError", "assert", "help:", "abstract:", "execute(", "Counter(", "Regex", "metadata:"],
        .script: [
            "querySelector", "matches(", "closest(", "new Error(", "EventListener", "import ", "getElementById", "class", "cache", "key",
            "Intl", "location.", "setAttribute(\"d", "make(\"", "in window", "typeof", "sync.",
        ],
    ]
    private var isArgumentOfCode: Bool {
        var start = at
        while start > 0, !text[start - 1].isNewline { start -= 1 }
        let line = String(text[start..<at])
        // The words of `counted` are found elsewhere, with both of their forms.
        return SourceTexts.codes[language, default: []].contains { line.contains($0) } || line.contains(/case [a-zA-Z]+ = $/)
            || line.contains(/\bcounted\((?:[^()"]|\([^()]*\))*, (?:"[^"]*", )?$/)
    }

    /// The first name in the code: "event.taken" for `event.taken`, "minutes" for `counted(minutes, "minute")`.
    private func context(_ code: String) -> String {
        let bare = code.replacing(/"[^"]*"|this\.|#/, with: "")
        let names = bare.matches(of: /[a-zA-Z_][a-zA-Z0-9_]*(?:\.[a-zA-Z_][a-zA-Z0-9_]*)*/).filter { found in
            bare[found.range.upperBound...].first != "(" && bare[found.range.upperBound...].first != ":"
        }
        return "{{\(names.first.map { String($0.output) } ?? "value")}}"
    }
}
