import Foundation
import Testing

private let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

/// A type with its module's name hides the module: nothing of it could be named in full.
@Suite struct ModuleNameWallTests {
    @Test func noTypeHasTheNameOfATarget() throws {
        let targets = Set(try FileManager.default.contentsOfDirectory(atPath: sources.path))
        #expect(targets.contains("Services"))
        let walk = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        for case let file as URL in walk where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for found in text.matches(of: /\b(?:class|struct|enum|actor|protocol|typealias) ([A-Z]\w*)/) {
                let name = String(found.1)
                #expect(!targets.contains(name), "\(file.lastPathComponent) has a type with the name of the target \(name)")
            }
        }
    }
}
