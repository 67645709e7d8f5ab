/// The classes and ids that a template has, with what it includes.
package struct TemplateNames {
    private let texts: [String: String]

    /// - Parameter texts: by the names that templates are included by.
    package init(_ texts: [String: String]) { self.texts = texts }

    /// Ids have a `#` before. A name of which a part is a value is none; what stands in a section counts.
    package func all(of template: String) -> Set<String> {
        var (found, waiting, seen) = (Set<String>(), [template], Set([template]))
        while let name = waiting.popLast() {
            guard let text = texts[name] else { continue }
            found.formUnion(TemplateNames.own(text))
            waiting += TemplateNames.included(in: text).filter { seen.insert($0).inserted }
        }
        return found
    }

    static func included(in text: String) -> [String] {
        ["{{>", "{{<"].flatMap { opening in
            text.split(separator: opening, omittingEmptySubsequences: false).dropFirst().map { String($0.prefix { $0 != "}" }) }
        }
    }

    static func own(_ text: String) -> Set<String> {
        var found: Set<String> = []
        for (attribute, sign) in [(" class=\"", ""), (" id=\"", "#")] {
            for rest in text.split(separator: attribute, omittingEmptySubsequences: false).dropFirst() {
                found.formUnion(words(rest).map { sign + $0 })
            }
        }
        return found
    }

    /// Of an attribute's value; a tag in braces parts words, but a value's name makes its word none.
    private static func words(_ text: Substring) -> [String] {
        var value = ""
        var rest = text
        while let character = rest.first, character != "\"" {
            guard rest.hasPrefix("{{"), let end = rest.end(of: "}}") else {
                value.append(rest.removeFirst())
                continue
            }
            let tag = rest.dropFirst(2).first ?? " "
            value += "#^/".contains(tag) ? " " : "\u{0}"
            rest = rest[end...]
        }
        return value.split { $0 == " " || $0 == "\n" }.filter { !$0.contains("\u{0}") }.map(String.init)
    }
}

extension Substring {
    /// Behind the first place of a text.
    fileprivate func end(of other: String) -> Index? { firstRange(of: other)?.upperBound }
}
