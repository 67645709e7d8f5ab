import Foundation
import PackagePlugin

/// Runs TemplateCompiler before a target is compiled: over Templates and Public for `Pages`, over the target's
/// own Templates folder for a test target. The inputs are named one by one, so that an edited template, model or
/// asset rebuilds.
@main
struct CompileTemplates: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let root = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL
        let isPages = target.name == "Pages"
        let sources = root.appending(path: isPages ? "Sources/Pages" : "Tests/\(target.name)")
        let templates = isPages ? root.appending(path: "Templates") : sources.appending(path: "Templates")
        let assets = root.appending(path: "Public")
        let inputs = files(under: templates) + files(under: sources) + (isPages ? files(under: assets) : [])
        return [
            .buildCommand(
                displayName: "Compiling the templates of \(target.name)",
                executable: try context.tool(named: "TemplateCompiler").url,
                arguments: [templates.path, sources.path, isPages ? assets.path : "-", output.path]
                    + (isPages ? ["Template"] + readable : ["SpecTemplate", "--verbatim"]),
                inputFiles: Array(Set(inputs)).sorted { $0.path < $1.path },
                outputFiles: (isPages ? ["Templates.swift", "Assets.swift"] : ["Templates.swift"])
                    .map { output.appending(path: $0) })
        ]
    }

    /// `SOTRAVEL_READABLE=1 make run`: scripts that a browser's console can speak of.
    private var readable: [String] { ProcessInfo.processInfo.environment["SOTRAVEL_READABLE"] == nil ? [] : ["--readable"] }

    private func files(under folder: URL) -> [URL] {
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return (walk?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }
    }
}
