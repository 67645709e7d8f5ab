/// Finds what people read in templates: text between tags, and the attributes that are shown or read out. A block of text is one
/// sentence, with the values and inline tags in it as places; a dot between facts ("·") parts sentences.
struct TemplateTexts {
    private let templates: [String: Template]
    private var file = ""
    private var sentences: [Sentence] = []
    private var state = HTMLState()
    private var pieces: [TextPiece] = []
    private var line: Int?
    /// Of an attribute that people read, while it is being read.
    private var attribute: [TextPiece]?
    private var attributeLine = 0
    /// What stands between the signs of the tag.
    private var tag = ""
    /// The sections around, the innermost last: `{{.}}` is called as its section.
    private var sections: [String] = []
    private var isInButton = false

    /// - Parameter files: templates; a name is the path below the folder `Templates`, without the ending.
    static func find(in files: [(path: String, text: String)]) throws -> [Sentence] {
        var templates: [String: Template] = [:]
        for (path, text) in files {
            templates[name(path)] = try Parser.parse(text, file: path, isVerbatim: false)
        }
        var found: [Sentence] = []
        for (path, _) in files {
            guard let template = templates[name(path)] else { continue }
            var finder = TemplateTexts(templates: templates, file: path)
            try finder.walk(template.nodes)
            finder.endSentence()
            found += finder.sentences
        }
        return found
    }

    private static func name(_ path: String) -> String {
        let parts = path.split(separator: "/")
        let below = parts.lastIndex(of: "Templates").map { parts[($0 + 1)...] } ?? parts[...]
        return String(below.joined(separator: "/").dropLast(9))
    }

    private init(templates: [String: Template], file: String) {
        self.templates = templates
        self.file = file
    }

    // MARK: nodes

    private mutating func walk(_ nodes: [Node]) throws {
        for node in nodes {
            switch node {
            case .text(let text, let line): try take(text, line)
            case .variable(let name, let line): context(name == "." ? sections.last ?? name : name, line)
            case .section(let name, let isInverted, let children, _): try section(name, isInverted, children)
            case .partial(let name, let line):
                if let partial = templates[name], isInline(partial.nodes) {
                    context(name.split(separator: "/").last.map(String.init) ?? name, line)
                } else if state.context == .text {
                    endSentence()
                }
            case .block(_, let content, _): try walk(content)
            case .parent(let name, let blocks, _): try walk(blocks.sorted { $0.key < $1.key }, of: name)
            }
        }
    }

    /// A page's content for a block of its parent is read where the parent has the block: between tags, or within one.
    private mutating func walk(_ blocks: [(key: String, value: [Node])], of parent: String) throws {
        for (name, nodes) in blocks {
            endSentence()
            let before = state
            state = try templates[parent].flatMap { try TemplateTexts.state(at: name, $0.nodes) } ?? state
            try walk(nodes)
            endSentence()
            state = before
        }
    }

    private static func state(at block: String, _ nodes: [Node]) throws -> HTMLState? {
        var state = HTMLState()
        func search(_ nodes: [Node]) throws -> HTMLState? {
            for node in nodes {
                switch node {
                case .text(let text, _): try? state.feed(text)
                case .block(block, _, _): return state
                case .block(_, let inner, _), .section(_, _, let inner, _): if let found = try search(inner) { return found }
                case .variable, .partial, .parent: break
                }
            }
            return nil
        }
        return try search(nodes)
    }

    private mutating func section(_ name: String, _ isInverted: Bool, _ children: [Node]) throws {
        if !isInverted { sections.append(name) }
        defer { if !isInverted { sections.removeLast() } }
        if let outer = attribute {
            attribute = []
            try walk(children)
            attribute = outer + [.section(name, isInverted: isInverted, attribute ?? [])]
        } else if state.context == .text, isInline(children) {
            let outer = pieces
            pieces = []
            try walk(children)
            pieces = outer + [.section(name, isInverted: isInverted, pieces)]
        } else {
            if state.context == .text { endSentence() }
            try walk(children)
            if state.context == .text { endSentence() }
        }
    }

    private mutating func context(_ name: String, _ line: Int) {
        if attribute != nil {
            attribute?.append(.context(name))
        } else if state.context == .text {
            if self.line == nil { self.line = line }
            pieces.append(.context(name))
        }
    }

    // MARK: text

