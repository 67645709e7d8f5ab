/// Takes line ends and indentation out of a template: they are for its reader, not for a browser.
///
/// A run of blanks with a line end in it is removed beside the tag of a block, where HTML shows none, and becomes one blank everywhere
/// else, as HTML would show it. In a `tight` template it is kept between two words and between attributes only. Blanks within a line stay
/// as they are; so does everything in a `textarea` or `pre`, in a script and in a comment.
struct BlankSpace {
    private var isTight = false
    private var run = ""
    /// What was written last: a tag beside which blanks do not show, or a letter of text.
    private(set) var isBesideBlock = false
    private var isAfterWord = false
    /// Of the tag that is being written: whether blanks after it do not show.
    private var isBlockTag = false
    private var keptTag: Substring?

    /// Returns the text to write now, up to and including the character of `text` at `index`, which is in that context.
    mutating func feed(_ text: String, at index: String.Index, _ context: HTMLContext) -> String {
        let character = text[index]
        if keptTag != nil, context == .text { return keep(text, at: index) }
        if case .raw = context { return takeRun(false) + String(character) }
        if character.isWhitespace {
            run.append(character)
            return ""
        }
        switch context {
        case .text: return takeText(text, at: index)
        case .tag:
            let before = takeRun(character == ">" || text[index...].hasPrefix("/>"))
            if character == ">" { isBesideBlock = isBlockTag }
            return before + String(character)
        default: return takeRun(false) + String(character)
        }
    }

    /// Before a value, a section or the end: returns the blanks that are still to be written.
    mutating func end(_ context: HTMLContext) -> String { takeRun(isTight && context == .text) }

    /// When another template begins or ends: the blanks before that place belong to the template that is left.
    mutating func turn(isTight: Bool, _ context: HTMLContext) -> String {
        guard isTight != self.isTight else { return "" }
        defer { self.isTight = isTight }
        return end(context)
    }

    /// After a value or a section.
    mutating func goOn(isBesideBlock: Bool) {
        self.isBesideBlock = isBesideBlock
        isAfterWord = false
    }

    private mutating func takeText(_ text: String, at index: String.Index) -> String {
        let before: String
        if let name = BlankSpace.tagName(text, at: index) {
            let isClosing = text[index...].hasPrefix("</")
            let (isBlock, isBox) = (BlankSpace.blocks.contains(name.lowercased()), BlankSpace.boxes.contains(name))
            before = takeRun(isTight || isBlock || isBox && isClosing)
            isBlockTag = isBlock || isBox && !isClosing
            if BlankSpace.kept.contains(name), !isClosing { keptTag = name }
            isAfterWord = false
        } else {
            before = takeRun(isTight && !isAfterWord)
            isAfterWord = true
        }
        isBesideBlock = false
        return before + String(text[index])
    }

    private mutating func keep(_ text: String, at index: String.Index) -> String {
        if let keptTag, text[index...].hasPrefix("</" + keptTag) {
            self.keptTag = nil
            (isBlockTag, isBesideBlock, isAfterWord) = (BlankSpace.blocks.contains(keptTag.lowercased()), false, false)
        }
        return String(text[index])
    }

    /// - Parameter isDropped: whether a line end shows no blank here.
    private mutating func takeRun(_ isDropped: Bool) -> String {
        defer { run = "" }
        guard run.contains(where: \.isNewline) else { return run }
        return isDropped || isBesideBlock ? "" : " "
    }

    /// The name of the tag that begins here, opening or closing.
    private static func tagName(_ text: String, at index: String.Index) -> Substring? {
        guard text[index] == "<" else { return nil }
        let rest = text[index...].dropFirst()
        let name = (rest.first == "/" || rest.first == "!" ? rest.dropFirst() : rest).prefix { $0.isLetter || $0.isNumber }
        return name.isEmpty ? nil : name
    }

    private static let kept: Set<Substring> = ["textarea", "pre"]

    /// Inline tags that show no blanks at their inner edges.
    private static let boxes: Set<Substring> = ["button", "select", "svg"]

    /// Blocks, parts of tables, lists of choices and of the head; the last two lines are of drawings.
    private static let blocks: Set<String> = [
        "doctype", "html", "head", "meta", "title", "link", "body", "header", "nav", "main", "footer", "section", "article", "aside", "div",
        "p", "ul", "ol", "li", "dl", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "br", "blockquote", "address", "pre", "figure",
        "figcaption", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td", "form", "fieldset", "legend",
        "details", "summary", "dialog", "option", "optgroup", "datalist", "template",
        "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "image", "pattern",
        "marker", "clippath", "mask", "desc",
    ]
}
