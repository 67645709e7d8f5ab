import Foundation
import TemplateLanguage

/// Runs esbuild over scripts and styles: written as many small files, sent as few. Needs the Debian package of that name.
struct Bundler {
    /// `Public`, and a folder to work in.
    let assets: String
    let scratch: String
    /// With line ends and names as they were written, to find a mistake by.
    let isReadable: Bool

    /// All that is sent, by its name below `assets`.
    func sent(_ files: [(path: String, text: String)], _ sheets: StyleSheets) throws -> [(name: String, text: String)] {
        let list = try list(files)
        let bundles = try ScriptBundles(list: list, scripts: files.filter { $0.path.hasSuffix(".js") }, folder: assets + "/js")
        let (stage, made) = (scratch + "/read", scratch + "/made")
        for folder in [stage, made] where FileManager.default.fileExists(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder)
        }
        for (name, text) in bundles.files { try write(text, stage + "/" + name) }
        for (name, text) in sheets.files { try write(text, stage + "/css/" + name) }
        try esbuild(
            in: stage, bundles.pages, "--splitting", "--format=esm", "--chunk-names=frame", "--outbase=" + stage, "--outdir=\(made)/js")
        try esbuild(in: stage, bundles.alone, "--format=esm", "--outbase=" + stage, "--outdir=\(made)/js")
        try esbuild(in: stage, sheets.files.keys.sorted().map { "css/" + $0 }, "--outbase=" + stage, "--outdir=" + made)
        let pictures = files.filter { !$0.path.hasSuffix(".js") && !$0.path.hasSuffix(".css") && $0.path != list.path }
            .map { (name: String($0.path.dropFirst(assets.count + 1)), text: $0.text) }
        return (pictures + (try read(made))).sorted { $0.name < $1.name }
    }

    /// The stylesheets, as the list has them.
    func sheets(_ files: [(path: String, text: String)]) throws -> StyleSheets {
        try StyleSheets(list: list(files), styles: files.filter { $0.path.hasSuffix(".css") }, folder: assets + "/css")
    }

    private func list(_ files: [(path: String, text: String)]) throws -> (path: String, text: String) {
        let path = assets + "/bundles.txt"
        guard let list = files.first(where: { $0.path == path }) else {
            throw BundlerError("\(path) says what browsers are sent, and is missing")
        }
        return list
    }

    private func esbuild(in folder: String, _ entries: [String], _ options: String...) throws {
        let (run, output) = (Process(), Pipe())
        run.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        run.currentDirectoryURL = URL(fileURLWithPath: folder)
        run.arguments =
            ["esbuild"] + entries + options + ["--bundle", "--charset=utf8", "--log-level=warning", "--color=false"]
            + (isReadable ? [] : ["--minify"])
        run.standardError = output
        try run.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        run.waitUntilExit()
        if run.terminationStatus == 127 {
            throw BundlerError("esbuild is missing, which bundles scripts and styles: apt-get install esbuild (“make packages” does it)")
        }
        // A warning is a mistake too: of a style that browsers would leave out.
        guard run.terminationStatus == 0, said.isEmpty else { throw BundlerError(ScriptBundles.origin(of: said)) }
    }

    private func write(_ text: String, _ path: String) throws {
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func read(_ folder: String) throws -> [(name: String, text: String)] {
        let walk = FileManager.default.enumerator(atPath: folder)
        let names = (walk?.compactMap { $0 as? String } ?? []).filter { $0.contains(".") }
        return try names.map { name in
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            return (name, text.hasSuffix("\n") ? String(text.dropLast()) : text)
        }
    }
}

/// What esbuild found wrong, or that it is not there.
struct BundlerError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
