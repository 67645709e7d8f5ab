/// What browsers are sent of the scripts, as `Public/bundles.txt` lists it, laid out for the bundler. Scripts that pages share
/// with the frame lie there once; those of a page alone lie in a folder of the page's own. So the bundler, which puts into one
/// file what the same pages need, makes one file of the frame and one of each page, instead of many small ones that several
/// pages share.
package struct ScriptBundles {
    /// What the bundler reads, by the path in its folder.
    package private(set) var files: [String: String] = [:]
    /// Files of `files` that share the frame's, and those that are whole in themselves.
    package private(set) var pages: [String] = []
    package private(set) var alone: [String] = []

    private let imports: ScriptImports
    private let folder: String
    private var frame: Set<String> = []

    /// - Parameters:
    ///   - list: lines of a kind, a name and, for some kinds, scripts; `#` begins a comment.
    ///   - scripts: with their paths in or below the folder.
    /// - Throws: a line that is none, a script that is not there, at its line.
    package init(list: (path: String, text: String), scripts: [(path: String, text: String)], folder: String) throws {
        imports = try ScriptImports(scripts)
        self.folder = folder
        var lines: [(number: Int, words: [String])] = []
        for (number, line) in list.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            if !words.isEmpty { lines.append((number + 1, words)) }
        }
        func failed(_ number: Int, _ message: String) -> TemplateError { TemplateError(file: list.path, line: number, message: message) }
        for (number, words) in lines {
            if words[0] == "sheet" { continue }
            let names = words[0] == "page" ? words.dropFirst() : words.dropFirst(words[0] == "alone" ? 2 : 1)
            guard ["frame", "page", "alone"].contains(words[0]), !names.isEmpty else {
                throw failed(number, "“frame SCRIPT…”, “page SCRIPT”, “alone NAME SCRIPT…” or “sheet NAME FILE…” is expected")
            }
            if words[0] == "page", frame.contains(path(words[1])) { throw failed(number, "“\(words[1])” is part of the frame") }
            for name in names where !imports.has(path(name)) { throw failed(number, "there is no script “\(path(name))”") }
            if words[0] == "frame" { addFrame(words.dropFirst()) }
        }
        for (_, words) in lines where words[0] == "page" { addPage(words[1]) }
        for (_, words) in lines where words[0] == "alone" { addAlone(words[1], Array(words.dropFirst(2))) }
    }

    /// Where a file of the bundler's folder came from: mistakes are told there.
    package static func origin(of staged: String) -> String {
        staged.replacing(/(?:frame|alone-scripts|pages\/[a-z-]+)\/(?<name>[a-z\/-]+\.js)/) { "Public/js/\($0.output.name)" }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name).js" }

    private mutating func addFrame(_ names: ArraySlice<String>) {
        frame = Set(names.map(path).flatMap { [$0] + imports.all(of: $0) })
        for script in frame { put(script, into: "frame", except: []) }
        files["frame.js"] = entry(names.map { "frame/\($0).js" })
    }

    private mutating func addPage(_ name: String) {
        let own = Set([path(name)] + imports.all(of: path(name))).subtracting(frame)
        for script in own { put(script, into: "pages/" + name, except: frame) }
        let home = "pages/\(name)/\(name).js"
        // What asks for the script later takes from it what it exports.
        files[name + ".js"] = entry(["frame.js"]) + (imports.exports(path(name)) ? "export * from \"./\(home)\";\n" : entry([home]))
        pages.append(name + ".js")
    }

    private mutating func addAlone(_ name: String, _ scripts: [String]) {
        for script in scripts.map(path).flatMap({ [$0] + imports.all(of: $0) }) { put(script, into: "alone-scripts", except: []) }
        files["alone/\(name).js"] = entry(scripts.map { "alone-scripts/\($0).js" }, up: "../")
        alone.append("alone/\(name).js")
    }

    private func entry(_ scripts: [String], up: String = "./") -> String { scripts.map { "import \"\(up)\($0)\";\n" }.joined() }

    private mutating func put(_ script: String, into home: String, except shared: Set<String>) {
        let name = "\(home)/\(script.dropFirst(folder.count + 1))"
        let up = String(repeating: "../", count: name.count { $0 == "/" })
        files[name] = imports.text(of: script) { other in
            up + (shared.contains(other) ? "frame" : home) + "/" + other.dropFirst(folder.count + 1)
        }
    }
}
