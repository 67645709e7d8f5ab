/// Where in an HTML text a tag stands: decides how a value is escaped there.
enum HTMLContext: Equatable {
    case text
    /// Between a tag's name and its end, outside attribute values.
    case tag
    case attribute(name: String, quote: Character)
    /// In a script, style or comment: no values at all.
    case raw(String)
}

/// Follows literal HTML character by character; enough of the standard's tokenizer for templates that are
/// written with quoted attributes.
struct HTMLState: Equatable {
    private(set) var context = HTMLContext.text
    private var word = ""
    private var attributeName = ""
    private var tagName = ""
    private var isClosing = false

    static let urlAttributes: Set<String> = ["href", "src", "action", "formaction", "poster", "cite", "data", "ping", "srcset"]

    /// Whether a section may begin here and end there.
    func isSameContext(as other: HTMLState) -> Bool { context == other.context }

    mutating func feed(_ text: String) throws(Unquoted) {
        for character in text { try feed(character) }
    }

    struct Unquoted: Error {}

    private mutating func feed(_ character: Character) throws(Unquoted) {
        switch context {
        case .text: feedText(character)
        case .tag: try feedTag(character)
        case .attribute(_, let quote): if character == quote { context = .tag; word = "" }
        case .raw(let end):
            word.append(character)
            if word.lowercased().hasSuffix(end) { context = .text; word = "" }
        }
    }

    private mutating func feedText(_ character: Character) {
        if character == "<" {
            word = "<"
        } else if word == "<", character == "!" {
            word = "<!"
        } else if word.hasPrefix("<!") {
            word.append(character)
            if word == "<!--" { context = .raw("-->") } else if character == ">" { word = "" }
        } else if word == "<", character.isLetter || character == "/" {
            isClosing = character == "/"
            tagName = isClosing ? "" : String(character)
            attributeName = ""
            word = "name"
            context = .tag
        } else {
            word = ""
        }
    }

    private mutating func feedTag(_ character: Character) throws(Unquoted) {
        switch character {
        case ">":
            let isRaw = !isClosing && (tagName == "script" || tagName == "style")
            context = isRaw ? .raw("</\(tagName)>") : .text
            word = ""
        case "\"", "'":
            context = .attribute(name: attributeName.lowercased(), quote: character)
        case "=": word = "="
        case _ where character.isWhitespace:
            word = " "
        case _ where word == "name": tagName.append(character)
        case _ where word == "=": throw Unquoted()
        default:
            if word != "attribute" { attributeName = "" }
            word = "attribute"
            attributeName.append(character)
        }
    }
}
