import Foundation
import Testing

/// JSON is put together by `JSONWriter` alone: quotes, commas and escapes made by hand are wrong sooner or later.
@Suite struct JSONWallTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    /// The writer; a simulator that says what other makers' phones say, byte for byte; what writes Swift.
    private static let exempt = ["/Common/JSONWriter.swift", "/Sources/Simulator/", "/TemplateLanguage/"]

    static func finds(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { line in
            !line.hasPrefix("//") && line.contains(/[\[{]\s*\\"|,\\"|\\"\s*:|#"\s*[\[{]|"[\[{]" ?\+|\+ ?"[\]}]"|"\[\\\(/)
        }
    }

    @Test func nothingButTheWriterMakesJSON() throws {
        let walk = FileManager.default.enumerator(at: JSONWallTests.root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        var count = 0
        for case let file as URL in walk ?? .init() where file.pathExtension == "swift" {
            count += 1
            guard !JSONWallTests.exempt.contains(where: { file.path.contains($0) }) else { continue }
            let finds = try JSONWallTests.finds(String(contentsOf: file, encoding: .utf8))
            #expect(finds.isEmpty, "\(file.lastPathComponent): \(finds)")
        }
        #expect(count > 300, "nothing was looked at")
    }

    @Test(arguments: [
        (#"return web.json("{\"result\":\"ok\"}")"#, true), (#"text += ",\"lon\":\(decimal(longitude, 6))""#, true),
        (#"let line = "[\(decimal(latitude, 5)),\(decimal(longitude, 5))]""#, true),
        (#"return "[" + parts.joined(separator: ",") + "]""#, true),
        ("let data = #\"{\"id\":7}\"#", true), (#"out.add("result", "ok")"#, false), (#"/// `{"id":"…"}`"#, false),
        (#"headers = [.eTag: "\"\(tag)\""]"#, false), (#"("{class=\"\($0.key)xx\"}", Double($0.value))"#, false),
        (#"let keys = known["\(zoom)"]"#, false),
    ]) func theWallSees(_ line: String, _ isFound: Bool) { #expect(JSONWallTests.finds(line).isEmpty != isFound, "\(line)") }
}
