import Foundation
import TemplateLanguage

/// `TemplateCompiler TEMPLATES MODELS ASSETS OUTPUT NAME [--verbatim] [--readable]`: writes OUTPUT/Templates.swift with an enum
/// NAME, and OUTPUT/Assets.swift when ASSETS is a folder. Runs at build time only. With `--readable` scripts and styles
/// keep their line ends and names.
///
/// `TemplateCompiler --texts ROOT`: writes ROOT/Templates/texts.pot, what people read in the program (`make texts`).
@main
struct Main {
    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as TemplateError {
            fail(error.description)
        } catch let error as BundlerError {
            fail("error: " + error.description)
        } catch {
            fail("error: \(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        exit(1)
    }

    private static func run(_ arguments: [String]) throws {
        if arguments.first == "--texts", arguments.count == 2 { return try saveTexts(root: arguments[1]) }
        guard arguments.count >= 5 else { fail("usage: TemplateCompiler TEMPLATES MODELS ASSETS OUTPUT NAME [--verbatim]") }
        let (templates, models, assets, output) = (arguments[0], arguments[1], arguments[2], arguments[3])
        let sent = assets == "-" ? [] : try files(under: assets, ending: "")
        let bundler = Bundler(assets: assets, scratch: output + "/bundles", isReadable: arguments.contains("--readable"))
        let sheets = assets == "-" ? StyleSheets() : try bundler.sheets(sent)
        let code = try Compiler.compile(
            templates: files(under: templates, ending: ".mustache"), models: files(under: models, ending: ".swift"),
            name: arguments[4], isVerbatim: arguments.contains("--verbatim"), sheets: sheets)
        try save(code, output + "/Templates.swift")
        guard assets != "-" else { return }
        let files = try AssetWriter.code(for: bundler.sent(sent, sheets)) { name, text in
            name.hasSuffix(".png") ? "" : Brotli.pack(text).map { Data($0).base64EncodedString() } ?? ""
        }
        try save(files, output + "/Assets.swift")
    }

    private static func saveTexts(root: String) throws {
        let pot = try TextCatalog.pot { folder, ending in
            try files(under: root + "/" + folder, ending: ending).map { (String($0.path.dropFirst(root.count + 1)), $0.text) }
        }
        try save(pot, root + "/Templates/texts.pot")
    }

    /// What is as before stays untouched: the second build links this tool anew, and all pages would be compiled again.
    private static func save(_ code: String, _ path: String) throws {
        // As bytes: two spellings of one letter are equal as texts.
        let bytes = Data(code.utf8)
        guard (try? Data(contentsOf: URL(fileURLWithPath: path))) != bytes else { return }
        try bytes.write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    private static func files(under folder: String, ending: String) throws -> [(path: String, text: String)] {
        let walk = FileManager.default.enumerator(atPath: folder)
        let names = (walk?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) && $0.contains(".") }
        return try names.sorted().map { (folder + "/" + $0, try text(of: folder + "/" + $0)) }
    }

    /// Pictures become base64: what the program is made of is text.
    private static func text(of path: String) throws -> String {
        path.hasSuffix(".png")
            ? try Data(contentsOf: URL(fileURLWithPath: path)).base64EncodedString() : try String(contentsOfFile: path, encoding: .utf8)
    }
}