    private mutating func take(_ text: String, _ line: Int) throws {
        var line = line
        for character in text {
            let before = state.context
            try state.feed(String(character))
            take(character, before, line)
            if character.isNewline { line += 1 }
        }
    }

    private mutating func take(_ character: Character, _ before: HTMLContext, _ line: Int) {
        switch (before, state.context) {
        case (.text, .text): takeText(character, line)
        case (.text, .tag):
            dropLast(1)
            tag = String(character)
        case (.text, .raw): dropLast(3)
        case (.tag, .tag): tag.append(character)
        case (.tag, .attribute(let name, _)):
            if isRead(name) { (attribute, attributeLine) = ([], line) }
            tag.append(character)
        case (.attribute, .attribute):
            if attribute != nil { TemplateTexts.append(character, to: &attribute) }
            tag.append(character)
        case (.attribute(let name, _), .tag):
            endAttribute(name)
            tag.append(character)
        case (.tag, .text), (.tag, .raw): endTag()
        default: break
        }
    }

    private mutating func takeText(_ character: Character, _ line: Int) {
        if character == "·" { return endSentence() }
        // The document's type is no text.
        if character == ">", case .text(let text)? = pieces.last, text.lowercased().hasSuffix("<!doctype html") { return dropLast(14) }
        if self.line == nil, !character.isWhitespace { self.line = line }
        var open: [TextPiece]? = pieces
        TemplateTexts.append(character, to: &open)
        pieces = open ?? []
    }

    private static func append(_ character: Character, to pieces: inout [TextPiece]?) {
        guard case .text(let text)? = pieces?.last else {
            pieces?.append(.text(String(character)))
            return
        }
        pieces?.removeLast()
        pieces?.append(.text(text + String(character)))
    }

    /// Removes characters that turned out to begin a tag.
    private mutating func dropLast(_ count: Int) {
        guard case .text(let text)? = pieces.last else { return }
        pieces.removeLast()
        let rest = text.dropLast(count)
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        if !pieces.contains(where: { $0 != .text("") && !TemplateTexts.isBlank($0) }) { line = nil }
    }

    private static func isBlank(_ piece: TextPiece) -> Bool {
        if case .text(let text) = piece { return text.allSatisfy(\.isWhitespace) }
        return false
    }

    private mutating func endTag() {
        let isClosing = tag.first == "/"
        let name = (isClosing ? tag.dropFirst() : tag[...]).prefix { $0.isLetter || $0.isNumber }
        // A link that looks like a button stands by itself.
        let isButton = name == "a" && (isClosing ? isInButton : tag.contains("class=\"button"))
        if name == "a" { isInButton = isButton && !isClosing }
        if TemplateTexts.inline.contains(String(name)), !isButton { pieces.append(isClosing ? .close : .open) } else { endSentence() }
    }

    private mutating func endSentence() {
        if let text = TextPiece.sentence(pieces) { sentences.append(Sentence(text, file: file, line: line)) }
        pieces = []
        line = nil
    }

    private mutating func endAttribute(_ name: String) {
        let text = attribute.flatMap(TextPiece.sentence)
        attribute = nil
        // A `datalist` option has no text but its value; other values are names.
        guard let text, name != "value" || text.contains(" ") else { return }
        sentences.append(Sentence(text, file: file, line: attributeLine))
    }

    /// Shown, or read out.
    private func isRead(_ attribute: String) -> Bool {
        TemplateTexts.read.contains(attribute) || attribute == "value" && tag.hasPrefix("option")
    }

    private func isInline(_ nodes: [Node]) -> Bool {
        nodes.allSatisfy { node in
            switch node {
            case .text(let text, _):
                !text.contains("·")
                    && text.matches(of: /<\/?([a-zA-Z0-9]+)/).allSatisfy { TemplateTexts.inline.contains(String($0.output.1)) }
                    && !text.contains("class=\"button")
            case .variable: true
            case .section(_, _, let children, _), .block(_, let children, _): isInline(children)
            case .partial(let name, _): templates[name].map { isInline($0.nodes) } ?? false
            case .parent: false
            }
        }
    }

    private static let inline: Set<String> = [
        "a", "b", "strong", "em", "i", "s", "span", "small", "code", "mark", "time", "abbr", "output",
    ]
    private static let read: Set<String> = ["title", "alt", "aria-label", "aria-description", "placeholder", "data-label"]
}
