/// Turns parsed templates into Swift functions that append to one byte buffer.
package struct Generator {
    let models: Models
    let templates: [String: Template]
    /// Keeps the text as written; else line ends and indentation are taken out (`BlankSpace`).
    let isVerbatim: Bool
    private let tightFiles: Set<String>
    /// The stylesheets that a page needs, by its template.
    private let sheets: (String) -> [String]
    private var page = ""

    private struct Scope {
        let variable: String
        let type: FieldType
    }
    /// What a page puts into a block of its parent, and the file where that stands.
    private struct Filling {
        let nodes: [Node]
        let file: String
    }
    private var output = ""
    private var state = HTMLState()
    private var counter = 0
    private var literal = ""
    private var blanks = BlankSpace()

    init(models: Models, templates: [String: Template], isVerbatim: Bool, sheets: @escaping (String) -> [String]) {
        self.sheets = sheets
        self.models = models
        self.templates = templates
        self.isVerbatim = isVerbatim
        tightFiles = Set(templates.values.filter(\.isTight).map(\.file))
    }

    /// `roster/import-preview` becomes `rosterImportPreview`.
    package static func functionName(_ template: String) -> String {
        let words = template.split(whereSeparator: { "/-_".contains($0) })
        return words.enumerated().map { $0.offset == 0 ? String($0.element) : $0.element.prefix(1).uppercased() + $0.element.dropFirst() }
            .joined()
    }

    /// Nil for a parent, which has no model: it is expanded where it is named.
    mutating func function(for name: String) throws -> String? {
        guard let template = templates[name], let model = template.model else { return nil }
        guard models.contains(model) else {
            throw TemplateError(file: template.file, line: 1, message: "there is no page model “\(model)”")
        }
        (output, page) = ("", name)
        state = HTMLState()
        counter = 0
        blanks = BlankSpace()
        try emit(template.nodes, [Scope(variable: "c0", type: .structure(model))], [:], template.file)
        flush()
        return "    static func \(Generator.functionName(name))(_ c0: \(model), _ out: inout HTMLBuffer) {\n"
            + "        _ = c0\n" + output + "    }\n"
    }

    private mutating func emit(
        _ nodes: [Node], _ stack: [Scope], _ blocks: [String: Filling], _ file: String
    ) throws {
        for node in nodes {
            switch node {
            case .text(let text, let line): try emitText(text, line, file)
            case .variable(let name, let line): try emitVariable(name, stack, line, file)
            case .section(let name, let isInverted, let children, let line):
                try emitSection(name, isInverted, children, stack, blocks, line, file)
            case .partial(let name, let line): try emitPartial(name, stack, line, file)
            case .block(let name, let content, _):
                let filling = blocks[name] ?? Filling(nodes: content, file: file)
                try emit(filling.nodes, stack, blocks, filling.file)
            case .parent(let name, let overrides, let line):
                guard let parent = templates[name] else { throw missing(name, line, file) }
                let fillings = overrides.mapValues { Filling(nodes: $0, file: file) }
                try emit(parent.nodes, stack, blocks.merging(fillings) { outer, _ in outer }, parent.file)
            }
        }
    }

    private func missing(_ name: String, _ line: Int, _ file: String) -> TemplateError {
        TemplateError(file: file, line: line, message: "there is no template “\(name)”")
    }

    private mutating func emitText(_ text: String, _ line: Int, _ file: String) throws {
        var line = line
        literal += blanks.turn(isTight: tightFiles.contains(file), state.context)
        for index in text.indices {
            if !isVerbatim { literal += blanks.feed(text, at: index, state.context) }
            do {
                try state.feed(String(text[index]))
            } catch {
                throw TemplateError(file: file, line: line, message: "attribute values must be in quotes")
            }
            if text[index].isNewline { line += 1 }
        }
        if isVerbatim { literal += text }
    }

    private mutating func flush() {
        literal += blanks.end(state.context)
        guard !literal.isEmpty else { return }
        output += "        out.raw(\(Generator.quoted(literal)))\n"
        literal = ""
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
            .replacing("\r", with: "\\r").replacing("\t", with: "\\t")
        return "\"" + escaped + "\""
    }

    private mutating func at(_ line: Int, _ file: String, _ code: String) {
        flush()
        output += "#sourceLocation(file: \(Generator.quoted(file)), line: \(line))\n        \(code)\n#sourceLocation()\n"
    }

    // MARK: names

    /// Looks a name up from the innermost context outwards, as Mustache does; dotted names go on inside.
    private func resolve(
        _ name: String, _ stack: [Scope], _ line: Int, _ file: String
    ) throws -> (code: String, type: FieldType) {
        if name == ".", let scope = stack.last { return (scope.variable, scope.type) }
        if name == "stylesheets" {
            return ("Path.sheets([" + sheets(page).map(Generator.quoted).joined(separator: ", ") + "])", .array(.link))
        }
        let parts = name.split(separator: ".").map(String.init)
        for scope in stack.reversed() {
            guard case .structure(let structure) = scope.type, let first = models.type(of: parts[0], in: structure) else {
                continue
            }
            var (code, type) = (scope.variable + "." + parts[0], first)
            for part in parts.dropFirst() {
                guard case .structure(let inner) = type, let next = models.type(of: part, in: inner) else {
                    throw TemplateError(file: file, line: line, message: "\(type.swift) has no “\(part)”")
                }
                (code, type) = (code + "." + part, next)
            }
            return (code, type)
        }
        let known = stack.reversed().map(\.type.swift).joined(separator: " nor ")
        throw TemplateError(file: file, line: line, message: "\(known) has no “\(parts.first ?? name)”")
    }

    private mutating func emitVariable(_ name: String, _ stack: [Scope], _ line: Int, _ file: String) throws {
        let (code, type) = try resolve(name, stack, line, file)
        defer { blanks.goOn(isBesideBlock: false) }
        func fail(_ message: String) -> TemplateError { TemplateError(file: file, line: line, message: message) }
        switch (state.context, type) {
        case (.raw, _): throw fail("no values inside scripts, styles and comments")
        case (.tag, _): throw fail("a value between attributes: put it into a quoted attribute")
        case (.text, .html): at(line, file, "out.raw(\(code))")
        case (.text, .string), (.text, .integer): at(line, file, "out.text(\(code))")
        case (.attribute(let attribute, _), .link) where HTMLState.urlAttributes.contains(attribute):
            at(line, file, "out.link(\(code))")
        case (.attribute(let attribute, _), _) where HTMLState.urlAttributes.contains(attribute):
            throw fail("“\(attribute)” takes a Link, “\(name)” is \(type.swift)")
        case (.attribute, .string), (.attribute, .integer), (.attribute, .link): at(line, file, "out.attribute(\(code))")
        default: throw fail("“\(name)” is \(type.swift) and cannot be shown here")
        }
    }

    // MARK: sections and partials

    private mutating func emitSection(
        _ name: String, _ isInverted: Bool, _ children: [Node], _ stack: [Scope], _ blocks: [String: Filling],
        _ line: Int, _ file: String
    ) throws {
        let (code, type) = try resolve(name, stack, line, file)
        counter += 1
        let (opening, scope) = try opening(of: name, code, type, isInverted, line, file)
        let inner = stack + (scope.map { [$0] } ?? [])
        at(line, file, opening)
        let (before, wasBesideBlock) = (state, blanks.isBesideBlock)
        if case .array = type { blanks.goOn(isBesideBlock: false) }
        try emit(children, inner, blocks, file)
        guard state.isSameContext(as: before) else {
            throw TemplateError(file: file, line: line, message: "“\(name)” ends inside another tag or attribute than it began in")
        }
        flush()
        blanks.goOn(isBesideBlock: wasBesideBlock && blanks.isBesideBlock)
        output += "        }\n"
    }

    /// The Swift that a section begins with, and what the names inside are looked up in first.
    private func opening(
        of name: String, _ code: String, _ type: FieldType, _ isInverted: Bool, _ line: Int, _ file: String
    ) throws -> (String, Scope?) {
        let variable = "c\(counter)"
        switch (type, isInverted) {
        case (.optional(.boolean), _):
            let message = "“\(name)” is Bool?, and false would count as given: give the model a Bool for each case"
            throw TemplateError(file: file, line: line, message: message)
        case (.boolean, false): return ("if \(code) {", nil)
        case (.boolean, true): return ("if !\(code) {", nil)
        case (.optional, true): return ("if \(code) == nil {", nil)
        case (.array, true): return ("if \(code).isEmpty {", nil)
        case (.optional(let wrapped), false):
            return ("if let \(variable) = \(code) {\n        _ = \(variable)", Scope(variable: variable, type: wrapped))
        case (.array(let element), false):
            return ("for \(variable) in \(code) {\n        _ = \(variable)", Scope(variable: variable, type: element))
        case (.structure, false):
            return ("do {\n        let \(variable) = \(code)\n        _ = \(variable)", Scope(variable: variable, type: type))
        default:
            let message = "a section needs a Bool, an optional, an array or a struct; “\(name)” is \(type.swift)"
            throw TemplateError(file: file, line: line, message: message)
        }
    }

    /// A partial with a model is a function, called with the nearest context of that type; one without is
    /// expanded in place.
    private mutating func emitPartial(_ name: String, _ stack: [Scope], _ line: Int, _ file: String) throws {
        guard let partial = templates[name] else { throw missing(name, line, file) }
        guard let model = partial.model else { return try emit(partial.nodes, stack, [:], partial.file) }
        guard let scope = stack.last(where: { $0.type == .structure(model) }) else {
            throw TemplateError(file: file, line: line, message: "“\(name)” needs a \(model), and none is in sight")
        }
        at(line, file, "\(Generator.functionName(name))(\(scope.variable), &out)")
        blanks.goOn(isBesideBlock: false)
    }
}
