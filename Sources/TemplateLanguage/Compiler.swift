package enum Compiler {
    /// The whole Swift file. `{{#stylesheets}}` in a page is each stylesheet that it needs.
    ///
    /// A template's name is its path below the folder that all share, without its ending.
    package static func compile(
        templates: [(path: String, text: String)], models: [(path: String, text: String)], name: String,
        isVerbatim: Bool, root: String? = nil, sheets: StyleSheets = StyleSheets()
    ) throws -> String {
        var scanned = Models()
        models.forEach { scanned.scan($0.text) }
        let prefix = root ?? commonFolder(templates.map(\.path))
        func key(_ path: String) -> String { String(path.dropFirst(prefix.count).dropLast(9)) }
        var parsed: [String: Template] = [:]
        for (path, text) in templates {
            parsed[key(path)] = try Parser.parse(text, file: path, isVerbatim: isVerbatim)
        }
        let names = TemplateNames(Dictionary(uniqueKeysWithValues: templates.map { (key($0.path), $0.text) }))
        var generator = Generator(models: scanned, templates: parsed, isVerbatim: isVerbatim) { sheets.needed(for: names.all(of: $0)) }
        let functions = try parsed.keys.sorted().compactMap { try generator.function(for: $0) }
        return "// Made by TemplateCompiler; edit the templates.\n\n" + (isVerbatim ? "import Pages\n\n" : "") + "enum \(name) {\n"
            + functions.joined(separator: "\n") + "}\n"
    }

    private static func commonFolder(_ paths: [String]) -> String {
        guard var prefix = paths.first.map({ $0[...] }) else { return "" }
        for path in paths { prefix = prefix[..<prefix.commonPrefixEnd(with: path)] }
        return String(prefix[...(prefix.lastIndex(of: "/") ?? prefix.startIndex)])
    }
}

extension Substring {
    fileprivate func commonPrefixEnd(with other: String) -> Substring.Index {
        var index = startIndex
        for character in other {
            guard index < endIndex, self[index] == character else { break }
            index = self.index(after: index)
        }
        return index
    }
}
