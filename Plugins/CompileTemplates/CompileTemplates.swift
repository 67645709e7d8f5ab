import Foundation
import PackagePlugin

/// Runs TemplateCompiler before `Pages` is compiled. The inputs are named one by one so that an edited
/// template, page model or asset rebuilds, and nothing else does.
@main
struct CompileTemplates: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
        let root = context.package.directoryURL
        let output = context.pluginWorkDirectoryURL
        let inputs = ["Templates", "Public", "Sources/Pages"].flatMap { files(under: root.appending(path: $0)) }
        return [
            .buildCommand(
                displayName: "Compiling templates",
                executable: try context.tool(named: "TemplateCompiler").url,
                arguments: [root.path, output.path],
                inputFiles: inputs,
                outputFiles: ["Templates.swift", "Assets.swift"].map { output.appending(path: $0) })
        ]
    }

    private func files(under folder: URL) -> [URL] {
        let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (walk?.compactMap { $0 as? URL } ?? []).filter { !$0.hasDirectoryPath }.sorted { $0.path < $1.path }
    }
}
