/// Which stylesheets browsers are sent, as `Public/bundles.txt` lists them, and which of them a page needs. Nobody names a page's:
/// it needs those with a rule that can find something in its template and in those that this one includes. What a page has only
/// when a script or a value puts it there is not seen; such a name stands in a sheet that the page has for another one.
package struct StyleSheets {
    /// What the bundler reads, by its path: nothing but imports.
    package private(set) var files: [String: String] = [:]
    private var sheets: [(name: String, selectors: [Selector])] = []

    /// Nothing is sent: templates of a test.
    package init() {}

    /// - Parameters:
    ///   - list: lines “sheet NAME FILE…”, and others; `#` begins a comment.
    ///   - styles: with their paths in the folder.
    /// - Throws: a stylesheet that is not there, is named twice or never, at the line.
    package init(list: (path: String, text: String), styles: [(path: String, text: String)], folder: String) throws {
        let texts = Dictionary(styles, uniquingKeysWith: { first, _ in first })
        var seen: Set<String> = []
        for (number, line) in list.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            guard words.first == "sheet" else { continue }
            func failed(_ message: String) -> TemplateError { TemplateError(file: list.path, line: number + 1, message: message) }
            guard words.count > 2 else { throw failed("“sheet NAME FILE…” is expected") }
            let paths = words.dropFirst(2).map { "\(folder)/\($0).css" }
            for path in paths {
                guard texts[path] != nil else { throw failed("there is no stylesheet “\(path)”") }
                guard seen.insert(path).inserted else { throw failed("“\(path)” is in two sheets") }
            }
            files[words[1] + ".css"] = paths.map { "@import \"\($0)\";\n" }.joined()
            sheets.append((words[1], paths.flatMap { Selector.all(in: texts[$0] ?? "") }))
        }
        guard let forgotten = texts.keys.filter({ !seen.contains($0) }).min() else { return }
        throw TemplateError(file: list.path, line: 1, message: "“\(forgotten)” is in no sheet")
    }

    /// The first, which all pages have, and those that a page with these classes and ids needs, in the order of the list.
    package func needed(for names: Set<String>) -> [String] {
        sheets.enumerated().filter { index, sheet in
            index == 0 || sheet.selectors.contains { !$0.isBare && $0.finds(names) }
        }.map(\.element.name)
    }
}
