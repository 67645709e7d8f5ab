/// Which scripts a script imports: a page names them all, or a browser would learn of each only from the one that imports it, a journey
/// to the server and back for every step.
struct ScriptImports {
    private var direct: [String: [String]] = [:]

    /// - Throws: an import of a script that is not there, at its line.
    init(_ files: [(path: String, text: String)]) throws {
        let known = Set(files.map(\.path))
        for (path, text) in files {
            direct[path] = try text.matches(of: /(?:^|\n)(?:import|export)\b[^;"=(]*"(\.\.?\/[^"]+)"/).map { found in
                let other = ScriptImports.resolved(found.output.1, from: path)
                guard known.contains(other) else {
                    let line = text[..<found.range.upperBound].count { $0 == "\n" } + 1
                    throw TemplateError(file: path, line: line, message: "there is no script “\(other)”")
                }
                return other
            }
        }
    }

    /// With those that the imported ones import, each once, the nearest first.
    func all(of path: String) -> [String] {
        var (found, next) = ([String](), 0)
        var seen: Set<String> = [path]
        func take(_ path: String) { found += direct[path, default: []].filter { seen.insert($0).inserted } }
        take(path)
        while next < found.count {
            take(found[next])
            next += 1
        }
        return found
    }

    /// "./a.js" and "../a.js" beside a script.
    private static func resolved(_ reference: Substring, from path: String) -> String {
        var folders = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        for part in reference.split(separator: "/") where part != "." {
            if part == ".." { folders = folders.dropLast() } else { folders.append(part) }
        }
        return folders.joined(separator: "/")
    }
}
