/// The type of a model's field, as far as templates care.
indirect enum FieldType: Equatable {
    case string, integer, boolean, link, html
    case structure(String)
    case optional(FieldType)
    case array(FieldType)
    case other(String)

    var swift: String {
        switch self {
        case .string: "String"
        case .integer: "Int"
        case .boolean: "Bool"
        case .link: "Link"
        case .html: "HTML"
        case .structure(let name), .other(let name): name
        case .optional(let wrapped): wrapped.swift + "?"
        case .array(let element): "[\(element.swift)]"
        }
    }
}

/// The structs and classes of the page models with their stored and computed fields, read from the Swift sources line by
/// line. Where this reading is wrong, the Swift compiler says so at the template's line.
struct Models {
    private var fields: [String: [String: String]] = [:]

    mutating func scan(_ source: String) {
        var scopes: [(name: String, depth: Int)] = []
        var depth = 0
        for line in source.split(whereSeparator: \.isNewline) {
            let code = Models.code(of: line)
            let words = code.split(whereSeparator: { " :(<{".contains($0) }).map(String.init)
            if let keyword = words.firstIndex(where: { $0 == "struct" || $0 == "class" || $0 == "extension" }), keyword + 1 < words.count,
                code.contains("{")
            {
                let parent = scopes.last.map { $0.name + "." } ?? ""
                scopes.append((parent + words[keyword + 1], depth))
                fields[parent + words[keyword + 1], default: [:]] = fields[parent + words[keyword + 1]] ?? [:]
            } else if let scope = scopes.last, depth == scope.depth + 1, let field = Models.field(in: code) {
                fields[scope.name, default: [:]][field.name] = field.type
            }
            depth += code.count { $0 == "{" } - code.count { $0 == "}" }
            while let scope = scopes.last, depth <= scope.depth { scopes.removeLast() }
        }
    }

    /// A line without its comment and without what stands in quotes.
    private static func code(of line: Substring) -> String {
        var result = ""
        var isQuoted = false
        var previous: Character = " "
        for character in line {
            if character == "\"", previous != "\\" { isQuoted.toggle() }
            if !isQuoted, character == "/", previous == "/" { return String(result.dropLast()) }
            if !isQuoted { result.append(character) }
            previous = character
        }
        return result
    }

    /// `let name: Type` or `var name: Type { …`; static members and fields with inferred types do not count.
    private static func field(in code: String) -> (name: String, type: String)? {
        let words = code.split(separator: " ")
        guard !words.contains("static"), let keyword = words.firstIndex(where: { $0 == "let" || $0 == "var" }),
            keyword + 1 < words.count, words[keyword + 1].hasSuffix(":"), let colon = code.firstIndex(of: ":")
        else { return nil }
        let type = code[code.index(after: colon)...].prefix { $0 != "=" && $0 != "{" }
        return (String(words[keyword + 1].dropLast()), type.trimmed)
    }

    func contains(_ name: String) -> Bool { fields[name] != nil }

    func type(of field: String, in structure: String) -> FieldType? {
        fields[structure]?[field].map { type($0, from: structure) }
    }

    /// Names are looked up from the inside out: `Row` in `RosterPage` is `RosterPage.Row` if there is one.
    func type(_ text: String, from structure: String) -> FieldType {
        if text.hasSuffix("?") { return .optional(type(String(text.dropLast()), from: structure)) }
        if text.hasPrefix("["), text.hasSuffix("]"), !text.contains(":") {
            return .array(type(String(text.dropFirst().dropLast()), from: structure))
        }
        switch text {
        case "String": return .string
        case "Int": return .integer
        case "Bool": return .boolean
        case "Link": return .link
        case "HTML": return .html
        default: break
        }
        var scope = structure.split(separator: ".").map(String.init)
        while true {
            let name = (scope + [text]).joined(separator: ".")
            if fields[name] != nil { return .structure(name) }
            if scope.isEmpty { return .other(text) }
            scope.removeLast()
        }
    }
}
