/// A mistake in a template, at its place there.
package struct TemplateError: Error, Equatable {
    package let file: String
    package let line: Int
    package let message: String
    package var description: String { "\(file):\(line): error: \(message)" }
}

/// What a template is made of. Lines count from 1.
indirect enum Node: Equatable {
    case text(String, line: Int)
    case variable(String, line: Int)
    case section(String, isInverted: Bool, [Node], line: Int)
    case partial(String, line: Int)
    /// `{{<parent}}` with the blocks that it overrides.
    case parent(String, [String: [Node]], line: Int)
    /// `{{$block}}` with its default.
    case block(String, [Node], line: Int)
}

struct Template: Equatable {
    let file: String
    /// From the first line, `{{! model: Name }}`; nil for a parent.
    let model: String?
    /// From the first line, `{{! model: Name, tight }}`: line ends stay between two words only (`BlankSpace`).
    let isTight: Bool
    let nodes: [Node]
}

/// Reads Mustache: variables, sections, inverted sections, partials, parents and blocks, comments. Tags that
/// stand alone on a line leave no blank line behind (the specification's rule). Set-delimiter tags and raw
/// output are refused: raw output has a type of its own.
struct Parser {
    private enum Token {
        case text(String, line: Int)
        case tag(kind: Character, name: String, line: Int)
    }
    private let file: String
    /// As the specification of Mustache has it; else indentation, and the line end of the file, are no text.
    private let isVerbatim: Bool
    private var tokens: [Token] = []
    private var position = 0

    static func parse(_ source: String, file: String, isVerbatim: Bool) throws -> Template {
        var parser = Parser(file: file, isVerbatim: isVerbatim)
        parser.tokens = try parser.tokenize(isVerbatim || source.last?.isNewline != true ? source : String(source.dropLast()))
        var words: [String] = []
        if case .tag("!", let comment, _)? = parser.tokens.first { words = comment.split(separator: ",").map(\.trimmed) }
        let model = words.first { $0.hasPrefix("model:") }?.dropFirst(6).trimmed
        let nodes = try parser.nodes(until: nil, openedAt: 0)
        return Template(file: file, model: model, isTight: words.contains("tight"), nodes: nodes)
    }

    private init(file: String, isVerbatim: Bool) {
        self.file = file
        self.isVerbatim = isVerbatim
    }

    private func error(_ line: Int, _ message: String) -> TemplateError {
        TemplateError(file: file, line: line, message: message)
    }

    // MARK: tokens

    private func tokenize(_ source: String) throws -> [Token] {
        var tokens: [Token] = []
        var line = 1
        var rest = Substring(source)
        while let open = rest.firstRange(of: "{{") {
            let text = rest[..<open.lowerBound]
            if !text.isEmpty { tokens.append(.text(String(text), line: line)) }
            line += text.count(where: \.isNewline)
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "}}") else { throw error(line, "a tag is opened and never closed") }
            let content = rest[..<close.lowerBound]
            tokens.append(try tag(content, line: line))
            line += content.count(where: \.isNewline)
            rest = rest[close.upperBound...]
        }
        if !rest.isEmpty { tokens.append(.text(String(rest), line: line)) }
        return withoutStandaloneLines(tokens)
    }

    private func tag(_ content: Substring, line: Int) throws -> Token {
        let body = content.trimmed
        guard let first = body.first else { throw error(line, "an empty tag") }
        switch first {
        case "#", "^", "/", ">", "<", "$", "!":
            return .tag(kind: first, name: body.dropFirst().trimmed, line: line)
        case "{", "&": throw error(line, "raw output is only for values of type HTML, written as {{name}}")
        case "=": throw error(line, "delimiters cannot be changed")
        default:
            guard body.allSatisfy({ $0.isLetter || $0.isNumber || "._".contains($0) }) else {
                throw error(line, "“\(body)” is no name")
            }
            return .tag(kind: "v", name: body, line: line)
        }
    }

    /// Takes away the blank space and the line end around tags that are alone on their line. The line of a partial is the
    /// partial's own: its line end stays, unless all is verbatim.
    private func withoutStandaloneLines(_ tokens: [Token]) -> [Token] {
        var result = tokens
        for index in tokens.indices {
            guard case .tag(let kind, _, _) = tokens[index], kind != "v", isVerbatim || kind != ">" else { continue }
            guard let before = Parser.lineTail(index > 0 ? tokens[index - 1] : nil),
                let after = Parser.lineHead(index + 1 < tokens.count ? tokens[index + 1] : nil)
            else { continue }
            if index > 0, case .text(let text, let line) = result[index - 1] {
                result[index - 1] = .text(String(text.dropLast(before)), line: line)
            }
            if index + 1 < tokens.count, case .text(let text, let line) = result[index + 1] {
                let hasLineEnd = text.prefix(after).contains(where: \.isNewline)
                let next = text.dropFirst(after)
                let indent = isVerbatim ? 0 : next.prefix { $0 == " " || $0 == "\t" }.count
                result[index + 1] = .text(String(next.dropFirst(indent)), line: line + (hasLineEnd ? 1 : 0))
            }
        }
        return result
    }

    /// How many blanks stand before the tag on its line; nil when something else does.
    private static func lineTail(_ token: Token?) -> Int? {
        guard let token else { return 0 }
        guard case .text(let text, _) = token else { return nil }
        let tail = text.reversed().prefix { $0 == " " || $0 == "\t" }.count
        return tail == text.count ? nil : text.dropLast(tail).last?.isNewline == true ? tail : nil
    }

    /// How many characters to the end of the line, its end included; nil when something else follows.
    private static func lineHead(_ token: Token?) -> Int? {
        guard let token else { return 0 }
        guard case .text(let text, _) = token else { return nil }
        let head = text.prefix { $0 == " " || $0 == "\t" }.count
        guard let next = text.dropFirst(head).first else { return nil }
        return next.isNewline ? head + 1 : nil
    }

    // MARK: nodes

    private mutating func nodes(until name: String?, openedAt opened: Int) throws -> [Node] {
        var nodes: [Node] = []
        while position < tokens.count {
            let token = tokens[position]
            position += 1
            switch token {
            case .text(let text, let line): if !text.isEmpty { nodes.append(.text(text, line: line)) }
            case .tag("/", let found, let line):
                guard found == name else {
                    throw error(line, name.map { "{{/\(found)}} closes {{\($0)}} of line \(opened)" } ?? "{{/\(found)}} closes nothing")
                }
                return nodes
            case .tag(let kind, let found, let line):
                if let node = try node(kind, found, line) { nodes.append(node) }
            }
        }
        guard name == nil else { throw error(opened, "{{\(name ?? "")}} is never closed") }
        return nodes
    }

    private mutating func node(_ kind: Character, _ name: String, _ line: Int) throws -> Node? {
        switch kind {
        case "v": return .variable(name, line: line)
        case "#": return .section(name, isInverted: false, try nodes(until: name, openedAt: line), line: line)
        case "^": return .section(name, isInverted: true, try nodes(until: name, openedAt: line), line: line)
        case ">": return .partial(name, line: line)
        case "$": return .block(name, try nodes(until: name, openedAt: line), line: line)
        case "<":
            let children = try nodes(until: name, openedAt: line)
            var blocks: [String: [Node]] = [:]
            for case .block(let block, let content, _) in children { blocks[block] = content }
            return .parent(name, blocks, line: line)
        default: return nil
        }
    }
}

extension StringProtocol {
    var trimmed: String {
        String(self.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
