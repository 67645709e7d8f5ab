/// A text that people read, for translators: values are places with names, as in "{{name}} has {{count}} places".
package struct Sentence: Equatable {
    package let text: String
    /// Where there are two forms: the one for more than one.
    package let plural: String?
    package let file: String
    /// Nil where lines change too often to be named.
    package let line: Int?

    init(_ text: String, plural: String? = nil, file: String, line: Int?) {
        self.text = text
        self.plural = plural
        self.file = file
        self.line = line
    }
}

/// All sentences of the program as one catalogue, in the form of GNU gettext's templates (.pot).
package enum TextCatalog {
    /// - Parameter files: the files of a folder whose names end so, by their paths below the repository, in the order of these.
    package static func pot(_ files: (_ folder: String, _ ending: String) throws -> [(path: String, text: String)]) throws -> String {
        var sentences = try TemplateTexts.find(in: files("Templates", ".mustache"))
        for layer in ["Domain", "Services", "Pages", "Web"] {
            for (path, text) in try files("Sources/" + layer, ".swift") where !vocabularies.contains(where: { path.hasSuffix($0) }) {
                sentences += SourceTexts.find(in: text, file: path, .swift)
            }
        }
        for (path, text) in try files("Public/js", ".js") { sentences += SourceTexts.find(in: text, file: path, .script) }
        return pot(sentences)
    }

    /// Words that Sotravel looks for in what people write and send, in languages of its own choice.
    private static let vocabularies = [
        "SafetyVocabulary.swift", "SafetyNames.swift", "SafetyAbsence.swift", "SafetyExceptions.swift", "Detectors.swift",
        "ImportHeaders.swift", "VCardReader.swift",
    ]

    /// One entry for equal sentences, in the order in which they were found.
    package static func pot(_ sentences: [Sentence]) -> String {
        var order: [String] = []
        var places: [String: [String]] = [:]
        var plurals: [String: String] = [:]
        for sentence in sentences {
            let context = sentence.file + (sentence.line.map { ":\($0)" } ?? "")
            if places[sentence.text] == nil { order.append(sentence.text) }
            if places[sentence.text]?.contains(context) != true { places[sentence.text, default: []].append(context) }
            // A catalogue has one entry for a text, whether it is counted somewhere or not.
            if let plural = sentence.plural, plurals[sentence.text] == nil { plurals[sentence.text] = plural }
        }
        return head + order.map { entry($0, plurals[$0], places[$0, default: []]) }.joined()
    }

    private static let head = """
        # Made by `make texts`: all that people read in Sotravel.
        #
        # {{name}} is a value that stands there; a translation may put it elsewhere in the sentence.
        # {{#name}}…{{/name}} is said if there is such a value, {{^name}}…{{/name}} if there is none.
        # <1>…</1> is a link, or is set apart in some other way.
        msgid ""
        msgstr ""
        "Project-Id-Version: sotravel\\n"
        "Language: en\\n"
        "MIME-Version: 1.0\\n"
        "Content-Type: text/plain; charset=UTF-8\\n"
        "Content-Transfer-Encoding: 8bit\\n"
        "Plural-Forms: nplurals=2; plural=(n != 1);\\n"

        """

    private static func entry(_ text: String, _ plural: String?, _ places: [String]) -> String {
        let lines = places.map { "#: \($0)\n" }.joined()
        guard let plural else { return "\n\(lines)msgid \(quoted(text))\nmsgstr \"\"\n" }
        return "\n\(lines)msgid \(quoted(text))\nmsgid_plural \(quoted(plural))\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + escaped.replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
    }
}

/// What a sentence is made of.
indirect enum TextPiece: Equatable {
    case text(String)
    case context(String)
    /// An inline tag, by what it is called, and its end.
    case open
    case close
    /// What is said only if there is such a value, or if there is none.
    case section(String, isInverted: Bool, [TextPiece])

    /// Whether a letter of the text itself is in it.
    var hasWords: Bool {
        switch self {
        case .text(let text): text.contains(where: \.isLetter)
        case .section(_, _, let pieces): pieces.contains(where: \.hasWords)
        case .context, .open, .close: false
        }
    }

    /// The sentence as a translator sees it; nil if no word is in it.
    static func sentence(_ pieces: [TextPiece]) -> String? {
        guard pieces.contains(where: \.hasWords) else { return nil }
        var count = 0
        let text = written(withoutOuterTags(withoutLoneTags(pieces)), &count)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func written(_ pieces: [TextPiece], _ count: inout Int) -> String {
        var (text, open) = ("", [Int]())
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .context(let name): text += "{{\(name)}}"
            case .open:
                count += 1
                open.append(count)
                text += "<\(count)>"
            case .close: text += "</\(open.popLast() ?? 0)>"
            case .section(let name, let isInverted, let inner):
                let isSaid = inner.contains(where: \.hasWords)
                let body = isSaid ? written(withoutLoneTags(inner), &count) : ""
                // A section without words of its own is one value, wherever in the section that value is.
                if isSaid { text += "{{\(isInverted ? "^" : "#")\(name)}}\(body){{/\(name)}}" } else { text += blanks(inner, around: name) }
            }
        }
        return text
    }

    private static func blanks(_ pieces: [TextPiece], around name: String) -> String {
        var before = ""
        if case .text(let text)? = pieces.first, text.first?.isWhitespace == true { before = " " }
        return before + "{{\(name)}}"
    }

    /// Removes tags of which the sentence has only one half, and tags around nothing.
    private static func withoutLoneTags(_ pieces: [TextPiece]) -> [TextPiece] {
        var (open, lone) = ([Int](), Set<Int>())
        for (index, piece) in pieces.enumerated() {
            if piece == .open { open.append(index) }
            guard piece == .close else { continue }
            guard let start = open.popLast() else {
                lone.insert(index)
                continue
            }
            let isEmpty = !pieces[start...index].contains { piece in
                switch piece {
                case .text(let text): !text.allSatisfy(\.isWhitespace)
                case .context, .section: true
                case .open, .close: false
                }
            }
            if isEmpty { lone.formUnion([start, index]) }
        }
        lone.formUnion(open)
        return pieces.enumerated().filter { !lone.contains($0.offset) }.map(\.element)
    }

    /// Removes a tag around the whole sentence: translators need not see it.
    private static func withoutOuterTags(_ pieces: [TextPiece]) -> [TextPiece] {
        func isBlank(_ piece: TextPiece) -> Bool {
            if case .text(let text) = piece { return text.allSatisfy(\.isWhitespace) }
            return false
        }
        let inner = Array(pieces.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
        guard inner.first == .open, inner.last == .close else { return inner }
        var depth = 0
        for (index, piece) in inner.enumerated() {
            depth += piece == .open ? 1 : piece == .close ? -1 : 0
            if depth == 0, index < inner.count - 1 { return inner }
        }
        return withoutOuterTags(Array(inner.dropFirst().dropLast()))
    }
}
