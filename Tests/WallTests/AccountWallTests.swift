import Foundation
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Whatever a page asks for or sends says for which account it was drawn: `account.js` sees to it for every `fetch` and every form.
/// So it comes first, and nothing goes another way.
@Suite struct AccountWallTests {
    /// Ways past the `fetch` of the page, in a script.
    static func finds(_ text: String) -> [String] {
        text.split(separator: "\n").filter { line in
            !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
                && line.contains(/XMLHttpRequest|sendBeacon|WebSocket|(?:globalThis|window|self)\.fetch|[=(,] fetch[;,)]|new EventSource/)
        }.map(String.init)
    }

    @Test func theFrameBeginsWithIt() throws {
        let list = try String(contentsOf: root.appending(path: "Public/bundles.txt"), encoding: .utf8)
        #expect(list.contains(/(?m)^frame account\b/))
    }

    @Test func nothingGoesAnotherWay() throws {
        // One that shows how far an upload is names the account itself; a stream does so in its address.
        let others = ["account.js": 2, "map-data.js": 1, "stream.js": 1]
        let walk = FileManager.default.enumerator(at: root.appending(path: "Public/js"), includingPropertiesForKeys: nil)
        var count = 0
        for case let file as URL in walk ?? .init() where file.pathExtension == "js" {
            count += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            let finds = AccountWallTests.finds(text)
            #expect(finds.count == others[file.lastPathComponent] ?? 0, "\(file.lastPathComponent): \(finds)")
            if text.contains("XMLHttpRequest") { #expect(text.contains("setRequestHeader(\"Sotravel-Account\"")) }
        }
        #expect(count > 100, "nothing was looked at")
    }

    @Test(arguments: [
        ("navigator.sendBeacon(address)", true), ("const ask = fetch;", true), ("globalThis.fetch(address)", true),
        ("const response = await fetch(address, { method: \"POST\" })", false), ("// XMLHttpRequest", false),
    ]) func theWallSees(_ line: String, _ isFound: Bool) { #expect(AccountWallTests.finds(line).isEmpty != isFound, "\(line)") }
}
