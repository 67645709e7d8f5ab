/// Which scripts a script imports.
struct ScriptImports {
    private static var statement: Regex<(Substring, before: Substring, other: Substring)> {
        /(?<before>(?:^|\n)(?:import|export)\b[^;"=(]*")(?<other>\.\.?\/[^"]+)(?=")/
    }
    private let texts: [String: String]
    private var direct: [String: [String]] = [:]

    /// - Throws: an import of a script that is not there, at its line.
    init(_ files: [(path: String, text: String)]) throws {
        texts = Dictionary(files, uniquingKeysWith: { first, _ in first })
        for (path, text) in files {
            direct[path] = try text.matches(of: ScriptImports.statement).map { found in
                let other = ScriptImports.resolved(found.output.other, from: path)
                guard texts[other] != nil else {
                    let line = text[..<found.range.upperBound].count { $0 == "\n" } + 1
                    throw TemplateError(file: path, line: line, message: "there is no script “\(other)”")
                }
                return other
            }
        }
    }

    func has(_ path: String) -> Bool { texts[path] != nil }

    func exports(_ path: String) -> Bool { ("\n" + texts[path, default: ""]).contains("\nexport ") }

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

    /// The script with its imports named anew; lines stay where they are.
    func text(of path: String, naming name: (String) -> String) -> String {
        texts[path, default: ""].replacing(ScriptImports.statement) { found in
            found.output.before + name(ScriptImports.resolved(found.output.other, from: path))
        }
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
