/// Scripts, styles and pictures as text in the program, each with a hash for its address.
package enum AssetWriter {
    package static func code(for files: [(path: String, text: String)], root: String) throws -> String {
        func name(_ path: String) -> String { String(path.dropFirst(root.count + 1)) }
        let scripts = try ScriptImports(files.filter { $0.path.hasSuffix(".js") })
        let entries = try joined(files).map { path, text in
            let imports = scripts.all(of: path).map { "\"\(name($0))\"" }.joined(separator: ", ")
            return "        Asset(name: \"\(name(path))\", imports: [\(imports)], hash: \"\(hash(text))\", "
                + "content: ####\"\"\"\n\(text)\n\"\"\"####),\n"
        }
        return "// Made by TemplateCompiler; edit Public.\n\npackage enum Assets {\n    package static let all: [Asset] = [\n"
            + entries.joined() + "    ]\n}\n"
    }

    /// A line `@import "name.css";` becomes the text of that file, which is then no asset of its own: one stylesheet is sent.
    private static func joined(_ files: [(path: String, text: String)]) throws -> [(path: String, text: String)] {
        let sheets = Dictionary(files.filter { $0.path.hasSuffix(".css") }, uniquingKeysWith: { first, _ in first })
        var parts: Set<String> = []
        let whole: [(path: String, text: String)] = try files.map { path, text in
            guard sheets[path] != nil, text.contains("@import ") else { return (path, text) }
            let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
            let lines = try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
                guard line.hasPrefix("@import \"") else { return String(line) }
                let part = "\(folder)/\(line.dropFirst(9).prefix { $0 != "\"" })"
                guard let style = sheets[part] else {
                    throw TemplateError(file: path, line: number + 1, message: "there is no stylesheet “\(part)”")
                }
                parts.insert(part)
                return style
            }
            return (path, unindented(lines.joined(separator: "\n")))
        }
        return whole.filter { !parts.contains($0.path) }
    }

    private static func unindented(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).map { String($0.drop(while: \.isWhitespace)) }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// FNV-1a, 64 bits: a name that changes with the content; nothing is secured by it.
    static func hash(_ text: String) -> String {
        let value = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(value, radix: 36)
    }
}
